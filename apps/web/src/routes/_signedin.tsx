import { may } from '@plinth/contract/permissions'
import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { profileSearch } from '../features/account/profile-tabs.ts'
import { OrgSwitcher } from '../features/orgs/OrgSwitcher.tsx'
import { InviteNotifications } from '../features/received-invites/InviteNotifications.tsx'
import { receivedInvitesQuery, useReceivedInvites } from '../features/received-invites/queries.ts'
import { UnverifiedBanner } from '../features/recovery/UnverifiedBanner.tsx'
import { leave } from '../features/session/logout.ts'
import { Header } from '../features/shell/Header.tsx'
import { navEntries } from '../features/shell/nav-entries.ts'
import { Shell } from '../features/shell/Shell.tsx'
import { Sidebar } from '../features/shell/Sidebar.tsx'
import { getCredentials, useCredentials } from '../lib/credentials.ts'
import { startEvents } from '../lib/events.ts'
import { needsSignin } from '../lib/guards.ts'
import { orgsQuery, useOrgs } from '../lib/orgs.ts'
import { queryClient } from '../lib/query.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { userQuery } from '../lib/user.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'

export const Route = createFileRoute('/_signedin')({
  validateSearch: profileSearch,
  beforeLoad: needsSignin,
  loader: () => {
    void queryClient.prefetchQuery(orgsQuery)
    void queryClient.prefetchQuery(userQuery)
    void queryClient.prefetchQuery(receivedInvitesQuery)
  },
  component: SignedIn,
})

// These are opened by a key or a click, so they need not come with the page.
const CreateOrgDialog = lazy(() =>
  import('../features/orgs/CreateOrgDialog.tsx').then(file => ({ default: file.CreateOrgDialog })),
)
const InvitePeopleDialog = lazy(() =>
  import('../features/invites/InvitePeopleDialog.tsx').then(file => ({ default: file.InvitePeopleDialog })),
)
const ProfileOverlay = lazy(() =>
  import('./_signedin/-profile-overlay.tsx').then(file => ({ default: file.ProfileOverlay })),
)
const Palette = lazy(() => import('../features/palette/Palette.tsx').then(file => ({ default: file.Palette })))
const ShortcutList = lazy(() =>
  import('../features/palette/ShortcutList.tsx').then(file => ({ default: file.ShortcutList })),
)

function SignedIn() {
  useEffect(() => forgetWhenSignedOut, [])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider delayDuration={0}>
        <Frame />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

function forgetWhenSignedOut(): void {
  if (!getCredentials()) queryClient.clear()
}

function Frame() {
  const credentials = useCredentials()
  const { orgId, projectId } = useParams({ strict: false })
  const { dialog } = Route.useSearch()
  const { data: orgs = [] } = useOrgs()
  const { data: invites = [] } = useReceivedInvites()
  const [open, setOpen] = useState<'palette' | 'help' | 'create-org' | 'invite'>()
  const close = () => setOpen(undefined)
  useShortcuts({
    onPalette: useCallback(() => setOpen(now => (now === 'palette' ? undefined : 'palette')), []),
    onHelp: useCallback(() => setOpen('help'), []),
  })
  const token = credentials?.accesstoken
  useEffect(() => (token ? startEvents(token) : undefined), [token])

  const org = orgs.find(({ orgid }) => orgid === orgId)
  const nav = org ? navEntries(org, projectId) : undefined
  const createOrg = () => setOpen('create-org')
  const invite = org && may(org.role, 'org.invite') ? () => setOpen('invite') : undefined
  return (
    <Shell
      sidebar={nav ? <Sidebar {...nav} /> : null}
      header={
        <Header
          nav={nav}
          project={org && projectId ? { orgId: org.orgid, projectId } : undefined}
          switcher={<OrgSwitcher orgid={orgId} onCreate={createOrg} onInvite={invite} />}
          credentials={credentials}
          inviteCount={invites.length}
          notifications={<InviteNotifications />}
          onSearch={() => setOpen('palette')}
          onLogout={leave}
        />
      }
    >
      <UnverifiedBanner />
      <Outlet />
      <Suspense>
        {dialog ? <ProfileOverlay tab={dialog} /> : null}
        {open === 'create-org' ? <CreateOrgDialog open onOpenChange={close} /> : null}
        {open === 'invite' && org && invite ? <InvitePeopleDialog org={org} onClose={close} /> : null}
        {open === 'palette' ? (
          <Palette
            open
            {...{ orgs, org }}
            projectid={projectId}
            onOpenChange={close}
            onCreateOrg={createOrg}
            onInvite={invite}
            onHelp={() => setOpen('help')}
            onLogout={leave}
          />
        ) : null}
        {open === 'help' ? <ShortcutList open onOpenChange={close} /> : null}
      </Suspense>
    </Shell>
  )
}
