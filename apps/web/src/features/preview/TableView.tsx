import { useVirtualizer } from '@tanstack/react-virtual'
import Papa from 'papaparse'
import { useMemo, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isNumber, type Table, tableOf } from './table.ts'

const rowHeight = 32

type TableViewProps = { text: string; name: string; label: string }

/** Rows in sight are drawn, however many there are. */
export function TableView({ text, name, label }: TableViewProps) {
  const table = useMemo(() => tableOf(rowsOf(text, name)), [text, name])
  const ref = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => ref.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const width = `max(100%, calc(4rem + ${table.widths.reduce((sum, one) => sum + one, 0)}ch))`
  const gridTemplateColumns = `4rem ${table.widths.map(one => `${one}ch`).join(' ')}`
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
        data-keys="arrows"
        className="min-h-0 flex-1 overflow-auto bg-surface text-sm -outline-offset-2"
      >
        <div {...rowgroup} className="sticky top-0 z-10 border-b bg-sunken" style={{ width }}>
          <Row {...{ gridTemplateColumns, table }} number={1} cells={table.head} />
        </div>
        <div {...rowgroup} className="relative" style={{ width, height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div key={index} role="presentation" className="absolute inset-x-0 border-b" style={{ top: start }}>
              <Row {...{ gridTemplateColumns, table }} number={index + 2} cells={table.rows[index] ?? []} />
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

type RowProps = { number: number; cells: readonly string[]; table: Table; gridTemplateColumns: string }

function Row({ number, cells, table, gridTemplateColumns }: RowProps) {
  const isHead = number === 1
  const role = isHead ? 'columnheader' : 'cell'
  return (
    <div {...rowRole(number)} className="grid items-center" style={{ gridTemplateColumns, height: rowHeight }}>
      <span {...rowheader} className="px-2 text-right text-faint text-xs tabular-nums">
        {number}
      </span>
      {table.widths.map((_width, column) => {
        const cell = cells[column] ?? ''
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place.
            key={column}
            {...{ role }}
            title={cell.length > 20 ? cell : undefined}
            // Columns are as wide as so many digits: bold ones on the row itself would make its columns wider than the others.
            className={cx(
              'truncate px-2',
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

/** Which character parts the cells is seen from the text, unless the name says so. */
const rowsOf = (text: string, name: string) =>
  Papa.parse<string[]>(text, { delimiter: /\.tsv$/i.test(name) ? '\t' : '', skipEmptyLines: 'greedy' }).data
