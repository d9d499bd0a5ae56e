import type { AuditEntry } from '@plinth/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorPages } from '../../lib/cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { columnsFor } from '../../ui/data-table-columns.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AuditExport } from './AuditExport.tsx'
import { AuditFilters, anything, type Typed, useFilter } from './AuditFilters.tsx'
import { auditPage, auditQuery } from './audit-queries.ts'
import { actionWords, detailOf } from './audit-words.ts'

const column = columnsFor<AuditEntry>()
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const hour = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const columns = column.columns([
  column.accessor('actorid', {
    header: 'Who',
    enableSorting: false,
    size: 125,
    cell: ({ getValue }) => <Id of={getValue()} />,
  }),
  column.accessor(entry => actionWords[entry.action], {
    id: 'action',
    header: 'What',
    enableSorting: false,
    size: 230,
    cell: ({ getValue, row }) => <Deed name={getValue()} detail={detailOf(row.original)} />,
  }),
  column.accessor('target', {
    header: 'To whom',
    enableSorting: false,
    cell: ({ getValue }) => <Id of={getValue()} />,
  }),
  column.accessor('createdat', {
    header: 'When',
    enableSorting: false,
    size: 145,
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
])

/** The detail stands below: a column of its own would leave none of them enough room on a tablet. */
function Deed({ name, detail }: { name: string; detail: string }) {
  return (
    <div className="min-w-0 py-1.5 max-sm:py-0">
      <div className="sm:truncate">{name}</div>
      {detail && (
        <div title={detail} className="text-muted text-xs sm:truncate">
          {detail}
        </div>
      )}
    </div>
  )
}

function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      <span className="sm:max-lg:block">{day.format(at)}</span>{' '}
      <span className="text-muted sm:max-lg:block sm:max-lg:text-xs">{hour.format(at)}</span>
    </time>
  )
}

/** The whole of it is told when one points at one that was cut off. */
function Id({ of: text }: { of: string }) {
  return (
    <span title={text} className="font-mono text-xs">
      {text}
    </span>
  )
}

export function AuditLog({ orgid }: { orgid: string }) {
  const [typed, setTyped] = useState<Typed>({ action: anything.value, person: '', target: '' })
  const filter = useFilter(orgid, typed)
  const { page, cursor, next, previous } = useCursorPages(JSON.stringify(filter))
  const { data, error, isFetching, refetch } = useQuery(auditQuery(filter, cursor))

  return (
    <section aria-labelledby="audit-log" className="grid gap-3">
      <div>
        <h2 id="audit-log" className="font-semibold text-base">
          Audit log
        </h2>
        <p className="mt-0.5 text-muted text-sm">Who did what in this organization, the newest first.</p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <AuditFilters typed={typed} onChange={change => setTyped(now => ({ ...now, ...change }))} />
        <AuditExport filter={filter} />
      </div>
      {error && !data ? (
        <ErrorState
          title="The audit log could not be loaded."
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <DataTable
          label="Audit log"
          columns={columns}
          data={data?.entries}
          getRowId={({ id }) => String(id)}
          pageSize={auditPage}
          empty={<p className="px-4 py-8 text-center text-muted text-sm">No results</p>}
        />
      )}
      <AuditPages page={page} next={data?.cursor ?? null} onBack={previous} onNext={next} />
    </section>
  )
}

type AuditPagesProps = { page: number; next: string | null; onBack: () => void; onNext: (cursor: string) => void }

/** A log has no last page that anybody could count to. */
function AuditPages({ page, next, onBack, onNext }: AuditPagesProps) {
  if (page === 0 && !next) return null
  return (
    <nav aria-label="Pages of Audit log" className="flex items-center justify-between gap-2 text-muted text-sm">
      <span aria-live="polite" className="tabular-nums">
        Page {page + 1}
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-disabled={page === 0} onClick={onBack}>
          Previous
        </Button>
        <Button size="sm" aria-disabled={!next} onClick={() => next && onNext(next)}>
          Next
        </Button>
      </span>
    </nav>
  )
}
