import { listOrgUsers } from '@plinth/contract/org-users'
import type { Org } from '@plinth/contract/orgs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCredentials } from '../../lib/credentials.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { answer } from '../../lib/query.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useTransferOrg } from './queries.ts'

const searchDelayMs = 500

function useOthers(orgid: string, typed: string) {
  const me = useCredentials()?.userid
  const search = useDebounced(typed, searchDelayMs)
  const { data, error, isFetching } = useQuery({
    // A part of what the users screen shows, so that what refreshes that one refreshes this.
    queryKey: ['members', orgid, 'heirs', search],
    queryFn: ({ signal }) => answer(listOrgUsers, { orgid, ...(search ? { search } : {}) }, signal),
    placeholderData: keepPreviousData,
  })
  const others = data?.users.filter(({ userid }) => userid !== me) ?? []
  return { others, error, waiting: isFetching || search !== typed }
}

export function TransferCard({ org: { orgid, orgname } }: { org: Org }) {
  const [search, setSearch] = useState('')
  const [heir, setHeir] = useState<string>()
  const [asking, setAsking] = useState(false)
  const transfer = useTransferOrg(orgid)
  const { others, error, waiting } = useOthers(orgid, search.trim())
  const options = others.map(({ userid, name }) => ({
    value: userid,
    label: name,
    note: (
      <span title={userid} className="block max-w-20 truncate font-mono sm:max-w-32">
        {userid}
      </span>
    ),
    icon: <Avatar name={userid} size="sm" uppercase />,
  }))
  return (
    <Card
      danger
      title="Transfer ownership"
      description="Another member becomes the Owner in your place, and you become an Admin."
    >
      <div className="flex flex-wrap gap-2">
        <Combobox
          label="New Owner"
          className="w-64 max-w-full sm:w-80"
          {...{ options, search }}
          {...(heir ? { value: heir } : {})}
          placeholder="Choose a member"
          searchPlaceholder="Search members..."
          emptyText={error ? 'The members could not be loaded.' : waiting ? 'Searching...' : 'No other member found.'}
          onSearchChange={setSearch}
          onValueChange={setHeir}
          filter={false}
        />
        <Button aria-disabled={!heir} onClick={() => setAsking(true)}>
          Transfer
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        description={`${heir} becomes the Owner of ${orgname}. Only they can give it back.`}
        confirmLabel="Transfer"
        confirmId={orgid}
        pending={transfer.isPending}
        onConfirm={() => heir && transfer.mutate(heir, { onSuccess: () => setAsking(false) })}
      />
    </Card>
  )
}
