import {
  type CellData,
  type Header,
  type ReactTable,
  type RowData,
  type SortingState,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { COLUMN_MIN_WIDTH, COLUMN_WIDTH, PAGE_SIZE, SKELETON_ROWS } from './constants.ts'
import { cx } from './cx.ts'
import { type ColumnsOf, dataTableFeatures } from './data-table-columns.ts'
import { Pagination } from './Pagination.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from './Table.tsx'

type Features = typeof dataTableFeatures
type DataTableOf<T extends RowData> = ReactTable<Features, T>

type DataTableProps<T extends RowData> = {
  label: string
  columns: ColumnsOf<T>
  /** Undefined while it loads: skeleton rows stand in. */
  data: T[] | undefined
  getRowId: (row: T) => string
  empty: ReactNode
  skeletonRows?: number
  pageSize?: number
  initialSorting?: SortingState
  isSelected?: (row: T) => boolean
}

const nothing: never[] = []

export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, columns, data, getRowId, empty, skeletonRows = SKELETON_ROWS, isSelected } = props
  const { pageSize = PAGE_SIZE, initialSorting = nothing } = props
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: data ?? nothing,
    getRowId,
    defaultColumn: { size: COLUMN_WIDTH, minSize: COLUMN_MIN_WIDTH },
    initialState: { pagination: { pageIndex: 0, pageSize }, sorting: initialSorting },
    autoResetPageIndex: false,
  })
  const pages = table.getPageCount()
  const page = table.state.pagination.pageIndex
  const { setPageIndex } = table
  // Deleting the last row of the last page must not leave the user on an empty one.
  useEffect(() => {
    if (data && page > 0 && page >= pages) setPageIndex(Math.max(pages - 1, 0))
  }, [data, page, pages, setPageIndex])

  const sortable = table.getAllLeafColumns().some(column => column.getCanSort())
  if (data?.length === 0) return <div className="rounded-lg border bg-surface">{empty}</div>
  return (
    <div className="grid gap-3">
      <Table aria-label={label} aria-busy={!data} className="sm:table-fixed">
        <TableHead kept={sortable}>
          <TableRow className="max-sm:flex max-sm:flex-wrap max-sm:px-3.5">
            {table.getFlatHeaders().map(header => (
              <HeaderCell key={header.id} table={table} header={header} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {data ? (
            <Rows table={table} isSelected={isSelected} />
          ) : (
            <SkeletonRows count={skeletonRows} cells={columns.length} />
          )}
        </TableBody>
      </Table>
      {pages > 1 && (
        <Pagination label={`Pages of ${label}`} page={page} pageCount={pages} onPageChange={setPageIndex} />
      )}
    </div>
  )
}

type HeaderCellProps<T extends RowData> = { table: DataTableOf<T>; header: Header<Features, T, CellData> }

function HeaderCell<T extends RowData>({ table, header }: HeaderCellProps<T>) {
  const { column } = header
  const sorted = column.getIsSorted()
  const Arrow = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown
  const align = column.columnDef.meta?.align
  // Shares of the whole, so that the columns always fit into the page.
  const width = `${(header.getSize() / table.getTotalSize()) * 100}%`
  const content = <table.FlexRender header={header} />
  if (!column.getCanSort()) {
    return (
      <Th align={align} style={{ width }} className="max-sm:hidden">
        {content}
      </Th>
    )
  }
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
  return (
    <Th
      align={align}
      aria-sort={order}
      style={{ width }}
      className="max-sm:flex max-sm:w-auto! max-sm:items-center max-sm:px-0 max-sm:pr-4"
    >
      <button
        type="button"
        onClick={column.getToggleSortingHandler()}
        className={cx(
          'group inline-flex items-center align-middle gap-1 rounded-sm hover:text-text',
          align === 'right' && 'sm:flex-row-reverse',
        )}
      >
        {content}
        <Arrow
          aria-hidden
          className={cx('size-3.5', !sorted && 'sm:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100')}
        />
      </button>
    </Th>
  )
}

type RowsProps<T extends RowData> = { table: DataTableOf<T>; isSelected?: (row: T) => boolean }

function Rows<T extends RowData>({ table, isSelected }: RowsProps<T>) {
  return table.getRowModel().rows.map(row => (
    <TableRow key={row.id} aria-selected={isSelected?.(row.original) || undefined}>
      {row.getAllCells().map((cell, index) => {
        const { meta, header } = cell.column.columnDef
        const text = meta?.label ?? (typeof header === 'string' ? header : undefined)
        return (
          <Td key={cell.id} align={meta?.align} label={index > 0 ? text : undefined} className={meta?.className}>
            <table.FlexRender cell={cell} />
          </Td>
        )
      })}
    </TableRow>
  ))
}

function SkeletonRows({ count, cells }: { count: number; cells: number }) {
  return Array.from({ length: count }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike.
    <TableRow key={row}>
      {Array.from({ length: cells }, (_cell, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: and so are their cells.
        <Td key={cell}>
          <Skeleton className={cell === 0 ? 'h-4 w-3/4' : 'h-4 w-1/2'} />
        </Td>
      ))}
    </TableRow>
  ))
}
