import { useLeaveEmptied } from '../lib/cursor-pages.ts'
import { memberCount } from '../lib/member-count.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'
import { type PagedColumn, PagedTable } from './PagedTable.tsx'
import type { PagedSearch } from './paged-search.ts'

type MemberListProps<T> = {
  search: PagedSearch
  /** What there is to search by. */
  placeholder: string
  columns: readonly PagedColumn<T>[]
  /** The page that was asked for, as far as it has come. */
  list: {
    data: { users: readonly T[]; membercount: number; cursor: string | null } | undefined
    error: { msg: string } | null
    isPlaceholderData: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  /** What is told where it does not come. */
  failed: string
}

/** The members of something: how many they are, a search among them, and a page of them. */
export function MemberList<T extends { userid: string }>(props: MemberListProps<T>) {
  const { placeholder, columns, list, failed } = props
  const { typed, onType, search, paginationTo } = props.search
  const { data, error, isPlaceholderData } = list
  const pagination = paginationTo(data?.cursor)
  const { page, size, hasNext, onPrevious } = pagination
  const seen = page * size + (data?.users.length ?? 0)
  const found = search && !isPlaceholderData ? { seen, more: hasNext } : undefined
  useLeaveEmptied(data?.users.length === 0 && page > 0 && !isPlaceholderData, onPrevious)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-muted text-sm tabular-nums">
          {data ? memberCount(data.membercount, found) : ' '}
        </p>
        <Field label="Find a member" hideLabel className="w-full sm:w-72">
          <Input
            type="search"
            value={typed}
            maxLength={100}
            placeholder={placeholder}
            onChange={event => onType(event.target.value)}
          />
        </Field>
      </div>
      {error && !data ? (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title={failed}
            message={error.msg}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : (
        <PagedTable
          label="Members"
          columns={columns}
          rows={data?.users}
          getRowId={member => member.userid}
          empty={<EmptyState>{search ? `Nobody here matches “${search}”.` : 'Nobody is here yet.'}</EmptyState>}
          stale={isPlaceholderData}
          pagination={pagination}
        />
      )}
    </>
  )
}
