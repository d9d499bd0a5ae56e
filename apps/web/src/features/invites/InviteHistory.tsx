import type { SentInvite } from '@plinth/contract/invites'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { PagedColumn } from '../../ui/PagedTable.tsx'
import { Time } from '../../ui/Time.tsx'
import { invitedByColumn, roleColumn, sentColumn, whoColumn } from './columns.tsx'
import { historyQuery } from './queries.ts'
import { SentInvites } from './SentInvites.tsx'

const tones = {
  pending: 'neutral',
  accepted: 'success',
  declined: 'danger',
  cancelled: 'neutral',
  expired: 'warning',
} as const satisfies Record<SentInvite['status'], string>

const columns: PagedColumn<SentInvite>[] = [
  { ...whoColumn, width: 23 },
  roleColumn,
  invitedByColumn,
  sentColumn,
  {
    id: 'status',
    header: 'Outcome',
    width: 16,
    cell: ({ status }) => (
      <Badge tone={tones[status]} dot>
        {status}
      </Badge>
    ),
  },
  {
    id: 'answered',
    header: 'When',
    width: 18,
    cell: ({ answeredat, expiresat }) => <Time at={answeredat ?? expiresat} />,
  },
]

const failure = 'Failed to fetch the invite history'

export function InviteHistory({ orgid }: { orgid: string }) {
  return (
    <SentInvites
      label="Invite history"
      orgid={orgid}
      query={historyQuery}
      columns={columns}
      failures={{ internal: failure, external: failure }}
      empty={<EmptyState>No invite has been answered, cancelled or has expired yet.</EmptyState>}
    />
  )
}
