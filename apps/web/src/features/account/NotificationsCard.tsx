import { useId } from 'react'
import type { User } from '../../lib/user.ts'
import { Switch } from '../../ui/Switch.tsx'
import { useSetNotifications } from './queries.ts'

export function NotificationsCard({ user }: { user: User }) {
  const id = useId()
  const set = useSetNotifications()
  return (
    <section className="flex items-center justify-between gap-4 rounded-lg border bg-surface p-4">
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-base">
          Notifications
        </h2>
        <p id={`${id}-what`} className="mt-0.5 text-muted text-sm">
          Do you need a notification pop up ones new update pushed
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-what`}
        checked={user.notifications}
        onCheckedChange={checked => set.mutate(checked)}
      />
    </section>
  )
}
