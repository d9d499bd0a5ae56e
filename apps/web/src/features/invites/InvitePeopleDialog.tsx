import type { Org } from '@plinth/contract/orgs'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { InviteHistory } from './InviteHistory.tsx'
import { InvitePeople } from './InvitePeople.tsx'
import { PendingInvites } from './PendingInvites.tsx'

/** For Admins, who may invite but do not see the Users screen; and for Owners, from wherever they are. */
export function InvitePeopleDialog({ org, onClose }: { org: Org; onClose: () => void }) {
  const tabs = [
    { value: 'invite', label: 'Invite', content: <InvitePeople org={org} /> },
    { value: 'pending', label: 'Pending', content: <PendingInvites orgid={org.orgid} /> },
    { value: 'history', label: 'History', content: <InviteHistory orgid={org.orgid} /> },
  ]
  return (
    <Dialog title="Invite people" description={`To ${org.orgname}.`} size="lg" open onOpenChange={onClose}>
      <div className="min-h-[min(32rem,60dvh)]">
        <Tabs label="Invites" tabs={tabs} />
      </div>
    </Dialog>
  )
}
