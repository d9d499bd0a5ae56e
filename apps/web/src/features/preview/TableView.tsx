import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Notice.tsx'
import { rowsOf } from './rows.ts'
import { isNumber, linesOf, type Table, tableOf } from './table.ts'

const rowHeight = 32
const lineHeight = 20

type TableViewProps = {
  text: string
  name: string
  label: string
  /** Rows are as high as their longest cell, which is cut otherwise. */
  wraps: boolean
}

/** Rows in sight are drawn, however many there are. */
export function TableView({ text, name, label, wraps }: TableViewProps) {
  const table = useMemo(() => tableOf(rowsOf(text, name)), [text, name])
  const ref = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => ref.current,
    estimateSize: index =>
      wraps ? rowHeight + (linesOf(table.rows[index] ?? [], table.widths) - 1) * lineHeight : rowHeight,
    overscan: 10,
  })
  const wrapped = useRef(wraps)
  // Rows are of other heights then. The one at the top stays there.
  useLayoutEffect(() => {
    if (wrapped.current === wraps) return
    wrapped.current = wraps
    const first = virtual.range?.startIndex ?? 0
    virtual.measure()
    virtual.scrollToIndex(first, { align: 'start' })
  }, [virtual, wraps])
  // Whoever reads a whole cell does not scroll sideways for it, on a phone either.
  const columns = ['4rem', ...table.widths.map(one => (wraps ? `min(${one}ch, 70vw)` : `${one}ch`))]
  const width = `max(100%, ${columns.join(' + ')})`
  const gridTemplateColumns = columns.join(' ')
  return (
    <>
      {table.hidden > 0 ? (
        <Notice banner>
          This table has {table.hidden.toLocaleString('en')} more columns, which are not shown here. Download it to see
          all.
        </Notice>
      ) : null}
      <div
        {...tableRole(label, table.rows.length + 1)}
        ref={ref}
        data-content
        data-keys="arrows"
        className="min-h-0 flex-1 overflow-auto bg-surface text-sm -outline-offset-2"
      >
        <div {...rowgroup} className="sticky top-0 z-10 border-b bg-sunken" style={{ width }}>
          <Row {...{ gridTemplateColumns, table, wraps }} number={1} cells={table.head} />
        </div>
        <div {...rowgroup} className="relative" style={{ width, height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={`${wraps} ${index}`}
              ref={wraps ? virtual.measureElement : undefined}
              data-index={index}
              role="presentation"
              className="absolute inset-x-0 border-b"
              style={{ top: start }}
            >
              <Row {...{ gridTemplateColumns, table, wraps }} number={index + 2} cells={table.rows[index] ?? []} />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** Rows that are not in sight are not there, each stands at a place of its own: a table's elements do not take that. */
const tableRole = (label: string, rows: number) =>
  ({ role: 'table', tabIndex: 0, 'aria-label': label, 'aria-rowcount': rows }) as const
const rowgroup = { role: 'rowgroup' } as const
const rowRole = (number: number) => ({ role: 'row', 'aria-rowindex': number }) as const
const rowheader = { role: 'rowheader' } as const

type RowProps = {
  number: number
  cells: readonly string[]
  table: Table
  wraps: boolean
  gridTemplateColumns: string
}

function Row({ number, cells, table, wraps, gridTemplateColumns }: RowProps) {
  const isHead = number === 1
  const role = isHead ? 'columnheader' : 'cell'
  return (
    <div
      {...rowRole(number)}
      className={cx('grid', wraps ? '*:py-1.5' : 'items-center')}
      style={{ gridTemplateColumns, [wraps ? 'minHeight' : 'height']: rowHeight }}
    >
      <span {...rowheader} className="px-2 text-right text-faint text-xs/5 tabular-nums">
        {number}
      </span>
      {table.widths.map((_width, column) => {
        const cell = cells[column] ?? ''
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place.
            key={column}
            {...{ role }}
            title={!wraps && cell.length > 20 ? cell : undefined}
            // Columns are as wide as so many digits: bold ones on the row itself would make its columns wider than the others.
            className={cx(
              'px-2',
              wraps ? 'wrap-anywhere whitespace-pre-wrap' : 'truncate',
              isHead && 'font-medium',
              isNumber(isHead ? (table.rows[0]?.[column] ?? '') : cell) && 'text-right tabular-nums',
            )}
          >
            {cell}
          </span>
        )
      })}
    </div>
  )
}
