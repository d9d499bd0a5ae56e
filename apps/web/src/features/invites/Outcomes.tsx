import { CircleCheck, CircleX } from 'lucide-react'
import { CopyKnownLink } from './LinkDialog.tsx'
import type { Outcome } from './send-invites.ts'

/** What became of each address, one line each. */
export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <div aria-live="polite">
      {outcomes.length > 0 ? (
        <ul
          aria-label="What became of each address"
          className="max-w-2xl divide-y rounded-lg border bg-surface text-sm"
        >
          {outcomes.map(({ address, link, failure }) => (
            <li key={address} className="flex min-h-10 items-center gap-2.5 px-3 py-1.5">
              {failure ? (
                <CircleX aria-hidden className="size-4 shrink-0 text-danger" />
              ) : (
                <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
              )}
              <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-2 sm:items-center">
                <span className="wrap-anywhere font-medium">{address}</span>
                <span className={failure ? 'text-danger' : 'text-muted'}>{failure ?? 'Sent'}</span>
              </span>
              {link ? <CopyKnownLink link={link} who={address} /> : <span className="size-7" />}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
