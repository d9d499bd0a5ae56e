import type { Org } from '@plinth/contract/orgs'
import { may } from '@plinth/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { lazy, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { ProfileTab } from '../../features/account/profile-tabs.ts'
import { OrgSwitcher } from '../../features/orgs/OrgSwitcher.tsx'
import { AssetSwitcher } from '../../features/projects/AssetSwitcher.tsx'
import { ProjectSwitcher } from '../../features/projects/ProjectSwitcher.tsx'
import { useReceivedInvites } from '../../features/received-invites/queries.ts'
import { UnverifiedBanner } from '../../features/recovery/UnverifiedBanner.tsx'
import { leave } from '../../features/session/logout.ts'
import { Header } from '../../features/shell/Header.tsx'
import { navEntries } from '../../features/shell/nav-entries.ts'
import { Shell } from '../../features/shell/Shell.tsx'
import { Sidebar } from '../../features/shell/Sidebar.tsx'
import { assetAreaAt } from '../../lib/areas.ts'
import { useCredentials } from '../../lib/credentials.ts'
import { startEvents } from '../../lib/events.ts'
import { lastOrg, rememberOrg } from '../../lib/last-org.ts'
import { useOrgs } from '../../lib/orgs.ts'
import { projectQuery } from '../../lib/projects.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTitle } from '../../lib/title.ts'
import { type Overlay, Overlays } from './-overlays.tsx'

const InviteNotifications = lazy(() =>
  import('../../features/received-invites/InviteNotifications.tsx').then(file => ({
    default: file.InviteNotifications,
  })),
)

/** What stands around every signed-in page. */
export function Frame({ dialog }: { dialog: ProfileTab | undefined }) {
  const credentials = useCredentials()
  const { orgId, projectId } = useParams({ strict: false })
  const { data: orgs = [], isPending } = useOrgs()
  const { data: invites = [] } = useReceivedInvites()
  const [open, setOpen] = useState<Overlay>()
  useShortcuts({
    onPalette: useCallback(() => setOpen(now => (now === 'palette' ? undefined : 'palette')), []),
    onHelp: useCallback(() => setOpen('help'), []),
  })
  const token = credentials?.accesstoken
  useEffect(() => (token ? startEvents(token) : undefined), [token])

  const org = orgs.find(({ orgid }) => orgid === orgId)
  const { projectid, project } = useOpenProject(org, projectId)
  useTitle('place', [project?.projectname, org?.orgname].filter(Boolean).join(' · '))
  const nav = org ? navEntries(org, projectid) : undefined
  const { orgid = '', role = [] } = org ?? {}
  // With its name at the top: whoever sees that comes back to it.
  useLayoutEffect(() => {
    if (orgid) rememberOrg(orgid)
  }, [orgid])
  const createProject = may(role, 'project.create') ? () => setOpen({ is: 'create-project', orgid }) : undefined
  const invite = may(role, 'org.invite') ? () => setOpen({ is: 'invite', orgid }) : undefined
  const place = org && projectid ? { orgid: org.orgid, projectid } : undefined
  const path = useLocation({ select: ({ pathname }) => pathname })
  const here = assetAreaAt(path)
  const waiting = isPending && (orgId ?? (path === '/org' ? lastOrg() : undefined)) !== undefined
  const orgSwitcher = (
    <OrgSwitcher orgid={orgId} compact={Boolean(place)} onCreate={() => setOpen('create-org')} onInvite={invite} />
  )
  const projectSwitcher = place && <ProjectSwitcher {...place} project={project} onCreate={createProject} />
  const assetSwitcher = place && here && <AssetSwitcher {...place} here={here} />
  return (
    <Shell
      sidebar={nav || waiting ? <Sidebar nav={nav} /> : null}
      header={
        <Header
          nav={nav}
          waiting={waiting}
          project={place}
          switchers={[orgSwitcher, projectSwitcher, assetSwitcher]}
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
      <Overlays {...{ dialog, open, orgs, org, project }} onOpen={setOpen} onLogout={leave} />
    </Shell>
  )
}

/** One that is not there, or not for the user, is as good as none: the organisation's frame stays around it. */
function useOpenProject(org: Org | undefined, projectid: string | undefined) {
  const query = projectQuery(org?.orgid ?? '', projectid ?? '')
  const { data: project, error } = useQuery({ ...query, enabled: org !== undefined && projectid !== undefined })
  const gone = error?.status === 404 || error?.status === 400
  return gone || !projectid ? { projectid: undefined, project: undefined } : { projectid, project }
}
