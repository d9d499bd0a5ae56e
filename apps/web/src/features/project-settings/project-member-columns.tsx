import { may } from '@plinth/contract/permissions'
import type { ProjectUser } from '@plinth/contract/project-users'
import { Badge } from '../../ui/Badge.tsx'
import type { PagedColumn } from '../../ui/PagedTable.tsx'
import { Person } from '../../ui/Person.tsx'
import { RoleBadges } from '../../ui/RoleBadges.tsx'
import { Time } from '../../ui/Time.tsx'
import type { SettingsProps } from './General.tsx'
import type { ProjectMemberAsked } from './ProjectMemberDialog.tsx'
import { ProjectMemberMenu } from './ProjectMemberMenu.tsx'

type ColumnsFor = SettingsProps & { onAsk: (asked: ProjectMemberAsked) => void }

export function projectMemberColumns({ org, project, own, onAsk }: ColumnsFor): PagedColumn<ProjectUser>[] {
  const columns: PagedColumn<ProjectUser>[] = [
    { id: 'person', header: 'Name', width: 42, cell: member => <Member member={member} own={member.userid === own} /> },
    { id: 'roles', header: 'Role', width: 20, cell: ({ role }) => <RoleBadges roles={role} /> },
    { id: 'joined', header: 'Joined', width: 27, cell: ({ joinedat }) => <Time at={joinedat} /> },
  ]
  if (!may(project.role, 'project.users.manage')) return columns
  const actions: PagedColumn<ProjectUser> = {
    id: 'actions',
    header: 'Actions',
    width: 11,
    hideHeader: true,
    corner: true,
    align: 'right',
    cell: member => (member.userid === own ? null : <ProjectMemberMenu {...{ org, project, member, onAsk }} />),
  }
  return [...columns, actions]
}

function Member({ member: { userid, name }, own }: { member: ProjectUser; own: boolean }) {
  return (
    <Person id={userid} name={name} marks={own ? <Badge tone="success">you</Badge> : null}>
      <span className="font-mono">{userid}</span>
    </Person>
  )
}
