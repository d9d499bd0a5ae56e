import type { OrgUser, orgUserSorts } from '@plinth/contract/org-users'
import { Badge } from '../../ui/Badge.tsx'
import type { PagedColumn } from '../../ui/PagedTable.tsx'
import { Person } from '../../ui/Person.tsx'
import { RoleBadges } from '../../ui/RoleBadges.tsx'
import { Time } from '../../ui/Time.tsx'
import type { MemberAsked } from './MemberDialog.tsx'
import { MemberMenu } from './MemberMenu.tsx'

export type MemberSort = (typeof orgUserSorts)[number]

type ColumnsFor = {
  own: string | undefined
  /** Undefined while a search decides the order. */
  sort: MemberSort | undefined
  onSort: (sort: MemberSort) => void
  onAsk: (asked: MemberAsked) => void
}

export function memberColumns({ own, sort, onSort, onAsk }: ColumnsFor): PagedColumn<OrgUser>[] {
  const by = (field: 'name' | 'joinedat') =>
    sort && {
      sort: {
        order: sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none',
        onToggle: () => onSort(sort === field ? `-${field}` : field),
      } as const,
    }
  return [
    {
      id: 'person',
      header: 'Name',
      width: 34,
      ...by('name'),
      cell: member => <Member member={member} own={member.userid === own} />,
    },
    { id: 'roles', header: 'Roles', width: 16, cell: ({ role }) => <RoleBadges roles={role} /> },
    { id: 'joined', header: 'Joined', width: 21, ...by('joinedat'), cell: ({ joinedat }) => <Time at={joinedat} /> },
    {
      id: 'lastseen',
      header: 'Last seen',
      width: 18,
      roomy: true,
      cell: ({ lastseenat }) => (lastseenat === null ? 'never' : <Time at={lastseenat} />),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 11,
      hideHeader: true,
      corner: true,
      align: 'right',
      cell: member => (member.userid === own ? null : <MemberMenu {...{ member, onAsk }} />),
    },
  ]
}

function Member({ member: { userid, name, email, isexternal }, own }: { member: OrgUser; own: boolean }) {
  const marks = (
    <>
      {own ? <Badge tone="success">you</Badge> : null}
      {isexternal ? <Badge>External</Badge> : null}
    </>
  )
  return (
    <Person id={userid} name={name} marks={marks}>
      <span className="font-mono">{userid}</span> · {email}
    </Person>
  )
}
