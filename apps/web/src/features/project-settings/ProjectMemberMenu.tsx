import type { ProjectUser } from '@plinth/contract/project-users'
import { EllipsisVertical, KeyRound, UserCog, UserMinus } from 'lucide-react'
import { queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import type { SettingsProps } from './General.tsx'
import type { ProjectMemberAsked } from './ProjectMemberDialog.tsx'
import { projectRolesQuery } from './queries.ts'
import { memberRefused } from './role-reasons.ts'

type ProjectMemberMenuProps = Pick<SettingsProps, 'org' | 'project'> & {
  member: ProjectUser
  onAsk: (asked: ProjectMemberAsked) => void
}

export function ProjectMemberMenu({ org: { orgid }, project, member, onAsk }: ProjectMemberMenuProps) {
  const ask = (what: ProjectMemberAsked['what']) => () => onAsk({ what, member })
  const refused = memberRefused(project.role, member.role)
  return (
    <DropdownMenu
      onOpenChange={isOpen => isOpen && void queryClient.prefetchQuery(projectRolesQuery(orgid))}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${member.name}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      {refused ? <MenuLabel>{refused}</MenuLabel> : null}
      <MenuItem icon={<UserCog aria-hidden />} disabled={Boolean(refused)} onSelect={ask('role')}>
        Change Role
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={ask('access')}>
        Access Management
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger={!refused} icon={<UserMinus aria-hidden />} disabled={Boolean(refused)} onSelect={ask('remove')}>
        Remove User
      </MenuItem>
    </DropdownMenu>
  )
}
