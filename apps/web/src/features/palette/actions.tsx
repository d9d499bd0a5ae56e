import { FolderPlus, Keyboard, LogOut, type LucideIcon, Monitor, Moon, Plus, Sun, UserPlus } from 'lucide-react'
import { type Theme, useTheme } from '../../lib/theme.ts'
import type { EntryGroup } from './entries.ts'

/** What can be done from anywhere. Absent is what the user may not do. */
export interface PaletteActions {
  onCreateProject: (() => void) | undefined
  onInvite: (() => void) | undefined
  onCreateOrg: () => void
  onHelp: () => void
  onLogout: () => void
}

const themes: readonly { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
  { theme: 'system', label: "The system's theme", icon: Monitor },
]

export function useActions({ onCreateProject, onInvite, onCreateOrg, onHelp, onLogout }: PaletteActions): EntryGroup[] {
  const { setTheme } = useTheme()
  const lines: { label: string; icon: LucideIcon; act: (() => void) | undefined }[] = [
    { label: 'Create a new project', icon: FolderPlus, act: onCreateProject },
    { label: 'Invite people', icon: UserPlus, act: onInvite },
    { label: 'Create a new Org', icon: Plus, act: onCreateOrg },
    ...themes.map(({ theme, label, icon }) => ({ label, icon, act: () => setTheme(theme) })),
    { label: 'Keyboard shortcuts', icon: Keyboard, act: onHelp },
    { label: 'Logout', icon: LogOut, act: onLogout },
  ]
  const entries = lines.flatMap(({ label, icon: Icon, act }) =>
    act ? [{ id: `do:${label}`, label, icon: <Icon aria-hidden />, act }] : [],
  )
  return [{ heading: 'Actions', entries }]
}
