import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { matchingOrgs } from '../../lib/matching-orgs.ts'
import { useOrgs } from '../../lib/orgs.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type OrgSwitcherProps = {
  orgid: string | undefined
  onCreate: () => void
  /** Absent for those who may not invite. */
  onInvite: (() => void) | undefined
}

export function OrgSwitcher({ orgid, onCreate, onInvite }: OrgSwitcherProps) {
  const { data: orgs, isPending } = useOrgs()
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  if (isPending) return <Skeleton className="h-8 w-32" />

  const options = matchingOrgs(orgs ?? [], search).map(org => ({
    value: org.orgid,
    label: org.orgname,
    icon: <Avatar name={org.orgname} size="sm" shape="square" uppercase />,
  }))
  return (
    <Combobox
      label="Organization"
      options={options}
      {...(orgid ? { value: orgid } : {})}
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
      trigger={<SwitcherButton org={orgs?.find(org => org.orgid === orgid)} />}
    />
  )
}

/** Further attributes, whether it is expanded among them, come from the popover that it opens. */
function SwitcherButton({ org, ...props }: { org: Org | undefined }) {
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-label={org ? `Organization: ${org.orgname}` : 'Organization'}
      {...props}
      className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 font-medium hover:bg-hover"
    >
      {org ? <Avatar name={org.orgname} size="sm" shape="square" uppercase /> : null}
      <span className="max-w-48 truncate">{org?.orgname ?? 'Organizations'}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
    </button>
  )
}
