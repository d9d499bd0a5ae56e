import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { matchingOrgs } from '../../lib/matching-orgs.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CommandGroup, CommandItem } from '../../ui/Command.tsx'

type OrgItemsProps = { orgs: readonly Org[]; search: string; run: (act: () => void) => () => void }

export function OrgItems({ orgs, search, run }: OrgItemsProps) {
  const navigate = useNavigate()
  const found = matchingOrgs(orgs, search)
  if (found.length === 0) return null
  return (
    <CommandGroup heading="Organizations">
      {found.map(({ orgid, orgname }) => (
        <CommandItem
          key={orgid}
          value={`org:${orgid}`}
          keywords={[orgname]}
          onSelect={run(() => void navigate({ to: '/org/$orgId', params: { orgId: orgid } }))}
        >
          <Avatar name={orgname} size="sm" shape="square" uppercase />
          <span className="min-w-0 flex-1 truncate">{orgname}</span>
          <span className="shrink-0 truncate font-mono text-faint text-xs">{orgid}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  )
}
