import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="grid gap-5 rounded-lg border bg-surface p-4 sm:p-5">{children}</div>
    </section>
  )
}

export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-xs text-faint">{label}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
