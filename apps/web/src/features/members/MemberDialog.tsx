import type { OrgUser } from '@plinth/contract/org-users'
import type { Org } from '@plinth/contract/orgs'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ChangeOrgRole } from './ChangeOrgRole.tsx'
import { MemberInfoDialog } from './MemberInfoDialog.tsx'
import { useRemoveMember } from './queries.ts'

/** What was chosen from the menu of a member. */
export interface MemberAsked {
  what: 'info' | 'role' | 'remove'
  member: OrgUser
}

type MemberDialogProps = { org: Pick<Org, 'orgid' | 'orgname'>; asked: MemberAsked; onClose: () => void }

/** Belongs to the list, not to the row: who joins moves rows to other pages, and what one is about to answer must not go with one. */
export function MemberDialog({ org, asked: { what, member }, onClose }: MemberDialogProps) {
  const { orgid } = org
  if (what === 'info') return <MemberInfoDialog {...{ orgid, member, onClose }} />
  if (what === 'role') return <ChangeOrgRole {...{ orgid, member, onClose }} />
  return <RemoveDialog {...{ org, member, onClose }} />
}

type RemoveDialogProps = Pick<MemberDialogProps, 'org' | 'onClose'> & { member: OrgUser }

function RemoveDialog({ org: { orgid, orgname }, member, onClose }: RemoveDialogProps) {
  const remove = useRemoveMember(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      description={
        <>
          <strong className="font-medium text-text">{member.name}</strong> ({member.userid}) loses access to {orgname}{' '}
          and all of its projects at once. What they made stays. To come back they need a new invite.
        </>
      }
      confirmLabel="Remove"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ orgid, userid: member.userid })}
    />
  )
}
