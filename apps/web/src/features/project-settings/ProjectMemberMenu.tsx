import type { ProjectUser } from '@plinth/contract/project-users'
import { EllipsisVertical, KeyRound, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import { AccessDialog } from './AccessDialog.tsx'
import { ChangeProjectRole } from './ChangeProjectRole.tsx'
import type { SettingsProps } from './General.tsx'
import { projectRolesQuery, useRemoveMember } from './queries.ts'
import { Removal } from './Removal.tsx'
import { memberRefused } from './role-reasons.ts'

type ProjectMemberMenuProps = Pick<SettingsProps, 'org' | 'project'> & { member: ProjectUser }

export function ProjectMemberMenu({ org, project, member }: ProjectMemberMenuProps) {
  const [open, setOpen] = useState<'role' | 'access' | 'remove'>()
  const onClose = () => setOpen(undefined)
  const { orgid } = org
  const { projectid } = project
  const refused = memberRefused(project.role, member.role)
  return (
    <>
      <DropdownMenu
        onOpenChange={isOpen => isOpen && void queryClient.prefetchQuery(projectRolesQuery(orgid))}
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${member.name}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {refused ? <MenuLabel>{refused}</MenuLabel> : null}
        <MenuItem icon={<UserCog aria-hidden />} disabled={Boolean(refused)} onSelect={() => setOpen('role')}>
          Change Role
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setOpen('access')}>
          Access Management
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger={!refused}
          icon={<UserMinus aria-hidden />}
          disabled={Boolean(refused)}
          onSelect={() => setOpen('remove')}
        >
          Remove User
        </MenuItem>
      </DropdownMenu>
      {open === 'role' ? <ChangeProjectRole {...{ orgid, projectid, member, onClose }} own={project.role} /> : null}
      {open === 'access' ? <AccessDialog {...{ org, project, member, onClose }} /> : null}
      {open === 'remove' ? <RemoveUser {...{ org, project, member, onClose }} /> : null}
    </>
  )
}

function RemoveUser({ org, project, member, onClose }: ProjectMemberMenuProps & { onClose: () => void }) {
  const remove = useRemoveMember(onClose)
  const request = { orgid: org.orgid, projectid: project.projectid, userid: member.userid }
  return (
    <Removal
      {...{ project, member, onClose }}
      confirmLabel="Remove User"
      pending={remove.isPending}
      onConfirm={() => remove.mutate(request)}
    />
  )
}
