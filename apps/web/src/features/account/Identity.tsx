import type { User } from '../../lib/user.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

const connections = { upsso: 'Registered with Password', gsso: 'Google', ghsso: 'Github' }

export function Identity({ user: { userid, name, ssotype } }: { user: User }) {
  return (
    <section aria-label="You" className="flex items-center gap-4 rounded-lg border bg-surface p-4 max-sm:items-start">
      <Avatar name={userid} uppercase size="xl" className="max-sm:size-12 max-sm:text-lg" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-full">
          <p className="wrap-anywhere font-semibold text-lg">{name}</p>
          <p className="flex items-center gap-1 text-muted text-sm">
            <span className="wrap-anywhere font-mono">{userid}</span>
            <CopyButton value={userid} label="Copy the user id" />
          </p>
        </div>
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-muted text-xs">
          Connected
          <Badge tone="success" dot>
            {connections[ssotype]}
          </Badge>
        </p>
      </div>
    </section>
  )
}
