import type { AccessToken } from '@plinth/contract/access-tokens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { columnsFor } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { accessTokensQuery, useRevokeAccessToken } from './queries.ts'
import { Section } from './Section.tsx'
import { dayOf, scopes } from './token-choices.ts'

const column = columnsFor<AccessToken>()
const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    size: 200,
    enableSorting: false,
    cell: cell => <span title={cell.getValue()}>{cell.getValue()}</span>,
  }),
  column.accessor('scope', {
    header: 'May',
    size: 110,
    enableSorting: false,
    cell: cell => scopes[cell.getValue()].label,
  }),
  column.accessor('lastseenat', {
    header: 'Last used',
    size: 110,
    enableSorting: false,
    cell: cell => <LastUsed at={cell.getValue()} />,
  }),
  column.accessor('expiresat', {
    header: 'Expires',
    size: 110,
    enableSorting: false,
    cell: cell => <Expires at={cell.getValue()} />,
  }),
  column.display({
    id: 'revoke',
    header: () => <span className="sr-only">Revoke</span>,
    size: 90,
    meta: { align: 'right' },
    cell: cell => <Revoke {...cell.row.original} />,
  }),
])

export function TokensContent() {
  const list = useQuery(accessTokensQuery)
  // Not with its button: that goes when the list turns out to be empty, or is no longer, and would take the token along.
  const [creating, setCreating] = useState(false)
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      Create token
    </Button>
  )
  return (
    <Section
      title="Access tokens"
      description={
        <>
          For scripts, in place of your password. The{' '}
          <Link to="/api/docs" className="font-medium text-accent underline underline-offset-2">
            API reference
          </Link>{' '}
          shows what they can do with one.
        </>
      }
      action={list.data?.length ? create : null}
    >
      {list.error && !list.data ? (
        <LoadFailed title="Your access tokens could not be loaded" list={list} />
      ) : (
        <DataTable
          label="Access tokens"
          columns={columns}
          data={list.data}
          getRowId={token => token.tokenid}
          empty={
            <EmptyState icon={<KeyRound />} action={create}>
              You have no access tokens yet.
            </EmptyState>
          }
        />
      )}
      {creating ? <CreateTokenDialog onClose={() => setCreating(false)} /> : null}
    </Section>
  )
}

const LastUsed = ({ at }: { at: number | null }) => (at === null ? 'never' : <Time at={at} />)

const Expires = ({ at }: { at: number }) => (at <= Date.now() ? <Badge tone="danger">expired</Badge> : dayOf(at))

function Revoke({ tokenid, name }: AccessToken) {
  const revoke = useRevokeAccessToken()
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke the token ${name}`}
      description={`Scripts that use the token ${name} are refused from now on. This cannot be undone.`}
      confirmLabel="Revoke token"
      pending={revoke.isPending}
      onConfirm={close => revoke.mutate({ tokenid }, { onSuccess: close })}
    />
  )
}
