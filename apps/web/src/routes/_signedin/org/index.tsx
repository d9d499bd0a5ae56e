import type { Org } from '@plinth/contract/orgs'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { DeletedOrgs } from '../../../features/org-settings/DeletedOrgs.tsx'
import { NoOrgs } from '../../../features/orgs/NoOrgs.tsx'
import { OrgsLoaded } from '../../../features/orgs/OrgsLoaded.tsx'
import { PendingInvites } from '../../../features/received-invites/PendingInvites.tsx'
import { lastOrg } from '../../../lib/last-org.ts'

export const Route = createFileRoute('/_signedin/org/')({
  staticData: { title: 'Organizations' },
  component: () => <OrgsLoaded>{orgs => <Way orgs={orgs} />}</OrgsLoaded>,
})

/** On to the one that was open last, if the user still belongs to it. A dialog that the address asks for comes along. */
function Way({ orgs }: { orgs: readonly Org[] }) {
  const last = lastOrg()
  const org = orgs.find(({ orgid }) => orgid === last) ?? orgs[0]
  return org ? (
    <Navigate to="/org/$orgId/projects" params={{ orgId: org.orgid }} search={now => now} replace />
  ) : (
    <NoOrgs invites={<PendingInvites heading="h2" quiet />} deleted={<DeletedOrgs heading="h2" />} />
  )
}
