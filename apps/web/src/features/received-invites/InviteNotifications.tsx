import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { InviteList } from './InviteList.tsx'

/** What the notification popover holds. */
export function InviteNotifications() {
  return (
    <ScrollArea label="All notifications" className="h-[400px] max-h-[60dvh]">
      <InviteList
        label="Pending invites"
        empty={
          <p className="grid h-[360px] max-h-[50dvh] place-items-center px-4 text-muted text-sm">
            You don't have any notifications.
          </p>
        }
      />
    </ScrollArea>
  )
}
