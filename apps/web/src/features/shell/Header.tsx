import type { Credentials } from '@plinth/contract/login'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { HomeLink } from './HomeLink.tsx'
import { NavDrawer } from './NavDrawer.tsx'
import type { NavEntry } from './NavList.tsx'
import { Notifications } from './Notifications.tsx'
import { SearchButton } from './SearchButton.tsx'
import { UserMenu } from './UserMenu.tsx'

interface HeaderProps {
  nav: { label: string; entries: NavEntry[] } | undefined
  project: { orgId: string; projectId: string } | undefined
  /** One after the other: organisation, and within it project and kind of asset. */
  switcher: ReactNode
  credentials: Credentials | undefined
  inviteCount: number
  notifications: ReactNode
  onSearch: () => void
  onLogout: () => void
}

export function Header({ nav, project, switcher, credentials, notifications, onSearch, ...menu }: HeaderProps) {
  return (
    <>
      {nav ? <NavDrawer {...nav} /> : null}
      <HomeLink />
      <div className="flex min-w-0 flex-1 items-center">{switcher}</div>
      <SearchButton onClick={onSearch} />
      {project ? (
        <Button asChild className="max-sm:hidden">
          <Link to="/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}" params={project}>
            STORE
          </Link>
        </Button>
      ) : null}
      <Notifications>{notifications}</Notifications>
      {credentials ? <UserMenu userid={credentials.userid} email={credentials.email} {...menu} /> : null}
    </>
  )
}
