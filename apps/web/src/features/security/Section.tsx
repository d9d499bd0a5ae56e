import { type ReactNode, useId } from 'react'

type SectionProps = { id?: string; title: string; description: ReactNode; action?: ReactNode; children?: ReactNode }

export function Section({ id, title, description, action, children }: SectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="grid scroll-mt-16 gap-3">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-xl">
          <h2 id={titleId} className="font-semibold text-base">
            {title}
          </h2>
          <p className="mt-0.5 text-pretty text-muted text-sm">{description}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
