import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { InviteHistory } from '../../../../features/invites/InviteHistory.tsx'
import { InvitePeople } from '../../../../features/invites/InvitePeople.tsx'
import { PendingInvites } from '../../../../features/invites/PendingInvites.tsx'
import { Members } from '../../../../features/members/Members.tsx'
import { useOrg } from '../../../../features/orgs/queries.ts'
import { UnauthorizedScreen } from '../../../../features/shell/screens.tsx'
import { isOwner } from '../../../../lib/areas.ts'
import { usersSearch } from '../../../../lib/search.ts'
import { Tabs } from '../../../../ui/Tabs.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/users')({
  staticData: { title: 'Users' },
  validateSearch: usersSearch,
  component: OrgUsers,
})

function OrgUsers() {
  const org = useOrg(Route.useParams().orgId)
  const { tab, find = '' } = Route.useSearch()
  const navigate = useNavigate()
  if (!org || !isOwner(org.role)) return <UnauthorizedScreen gate />

  const { orgid } = org
  // The keys part one organisation's pages, search and typed text from the next one's.
  const tabs = [
    { value: 'members', label: 'Members', content: <Members key={`${orgid} ${find}`} org={org} find={find} /> },
    { value: 'invite', label: 'Invite', content: <InvitePeople key={orgid} org={org} /> },
    { value: 'pending', label: 'Pending', content: <PendingInvites key={orgid} orgid={orgid} /> },
    { value: 'history', label: 'History', content: <InviteHistory key={orgid} orgid={orgid} /> },
  ]
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0]
  const show = (value: string) =>
    void navigate({
      to: '.',
      search: now => ({ ...now, tab: value, find: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <h1 className="mb-3 font-semibold text-xl">Users</h1>
      <Tabs label="Users" tabs={tabs} value={shown?.value} onValueChange={show} />
    </>
  )
}
