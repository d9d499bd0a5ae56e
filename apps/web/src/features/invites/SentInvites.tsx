import type { RequestOf } from '@plinth/contract/call'
import type { listPendingInvites, SentInvite } from '@plinth/contract/invites'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCursorPages, useLeaveEmptied } from '../../lib/cursor-pages.ts'
import { PAGE_SIZE } from '../../ui/constants.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { type PagedColumn, PagedTable } from '../../ui/PagedTable.tsx'
import { Segments } from '../../ui/Segments.tsx'
import type { historyQuery, pendingQuery } from './queries.ts'

const kinds = [
  { value: 'internal', label: 'With an account' },
  { value: 'external', label: 'By e-mail' },
] as const

type Kind = (typeof kinds)[number]['value']

type SentInvitesProps = {
  label: string
  orgid: string
  query: (page: RequestOf<typeof listPendingInvites>) => ReturnType<typeof pendingQuery | typeof historyQuery>
  columns: readonly PagedColumn<SentInvite>[]
  failures: Record<Kind, string>
  empty: ReactNode
}

/** Invites that were sent, either to people with an account or to addresses, page by page. */
export function SentInvites({ label, orgid, query, columns, failures, empty }: SentInvitesProps) {
  const [kind, setKind] = useState<Kind>('internal')
  return (
    <section aria-label={label} className="grid justify-items-start gap-3">
      <Segments label="Which invites" options={kinds} value={kind} onValueChange={setKind} />
      <div className="w-full min-w-0">
        <InviteList
          key={kind}
          {...{ label, orgid, query, columns, empty }}
          isexternal={kind === 'external'}
          failure={failures[kind]}
        />
      </div>
    </section>
  )
}

type InviteListProps = Omit<SentInvitesProps, 'failures'> & { isexternal: boolean; failure: string }

function InviteList({ label, orgid, query, columns, empty, isexternal, failure }: InviteListProps) {
  const [limit, setLimit] = useState(PAGE_SIZE)
  const { page, cursor, next, previous } = useCursorPages(String(limit))
  const list = useQuery(query({ orgid, isexternal, limit, ...(cursor ? { cursor } : {}) }))
  const { data, error, isFetching, isPlaceholderData, refetch } = list

  const emptied = data?.invites.length === 0 && page > 0 && !isPlaceholderData
  useLeaveEmptied(emptied, previous)

  if (error && !data) {
    return (
      <div className="rounded-lg border bg-surface">
        <ErrorState title={failure} message={error.msg} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    )
  }
  return (
    <PagedTable
      label={label}
      columns={columns}
      rows={data?.invites}
      getRowId={invite => invite.id}
      empty={empty}
      stale={isPlaceholderData}
      pagination={{
        page,
        hasNext: Boolean(data?.cursor),
        onPrevious: previous,
        onNext: () => data?.cursor && next(data.cursor),
        size: limit,
        onSizeChange: setLimit,
      }}
    />
  )
}
