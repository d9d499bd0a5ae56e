import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { matchingOrgs } from '../../lib/matching-orgs.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ComboboxList } from '../../ui/ComboboxList.tsx'

type OrgSwitcherListProps = {
  orgs: readonly Org[]
  orgid: string | undefined
  onPicked: () => void
  onCreate: () => void
  onInvite: (() => void) | undefined
}

export function OrgSwitcherList({ orgs, orgid, onPicked, onCreate, onInvite }: OrgSwitcherListProps) {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const options = matchingOrgs(orgs, search).map(org => ({
    value: org.orgid,
    label: org.orgname,
    icon: <Avatar name={org.orgname} size="sm" shape="square" uppercase />,
  }))
  return (
    <ComboboxList
      autoFocus
      label="Organization"
      options={options}
      {...(orgid ? { value: orgid } : {})}
      onPicked={onPicked}
      onValueChange={picked => void navigate({ to: '/org/$orgId', params: { orgId: picked } })}
      search={search}
      onSearchChange={setSearch}
      filter={false}
      searchPlaceholder="Search org..."
      emptyText="No org found."
      actions={[
        ...(onInvite ? [{ label: 'Invite people', icon: <UserPlus aria-hidden />, onSelect: onInvite }] : []),
        { label: 'Create a new Org', icon: <Plus aria-hidden />, onSelect: onCreate },
      ]}
    />
  )
}
