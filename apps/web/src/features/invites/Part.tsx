import { type ReactNode, useId } from 'react'

export function Part({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t pt-5">
      <header>
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        <p className="mt-0.5 text-muted text-sm">{description}</p>
      </header>
      {children}
    </section>
  )
}
