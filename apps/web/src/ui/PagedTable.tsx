import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { CursorPagination, type CursorPaginationProps } from './CursorPagination.tsx'
import { PAGE_SIZE, SKELETON_ROWS } from './constants.ts'
import { cx } from './cx.ts'
import { Skeleton } from './Skeleton.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from './Table.tsx'

type Order = 'ascending' | 'descending' | 'none'

export type PagedColumn<T> = {
  id: string
  header: string
  /** Its share of the whole width, in percent. */
  width: number
  /** A heading for screen readers alone, as for buttons. */
  hideHeader?: boolean
  /** One small button, which the list of small screens shows in the upper corner of the row. */
  corner?: true
  align?: 'right'
  /** Left out between 640 and 1024 px, where the columns would have no room. */
  roomy?: true
  sort?: { order: Order; onToggle: () => void }
  cell: (row: T) => ReactNode
}

type PagedTableProps<T> = {
  label: string
  columns: readonly PagedColumn<T>[]
  /** One page, in the server's order. Undefined while it loads: skeleton rows stand in. */
  rows: readonly T[] | undefined
  getRowId: (row: T) => string
  empty: ReactNode
  /** The rows of another page still stand there while this one loads. */
  stale?: boolean
  pagination: Omit<CursorPaginationProps, 'label'>
}

/** A table whose order, search and pages are the server's. */
export function PagedTable<T>({ label, columns, rows, getRowId, empty, stale, pagination }: PagedTableProps<T>) {
  const { page, hasNext, size } = pagination
  const paged = page > 0 || hasNext || size !== PAGE_SIZE
  if (rows?.length === 0 && page === 0) return <div className="rounded-lg border bg-surface">{empty}</div>
  return (
    <div className="grid gap-3">
      <Table aria-label={label} aria-busy={!rows || stale} className={cx('sm:table-fixed', stale && 'opacity-60')}>
        <TableHead kept={columns.some(column => column.sort)}>
          <TableRow className="max-sm:flex max-sm:flex-wrap max-sm:px-3.5">
            {columns.map(column => (
              <HeaderCell key={column.id} {...column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows?.map(row => (
            <TableRow key={getRowId(row)} className="max-sm:relative">
              {columns.map(({ id, header, hideHeader, corner, align, roomy, cell }, index) => (
                <Td
                  key={id}
                  align={align}
                  label={index > 0 && !hideHeader ? header : undefined}
                  className={cx('max-sm:empty:hidden', roomy && roomOnly, corner && inCorner)}
                >
                  {cell(row)}
                </Td>
              ))}
            </TableRow>
          )) ?? <SkeletonRows columns={columns.length} />}
        </TableBody>
      </Table>
      {rows && paged && <CursorPagination label={`Pages of ${label}`} {...pagination} />}
    </div>
  )
}

type HeaderCellProps = Pick<PagedColumn<never>, 'header' | 'width' | 'hideHeader' | 'align' | 'roomy' | 'sort'>

const roomOnly = 'sm:max-lg:hidden'
const inCorner = 'max-sm:absolute max-sm:top-2.5 max-sm:right-0 max-sm:bg-surface max-sm:pl-1'

function HeaderCell({ header, width, hideHeader, align, roomy, sort }: HeaderCellProps) {
  if (!sort) {
    return (
      <Th align={align} style={{ width: `${width}%` }} className={cx('max-sm:hidden', roomy && roomOnly)}>
        {hideHeader ? <span className="sr-only">{header}</span> : header}
      </Th>
    )
  }
  const { order, onToggle } = sort
  const Arrow = order === 'ascending' ? ArrowUp : order === 'descending' ? ArrowDown : ArrowUpDown
  const quiet = order === 'none' && 'sm:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'
  return (
    <Th
      aria-sort={order}
      style={{ width: `${width}%` }}
      className="max-sm:flex max-sm:w-auto! max-sm:items-center max-sm:px-0 max-sm:pr-4"
    >
      <button
        type="button"
        onClick={onToggle}
        className="group inline-flex items-center gap-1 rounded-sm align-middle hover:text-text"
      >
        {header}
        <Arrow aria-hidden className={cx('size-3.5', quiet)} />
      </button>
    </Th>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike.
    <TableRow key={row}>
      {Array.from({ length: columns }, (_cell, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: and so are their cells.
        <Td key={cell}>
          {cell === 0 ? (
            <span className="flex items-center gap-2.5 py-2">
              <Skeleton circle className="size-7 shrink-0" />
              <span className="grid flex-1 gap-1.5">
                <Skeleton className="h-3.5 w-1/2" />
                <Skeleton className="h-3 w-3/4" />
              </span>
            </span>
          ) : (
            <Skeleton className="h-4 w-1/2" />
          )}
        </Td>
      ))}
    </TableRow>
  ))
}
