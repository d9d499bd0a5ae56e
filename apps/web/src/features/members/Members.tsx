import type { Org } from '@plinth/contract/orgs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCredentials } from '../../lib/credentials.ts'
import { useCursorPages, useLeaveEmptied } from '../../lib/cursor-pages.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { memberCount } from '../../lib/member-count.ts'
import { PAGE_SIZE } from '../../ui/constants.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { type MemberSort, memberColumns } from './member-columns.tsx'
import { membersQuery } from './queries.ts'

const searchDelayMs = 400

type MembersProps = {
  org: Pick<Org, 'orgid' | 'orgname'>
  /** Whom to look for at first. */
  find: string
}

export function Members({ org, find }: MembersProps) {
  const [typed, setTyped] = useState(find)
  const [sort, setSort] = useState<MemberSort>('name')
  const [limit, setLimit] = useState(PAGE_SIZE)
  const own = useCredentials()?.userid
  const search = useDebounced(typed.trim(), searchDelayMs)
  const pages = useCursorPages(`${search}|${sort}|${limit}`)
  const { page, cursor, previous } = pages
  const list = useQuery(
    membersQuery({ orgid: org.orgid, sort, limit, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) }),
  )
  const { data, error, isPlaceholderData } = list
  const seen = page * limit + (data?.users.length ?? 0)
  const found = search && !isPlaceholderData ? { seen, more: Boolean(data?.cursor) } : undefined

  const emptied = data?.users.length === 0 && page > 0 && !isPlaceholderData
  useLeaveEmptied(emptied, previous)

  return (
    <section aria-label="Members" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-muted text-sm tabular-nums">
          {data ? memberCount(data.membercount, found) : ' '}
        </p>
        <Field label="Find a member" hideLabel className="w-full sm:w-72">
          <Input
            type="search"
            value={typed}
            maxLength={100}
            placeholder="Name, user id or e-mail"
            onChange={event => setTyped(event.target.value)}
          />
        </Field>
      </div>
      {error && !data ? (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title="Failed to fetch the user list"
            message={error.msg}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : (
        <PagedTable
          label="Members"
          columns={memberColumns({ org, own, sort: search ? undefined : sort, onSort: setSort })}
          rows={data?.users}
          getRowId={member => member.userid}
          empty={<EmptyState>{search ? `Nobody here matches “${search}”.` : 'Nobody is here yet.'}</EmptyState>}
          stale={isPlaceholderData}
          pagination={{
            page,
            hasNext: Boolean(data?.cursor),
            onPrevious: previous,
            onNext: () => data?.cursor && pages.next(data.cursor),
            size: limit,
            onSizeChange: setLimit,
          }}
        />
      )}
    </section>
  )
}
