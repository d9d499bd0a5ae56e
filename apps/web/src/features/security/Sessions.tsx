import type { ResponseOf } from '@plinth/contract/call'
import type { listSessions } from '@plinth/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { columnsFor } from '../../ui/data-table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { deviceName } from './device-name.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts'
import { Section } from './Section.tsx'

type Session = ResponseOf<typeof listSessions>['sessions'][number]

const column = columnsFor<Session>()
const columns = column.columns([
  column.accessor('device', {
    header: 'Device',
    size: 260,
    enableSorting: false,
    cell: cell => <Device {...cell.row.original} />,
  }),
  column.accessor('address', {
    header: 'Address',
    enableSorting: false,
    cell: cell => (
      <span className="font-mono text-xs" title={cell.getValue()}>
        {cell.getValue()}
      </span>
    ),
  }),
  column.accessor('lastseenat', {
    header: 'Last seen',
    enableSorting: false,
    cell: cell => <LastSeen {...cell.row.original} />,
  }),
  column.display({
    id: 'revoke',
    header: () => <span className="sr-only">Revoke</span>,
    size: 90,
    meta: { align: 'right', className: 'max-sm:empty:hidden' },
    cell: cell => <Revoke {...cell.row.original} />,
  }),
])

export function Sessions() {
  const list = useQuery(sessionsQuery)
  const sessions = useMemo(() => list.data?.toSorted((a, b) => Number(b.current) - Number(a.current)), [list.data])
  const others = sessions?.some(session => !session.current)
  return (
    <Section
      id="sessions"
      title="Sessions"
      description="Where you are signed in. A session ends by itself after 30 days without use."
      action={others ? <RevokeOthers /> : null}
    >
      {list.error && !sessions ? (
        <LoadFailed title="Your sessions could not be loaded" list={list} />
      ) : (
        <DataTable
          label="Sessions"
          columns={columns}
          data={sessions}
          getRowId={session => session.sessionid}
          empty={<p className="p-4 text-muted text-sm">You are signed in nowhere.</p>}
        />
      )}
    </Section>
  )
}

function Device({ device, current }: Session) {
  return (
    <span className="flex min-w-0 items-center gap-2" title={device}>
      <span className="truncate">{deviceName(device)}</span>
      {current ? <Badge tone="success">this device</Badge> : null}
    </span>
  )
}

const LastSeen = ({ lastseenat, current }: Session) => (current ? 'now' : <Time at={lastseenat} />)

function Revoke({ sessionid, device, current }: Session) {
  const end = useEndSession()
  if (current) return null
  return (
    <Button
      size="sm"
      aria-label={`Revoke the session on ${deviceName(device)}`}
      pending={end.isPending}
      onClick={() => end.mutate({ sessionid })}
    >
      Revoke
    </Button>
  )
}

function RevokeOthers() {
  const end = useEndOtherSessions()
  return (
    <ConfirmButton
      label="Revoke all others"
      description="Every device but this one has to sign in again. Text that is typed there and not saved may be lost."
      confirmLabel="Revoke all others"
      pending={end.isPending}
      onConfirm={close => end.mutate({}, { onSuccess: close })}
    />
  )
}
