import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { orgAreasFor, projectAreas } from '../../lib/areas.ts'
import { CommandGroup, CommandItem } from '../../ui/Command.tsx'

type AreaItemsProps = { org: Org; projectid: string | undefined; run: (act: () => void) => () => void }

/** The areas of where the user is. */
export function AreaItems({ org, projectid, run }: AreaItemsProps) {
  const navigate = useNavigate()
  return (
    <>
      {projectid ? (
        <CommandGroup heading={`Project ${projectid}`}>
          {projectAreas.map(({ label, to, icon: Icon }) => (
            <CommandItem
              key={to}
              value={to}
              keywords={[label]}
              onSelect={run(() => void navigate({ to, params: { orgId: org.orgid, projectId: projectid } }))}
            >
              <Icon aria-hidden />
              {label}
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
      <CommandGroup heading={org.orgname}>
        {orgAreasFor(org.role).map(({ label, to, icon: Icon, search }) => (
          <CommandItem
            key={to}
            value={to}
            keywords={[label]}
            onSelect={run(() => void navigate({ to, params: { orgId: org.orgid }, search: search ?? {} }))}
          >
            <Icon aria-hidden />
            {label}
          </CommandItem>
        ))}
      </CommandGroup>
    </>
  )
}
