import type { SentInvite } from '@plinth/contract/invites'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { PagedColumn } from '../../ui/PagedTable.tsx'
import { Time } from '../../ui/Time.tsx'
import { invitedByColumn, roleColumn, sentColumn, whoColumn } from './columns.tsx'
import { PendingActions } from './PendingActions.tsx'
import { pendingQuery } from './queries.ts'
import { SentInvites } from './SentInvites.tsx'

const columnsFor = (orgid: string): PagedColumn<SentInvite>[] => [
  whoColumn,
  roleColumn,
  invitedByColumn,
  sentColumn,
  {
    id: 'expires',
    header: 'Expires',
    width: 14,
    cell: ({ status, expiresat }) =>
      status === 'expired' ? <Badge tone="warning">expired</Badge> : <Time at={expiresat} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 17,
    hideHeader: true,
    align: 'right',
    cell: invite => <PendingActions orgid={orgid} invite={invite} />,
  },
]

const failures = { internal: 'Failed to get invites', external: 'Failed to fetch external invites' }

export function PendingInvites({ orgid }: { orgid: string }) {
  return (
    <SentInvites
      label="Pending invites"
      orgid={orgid}
      query={pendingQuery}
      columns={columnsFor(orgid)}
      failures={failures}
      empty={<EmptyState>No invite waits for an answer.</EmptyState>}
    />
  )
}
