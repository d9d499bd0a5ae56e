import type { Org } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { CircleUser, Keyboard, LogOut, Monitor, Moon, Plus, Sun, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type Theme, useTheme } from '../../lib/theme.ts'
import { CommandGroup, CommandItem } from '../../ui/Command.tsx'
import { CommandPalette } from '../../ui/CommandPalette.tsx'
import { AreaItems } from './AreaItems.tsx'
import { OrgItems } from './OrgItems.tsx'

export interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  orgs: readonly Org[]
  /** The one that the page belongs to. */
  org: Org | undefined
  projectid: string | undefined
  onCreateOrg: () => void
  /** Absent for those who may not invite. */
  onInvite: (() => void) | undefined
  onHelp: () => void
  onLogout: () => void
}

const themes = [
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
  { theme: 'system', label: "The system's theme", icon: Monitor },
] as const satisfies { theme: Theme; label: string; icon: typeof Sun }[]

export function Palette({ open, onOpenChange, orgs, org, projectid, ...actions }: PaletteProps) {
  const navigate = useNavigate()
  const { setTheme } = useTheme()
  const [search, setSearch] = useState('')
  const run = (act: () => void) => () => {
    onOpenChange(false)
    setSearch('')
    act()
  }
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      label="Search or jump to"
      placeholder="Search or jump to"
      emptyText="Nothing matches."
      search={search}
      onSearchChange={setSearch}
    >
      {org ? <AreaItems org={org} projectid={projectid} run={run} /> : null}
      <OrgItems orgs={orgs} search={search} run={run} />
      <CommandGroup heading="Actions">
        {actions.onInvite ? (
          <CommandItem onSelect={run(actions.onInvite)}>
            <UserPlus aria-hidden />
            Invite people
          </CommandItem>
        ) : null}
        <CommandItem onSelect={run(actions.onCreateOrg)}>
          <Plus aria-hidden />
          Create a new Org
        </CommandItem>
        <CommandItem onSelect={run(() => void navigate({ to: '/settings' }))}>
          <CircleUser aria-hidden />
          Profile
        </CommandItem>
        {themes.map(({ theme, label, icon: Icon }) => (
          <CommandItem key={theme} onSelect={run(() => setTheme(theme))}>
            <Icon aria-hidden />
            {label}
          </CommandItem>
        ))}
        <CommandItem onSelect={run(actions.onHelp)}>
          <Keyboard aria-hidden />
          Keyboard shortcuts
        </CommandItem>
        <CommandItem onSelect={run(actions.onLogout)}>
          <LogOut aria-hidden />
          Logout
        </CommandItem>
      </CommandGroup>
    </CommandPalette>
  )
}
