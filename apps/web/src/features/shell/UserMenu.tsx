import { Link } from '@tanstack/react-router'
import { Building2, CircleUser, LifeBuoy, LogOut, Moon } from 'lucide-react'
import { useTheme } from '../../lib/theme.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx'

type UserMenuProps = { userid: string; email: string; inviteCount: number; onLogout: () => void }

const pages = [
  { label: 'Profile', tab: 'profile', icon: CircleUser },
  { label: 'Organizations', tab: 'organization', icon: Building2 },
  { label: 'Support', tab: 'support', icon: LifeBuoy },
] as const

export function UserMenu({ userid, email, inviteCount, onLogout }: UserMenuProps) {
  const { dark, setTheme } = useTheme()
  return (
    <DropdownMenu
      className="w-60"
      trigger={
        <button type="button" className="reach-1 relative shrink-0 rounded-full pointer-coarse:p-0.5">
          <span className="sr-only">Your account: {userid}</span>
          <Avatar name={userid} uppercase />
          {inviteCount > 0 ? <InviteBadge count={inviteCount} /> : null}
        </button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium text-sm">{userid}</p>
        <p className="truncate text-muted text-xs">{email}</p>
      </div>
      <MenuSeparator />
      {pages.map(({ label, tab, icon: Icon }) => (
        <MenuItem key={tab} asChild>
          <Link to="." search={now => ({ ...now, dialog: tab })} state={{ overPage: true }} resetScroll={false}>
            <Icon aria-hidden />
            {label}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={dark}
        shortcut={dark ? 'On' : 'Off'}
        icon={<Moon aria-hidden />}
        onSelect={event => {
          // The menu stays, so that the change can be seen and taken back.
          event.preventDefault()
          setTheme(dark ? 'light' : 'dark')
        }}
      >
        Dark mode
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onLogout}>
        Logout
      </MenuItem>
    </DropdownMenu>
  )
}

function InviteBadge({ count }: { count: number }) {
  return (
    <span className="absolute -top-1.5 -right-1.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 font-semibold text-[10px] text-on-accent tabular-nums ring-2 ring-surface">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">, {count === 1 ? '1 pending invite' : `${count} pending invites`}</span>
    </span>
  )
}
