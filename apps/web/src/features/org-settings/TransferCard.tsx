import { listOrgUsers } from '@plinth/contract/org-users'
import type { Org } from '@plinth/contract/orgs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useCredentials } from '../../lib/credentials.ts'
import { answer } from '../../lib/query.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useTransferOrg } from './queries.ts'

function useOthers(orgid: string, search: string) {
  const me = useCredentials()?.userid
  const { data, error } = useQuery({
    // A part of what the users screen shows, so that what refreshes that one refreshes this.
    queryKey: ['members', orgid, 'heirs', search],
    queryFn: ({ signal }) => answer(listOrgUsers, { orgid, ...(search ? { search } : {}) }, signal),
    placeholderData: keepPreviousData,
  })
  return { others: data?.users.filter(({ userid }) => userid !== me) ?? [], error }
}

export function TransferCard({ org: { orgid, orgname } }: { org: Org }) {
  const [search, setSearch] = useState('')
  const [heir, setHeir] = useState<string>()
  const [asking, setAsking] = useState(false)
  const transfer = useTransferOrg(orgid)
  const { others, error } = useOthers(orgid, useDeferredValue(search.trim()))
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
          emptyText={error ? 'The members could not be loaded.' : 'No other member found.'}
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
