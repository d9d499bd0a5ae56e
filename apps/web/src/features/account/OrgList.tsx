import type { Org } from '@plinth/contract/orgs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { columnsFor } from '../../ui/data-table-columns.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

const column = columnsFor<Org>()
/** `leave` draws the way out of an organisation. */
const columnsWith = (leave: (org: Org) => ReactNode) =>
  column.columns([
    column.accessor('orgname', {
      header: 'Name',
      sortFn: 'text',
      size: 300,
      cell: ({ row }) => <OrgLink org={row.original} />,
    }),
    column.accessor(org => org.role.join(', '), { id: 'role', header: 'Role', sortFn: 'text', size: 120 }),
    column.display({
      id: 'leave',
      header: () => <span className="sr-only">Leave</span>,
      size: 80,
      meta: { align: 'right' },
      cell: ({ row }) => leave(row.original),
    }),
  ])

/** The organisations that the user belongs to. */
export function OrgList({ orgs, leave }: { orgs: readonly Org[]; leave: (org: Org) => ReactNode }) {
  const columns = useMemo(() => columnsWith(leave), [leave])
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = orgs.filter(({ orgid, orgname }) => orgname.toLowerCase().includes(wanted) || orgid.includes(wanted))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-base">Organizations</h3>
        <Field label="Find Organization" hideLabel className="w-full sm:w-64">
          <Input
            type="search"
            value={search}
            placeholder="Find Organization"
            onChange={event => setSearch(event.target.value)}
          />
        </Field>
      </div>
      <DataTable
        label="Organizations"
        columns={columns}
        data={found}
        getRowId={org => org.orgid}
        empty={<p className="px-4 py-8 text-center text-muted text-sm">No results</p>}
      />
    </div>
  )
}

function OrgLink({ org: { orgid, orgname } }: { org: Org }) {
  return (
    <Link to="/org/$orgId" params={{ orgId: orgid }} className="inline-flex max-w-full items-center gap-2 rounded-sm">
      <Avatar name={orgname} size="sm" shape="square" uppercase />
      <span className="truncate font-medium hover:underline">{orgname}</span>
    </Link>
  )
}
