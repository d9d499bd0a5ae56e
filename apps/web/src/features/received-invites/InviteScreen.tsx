import { MailX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

type InviteScreenProps = {
  /** Of the organisation, where it is known. */
  name?: string
  title: string
  children: ReactNode
  actions: ReactNode
}

/** One invite, or what became of it, in the middle of the page. */
export function InviteScreen({ name, title, children, actions }: InviteScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // It takes the place of a spinner or of the button that was pressed: the focus goes along, and a screen reader tells it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-center gap-6 text-center">
      {name === undefined ? (
        <span aria-hidden className="grid size-16 place-items-center rounded-xl border bg-sunken text-faint">
          <MailX className="size-7" />
        </span>
      ) : (
        <Avatar name={name} size="xl" shape="square" uppercase className="rounded-xl" />
      )}
      <div className="wrap-anywhere grid w-full gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-balance font-semibold text-xl outline-none">
          {title}
        </h1>
        <div className="grid gap-2 text-balance text-muted">{children}</div>
      </div>
      <div className="flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}

export function InviteWaiting() {
  return (
    <div className="grid min-h-50 place-items-center">
      <Spinner label="Looking up the invite" className="size-6" />
    </div>
  )
}
