import { createFileRoute, Navigate } from '@tanstack/react-router'
import { DeletedOrgs } from '../../../features/org-settings/DeletedOrgs.tsx'
import { NoOrgs } from '../../../features/orgs/NoOrgs.tsx'
import { OrgsLoaded } from '../../../features/orgs/OrgsLoaded.tsx'
import { PendingInvites } from '../../../features/received-invites/PendingInvites.tsx'

export const Route = createFileRoute('/_signedin/org/')({
  staticData: { title: 'Organizations' },
  component: () => (
    <OrgsLoaded>
      {([first]) =>
        first ? (
          <Navigate to="/org/$orgId" params={{ orgId: first.orgid }} replace />
        ) : (
          <NoOrgs invites={<PendingInvites heading="h2" quiet />} deleted={<DeletedOrgs heading="h2" />} />
        )
      }
    </OrgsLoaded>
  ),
})
