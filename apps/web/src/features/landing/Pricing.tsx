import type { ReactNode } from 'react'
import { Command } from './Command.tsx'
import { Section } from './Section.tsx'

export function Pricing() {
  return (
    <Section id="pricing" label="Pricing" title="It costs nothing">
      <div className="grid gap-3 lg:grid-cols-2">
        <div className="rounded-lg border border-border bg-surface p-6 sm:p-8">
          <h3 className="font-semibold text-base">What you pay</h3>
          <ul className="mt-4 space-y-3 text-base text-muted leading-6">
            <li>Nothing to us. No plans, no seats, no trial.</li>
            <li>The machine it runs on is yours, and so is everything stored on it.</li>
            <li>The source is yours to read, change and pass on under the Apache-2.0 licence.</li>
          </ul>
        </div>
        <div className="rounded-lg border border-border bg-surface p-6 sm:p-8">
          <h3 className="font-semibold text-base">How to run it</h3>
          <ol className="mt-4 space-y-4 text-base text-muted leading-6">
            <Step number={1}>Have Node 20.19 or newer, and npm.</Step>
            <Step number={2}>
              In a clone of the repository:
              <div className="mt-2">
                <Command text="npm start" />
              </div>
            </Step>
            <Step number={3}>Open http://localhost:8080 and make the first account.</Step>
          </ol>
        </div>
      </div>
    </Section>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="w-4 shrink-0 font-mono text-sm text-faint">
        {number}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  )
}
