import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { columnsFor } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Section } from './Section.tsx'

type Entry = { name: string; by: string; changed: number; size: number }

const many: Entry[] = Array.from({ length: 34 }, (_, n) => ({
  name: n === 1 ? `a-very-long-name-${'x'.repeat(183)}` : `transect-${n + 1}.tif`,
  by: ['mara', 'jon', 'ines'][n % 3] ?? 'mara',
  changed: Date.UTC(2026, 10, 1 + (n % 14)),
  size: (n * 7919) % 600,
}))

const column = columnsFor<Entry>()
const columns = column.columns([
  column.accessor('name', { header: 'Name', size: 320 }),
  column.accessor('changed', {
    header: 'Changed',
    cell: cell => new Date(cell.getValue()).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' }),
  }),
  column.accessor('by', { header: 'By', enableSorting: false }),
  column.accessor('size', { header: 'Size', cell: cell => `${cell.getValue()} MB`, meta: { align: 'right' } }),
])

const shapes: Record<string, Entry[] | undefined> = { full: many, empty: [], loading: undefined }

function FilesTable({ data, label }: { data: Entry[] | undefined; label: string }) {
  return (
    <DataTable
      label={label}
      columns={columns}
      data={data}
      getRowId={row => row.name}
      isSelected={row => row.name === 'transect-3.tif'}
      empty={
        <EmptyState action={<Button variant="primary">Upload</Button>}>
          This folder is empty. Upload the first file.
        </EmptyState>
      }
    />
  )
}

export function DataSection() {
  const [shape, setShape] = useState('full')
  const tabs = Object.entries(shapes).map(([value, data]) => ({
    value,
    label: value,
    content: <FilesTable data={data} label={`Files, ${value}`} />,
  }))
  return (
    <Section title="Tabs and tables">
      <Tabs label="State of the table" tabs={tabs} value={shape} onValueChange={setShape} />
      <Table aria-label="Roles">
        <TableHead>
          <TableRow>
            <Th>Role</Th>
            <Th>What it may do</Th>
          </TableRow>
        </TableHead>
        <TableBody>
          <TableRow>
            <Td>Owner</Td>
            <Td label="May">Everything</Td>
          </TableRow>
          <TableRow>
            <Td>Member</Td>
            <Td label="May">See projects</Td>
          </TableRow>
        </TableBody>
      </Table>
    </Section>
  )
}
