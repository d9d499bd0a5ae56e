import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  label: string
  title: string
  children: ReactNode
}

export function Section({ id, label, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 border-border border-t">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 md:py-24">
        <p className="font-medium text-sm text-accent">{label}</p>
        <h2 id={`${id}-title`} className="mt-2 mb-8 text-balance font-semibold text-2xl sm:text-3xl md:mb-10">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
