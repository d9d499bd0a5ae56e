import { CircleCheck, MailCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'

const tones = {
  success: { look: 'bg-success-soft text-success', Icon: CircleCheck },
  failure: { look: 'bg-danger-soft text-danger', Icon: TriangleAlert },
  mail: { look: 'bg-accent-soft text-accent', Icon: MailCheck },
}

type OutcomeProps = { tone: keyof typeof tones; title: string; actions: ReactNode; children: ReactNode }

/** How it ended, and the way on. */
export function Outcome({ tone, title, actions, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // It takes the place of a spinner or of the button that was pressed: the focus goes along, and a screen reader tells the end.
  useEffect(() => heading.current?.focus(), [])
  const { look, Icon } = tones[tone]
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <span aria-hidden className={cx('grid size-12 place-items-center rounded-xl', look)}>
        <Icon className="size-6" />
      </span>
      <div className="wrap-anywhere grid w-full gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-balance text-xl font-semibold outline-none">
          {title}
        </h1>
        <div className="grid gap-2 text-balance text-muted">{children}</div>
      </div>
      <div className="flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}
