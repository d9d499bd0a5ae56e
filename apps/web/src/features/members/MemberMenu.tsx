import type { OrgUser } from '@plinth/contract/org-users'
import { EllipsisVertical, Info, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import { ChangeOrgRole } from './ChangeOrgRole.tsx'
import { MemberInfoDialog } from './MemberInfoDialog.tsx'
import { rolesQuery, useRemoveMember } from './queries.ts'

type MemberMenuProps = { orgid: string; orgname: string; member: OrgUser }

export function MemberMenu({ orgid, orgname, member }: MemberMenuProps) {
  const [open, setOpen] = useState<'info' | 'role' | 'remove'>()
  const onClose = () => setOpen(undefined)
  return (
    <>
      <DropdownMenu
        onOpenChange={isOpen => isOpen && void queryClient.prefetchQuery(rolesQuery)}
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${member.name}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Info aria-hidden />} onSelect={() => setOpen('info')}>
          User info
        </MenuItem>
        <MenuItem icon={<UserCog aria-hidden />} onSelect={() => setOpen('role')}>
          Change Role
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<UserMinus aria-hidden />} onSelect={() => setOpen('remove')}>
          Remove from organization
        </MenuItem>
      </DropdownMenu>
      {open === 'info' ? <MemberInfoDialog {...{ orgid, member, onClose }} /> : null}
      {open === 'role' ? <ChangeOrgRole {...{ orgid, member, onClose }} /> : null}
      {open === 'remove' ? <RemoveDialog {...{ orgid, orgname, member, onClose }} /> : null}
    </>
  )
}

function RemoveDialog({ orgid, orgname, member, onClose }: MemberMenuProps & { onClose: () => void }) {
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
