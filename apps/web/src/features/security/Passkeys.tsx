import type { Passkey } from '@plinth/contract/passkeys'
import { useQuery } from '@tanstack/react-query'
import { whyNoPasskeys } from '../../lib/passkeys.ts'
import { useUser } from '../../lib/user.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { columnsFor } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { passkeysQuery, useRemovePasskey } from './queries.ts'
import { Section } from './Section.tsx'

const column = columnsFor<Passkey>()
const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    size: 260,
    enableSorting: false,
    cell: cell => <span title={cell.getValue()}>{cell.getValue()}</span>,
  }),
  column.accessor('createdat', { header: 'Added', enableSorting: false, cell: cell => <Time at={cell.getValue()} /> }),
  column.accessor('lastusedat', {
    header: 'Last used',
    enableSorting: false,
    cell: cell => <LastUsed at={cell.getValue()} />,
  }),
  column.display({
    id: 'remove',
    header: () => <span className="sr-only">Remove</span>,
    size: 90,
    meta: { align: 'right' },
    cell: cell => <Remove {...cell.row.original} />,
  }),
])

export function Passkeys() {
  const list = useQuery(passkeysQuery)
  const { data: user } = useUser()
  const missing = whyNoPasskeys()
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face, PIN or a security key: instead of the password, or in place of the app's code after it."
      action={list.data && user && !missing ? <AddPasskeyDialog user={user} /> : null}
    >
      {missing ? <Notice tone="warning">{missing}</Notice> : null}
      {list.error && !list.data ? (
        <LoadFailed title="Your passkeys could not be loaded" list={list} />
      ) : (
        <DataTable
          label="Passkeys"
          columns={columns}
          data={list.data}
          getRowId={passkey => passkey.passkeyid}
          skeletonRows={1}
          empty={<EmptyState>You have no passkeys yet.</EmptyState>}
        />
      )}
    </Section>
  )
}

const LastUsed = ({ at }: { at: number | null }) => (at === null ? 'never' : <Time at={at} />)

function Remove({ passkeyid, name }: Passkey) {
  const remove = useRemovePasskey()
  return (
    <ConfirmButton
      label="Remove"
      name={`Remove the passkey ${name}`}
      description={`The passkey ${name} no longer signs you in. Your device may go on offering it until you delete it there too.`}
      confirmLabel="Remove passkey"
      pending={remove.isPending}
      onConfirm={close => remove.mutate({ passkeyid }, { onSuccess: close })}
    />
  )
}
