import { InviteList } from './InviteList.tsx'

/** What the notification popover holds. */
export function InviteNotifications() {
  return (
    <InviteList
      label="Pending invites"
      empty={
        <p className="grid h-[360px] max-h-[50dvh] place-items-center px-4 text-muted text-sm">
          You don't have any notifications.
        </p>
      }
    />
  )
}
