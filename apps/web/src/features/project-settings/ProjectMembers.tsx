import { may } from '@plinth/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorPages, useLeaveEmptied } from '../../lib/cursor-pages.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { memberCount } from '../../lib/member-count.ts'
import { PAGE_SIZE } from '../../ui/constants.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { AddMember } from './AddMember.tsx'
import type { SettingsProps } from './General.tsx'
import { projectMemberColumns } from './project-member-columns.tsx'
import { projectMembersQuery } from './queries.ts'

const searchDelayMs = 500

export function ProjectMembers(props: SettingsProps) {
  const place = { orgid: props.org.orgid, projectid: props.project.projectid }
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(PAGE_SIZE)
  const search = useDebounced(typed.trim(), searchDelayMs)
  const { page, cursor, next, previous } = useCursorPages(`${search}|${limit}`)
  const list = useQuery(
    projectMembersQuery({ ...place, limit, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) }),
  )
  const { data, error, isPlaceholderData } = list
  const seen = page * limit + (data?.users.length ?? 0)
  const found = search && !isPlaceholderData ? { seen, more: Boolean(data?.cursor) } : undefined
  useLeaveEmptied(data?.users.length === 0 && page > 0 && !isPlaceholderData, previous)

  return (
    <section aria-label="Members" className="grid gap-4">
      {may(props.project.role, 'project.users.manage') ? <AddMember {...place} own={props.project.role} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-muted text-sm tabular-nums">
          {data ? memberCount(data.membercount, found) : ' '}
        </p>
        <Field label="Find a member" hideLabel className="w-full sm:w-72">
          <Input
            type="search"
            value={typed}
            maxLength={100}
            placeholder="Name or user id"
            onChange={event => setTyped(event.target.value)}
          />
        </Field>
      </div>
      {error && !data ? (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title="Failed to fetch the project user list"
            message={error.msg}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : (
        <PagedTable
          label="Members"
          columns={projectMemberColumns(props)}
          rows={data?.users}
          getRowId={member => member.userid}
          empty={<EmptyState>{search ? `Nobody here matches “${search}”.` : 'Nobody is here yet.'}</EmptyState>}
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
      )}
    </section>
  )
}
