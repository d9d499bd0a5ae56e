import type { SentInvite } from '@plinth/contract/invites'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { PagedColumn } from '../../ui/PagedTable.tsx'
import { Time } from '../../ui/Time.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { invitedByColumn, roleColumn, sentColumn, whoColumn } from './columns.tsx'
import { PendingActions } from './PendingActions.tsx'
import { pendingQuery } from './queries.ts'
import { SentInvites } from './SentInvites.tsx'

type OnCancel = (invite: SentInvite) => void

const columnsFor = (orgid: string, onCancel: OnCancel): PagedColumn<SentInvite>[] => [
  whoColumn,
  roleColumn,
  invitedByColumn,
  sentColumn,
  {
    id: 'expires',
    header: 'Expires',
    width: 16,
    cell: ({ status, expiresat }) =>
      status === 'expired' ? <Badge tone="warning">expired</Badge> : <Time at={expiresat} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 17,
    hideHeader: true,
    align: 'right',
    cell: invite => <PendingActions {...{ orgid, invite, onCancel }} />,
  },
]

const failures = { internal: 'Failed to get invites', external: 'Failed to fetch external invites' }

export function PendingInvites({ orgid }: { orgid: string }) {
  const [cancelling, setCancelling] = useState<SentInvite>()
  return (
    <>
      <SentInvites
        label="Pending invites"
        orgid={orgid}
        query={pendingQuery}
        columns={columnsFor(orgid, setCancelling)}
        failures={failures}
        empty={<EmptyState>No invite waits for an answer.</EmptyState>}
      />
      {cancelling ? <CancelDialog orgid={orgid} invite={cancelling} onClose={() => setCancelling(undefined)} /> : null}
    </>
  )
}
