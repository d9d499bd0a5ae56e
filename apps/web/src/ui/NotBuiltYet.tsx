import type { ReactNode } from 'react'

type NotBuiltYetProps = {
  title: string
  /** What this area will hold. */
  sentence: string
  /** A way on: a link to something that works. */
  action: ReactNode
  icon?: ReactNode
  /** h2 where it is a part of a page only. */
  heading?: 'h1' | 'h2'
}

export function NotBuiltYet({ title, sentence, action, icon, heading: Heading = 'h1' }: NotBuiltYetProps) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-border-strong px-6 py-16 text-center">
      {icon && (
        <span
          aria-hidden
          className="grid size-12 place-items-center rounded-xl bg-accent-soft text-accent [&>svg]:size-6"
        >
          {icon}
        </span>
      )}
      <div className="grid gap-1.5">
        <Heading className="text-xl font-semibold">{title}</Heading>
        <p className="max-w-md text-balance text-muted">{sentence}</p>
      </div>
      {action}
    </div>
  )
}
