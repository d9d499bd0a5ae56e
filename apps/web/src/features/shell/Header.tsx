import type { Credentials } from '@plinth/contract/login'
import { Fragment, type ReactNode } from 'react'
import { HomeLink } from './HomeLink.tsx'
import { NavDrawer } from './NavDrawer.tsx'
import type { NavEntry } from './NavList.tsx'
import { Notifications } from './Notifications.tsx'
import { SearchButton } from './SearchButton.tsx'
import { type OpenProject, StoreButton } from './StoreButton.tsx'
import { UserMenu } from './UserMenu.tsx'

interface HeaderProps {
  nav: { label: string; entries: NavEntry[] } | undefined
  /** For the entries: their button's place is kept. */
  waiting: boolean
  project: OpenProject | undefined
  /** One within the other: organisation, project, kind of asset. */
  switchers: readonly ReactNode[]
  credentials: Credentials | undefined
  inviteCount: number
  notifications: ReactNode
  onSearch: () => void
  onLogout: () => void
}

export function Header({
  nav,
  waiting,
  project,
  switchers,
  credentials,
  notifications,
  onSearch,
  ...menu
}: HeaderProps) {
  return (
    <>
      {nav ? <NavDrawer {...nav} project={project} /> : null}
      {waiting ? <span className="size-8 shrink-0 max-sm:-ml-1 md:hidden" /> : null}
      <HomeLink />
      <div className="flex min-w-0 flex-1 items-center">
        {switchers.map((switcher, depth) =>
          switcher ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: how deep it stands is what it is.
            <Fragment key={depth}>
              {depth > 0 ? (
                <span aria-hidden className="shrink-0 text-border-strong max-sm:hidden">
                  /
                </span>
              ) : null}
              {switcher}
            </Fragment>
          ) : null,
        )}
      </div>
      <SearchButton onClick={onSearch} />
      {project ? <StoreButton project={project} className="max-sm:hidden" /> : null}
      <Notifications>{notifications}</Notifications>
      {credentials ? <UserMenu userid={credentials.userid} email={credentials.email} {...menu} /> : null}
    </>
  )
}
