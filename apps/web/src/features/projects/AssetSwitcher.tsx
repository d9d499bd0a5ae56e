import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { assetAreas, type ProjectArea } from '../../lib/areas.ts'
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx'

type AssetSwitcherProps = { orgid: string; projectid: string; here: ProjectArea }

/** Between the kinds of things a project holds. */
export function AssetSwitcher({ orgid, projectid, here }: AssetSwitcherProps) {
  const Icon = here.icon
  return (
    <DropdownMenu
      align="start"
      className="w-52"
      trigger={
        <button
          type="button"
          aria-label={`Asset type: ${here.label}`}
          className="reach-0 flex h-8 shrink-0 items-center justify-center gap-2 rounded-md px-2 font-medium hover:bg-hover max-sm:min-w-9"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="max-md:hidden">{here.label}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint max-sm:hidden" />
        </button>
      }
    >
      {assetAreas.map(({ label, to, icon: AreaIcon }) => (
        <MenuItem key={to} asChild>
          <Link
            to={to}
            params={{ orgId: orgid, projectId: projectid }}
            aria-current={label === here.label ? 'page' : undefined}
          >
            <AreaIcon aria-hidden />
            <span className="flex-1">{label}</span>
            {label === here.label ? <Check aria-hidden className="text-accent" /> : null}
          </Link>
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
