import type { Org } from '@plinth/contract/orgs'
import { may } from '@plinth/contract/permissions'
import type { Project } from '@plinth/contract/projects'
import { lazy, Suspense } from 'react'
import type { ProfileTab } from '../../features/account/profile-tabs.ts'

// These are opened by a key or a click, so they need not come with the page.
const CreateOrgDialog = lazy(() =>
  import('../../features/orgs/CreateOrgDialog.tsx').then(file => ({ default: file.CreateOrgDialog })),
)
const CreateProjectDialog = lazy(() =>
  import('../../features/projects/CreateProjectDialog.tsx').then(file => ({ default: file.CreateProjectDialog })),
)
const InvitePeopleDialog = lazy(() =>
  import('../../features/invites/InvitePeopleDialog.tsx').then(file => ({ default: file.InvitePeopleDialog })),
)
const ProfileOverlay = lazy(() => import('./-profile-overlay.tsx').then(file => ({ default: file.ProfileOverlay })))
const Palette = lazy(() => import('../../features/palette/Palette.tsx').then(file => ({ default: file.Palette })))
const ShortcutList = lazy(() =>
  import('../../features/palette/ShortcutList.tsx').then(file => ({ default: file.ShortcutList })),
)

/** What is done in an organisation goes with it: Back leads to another one while it is open. */
export type Overlay = 'palette' | 'help' | 'create-org' | { is: 'create-project' | 'invite'; orgid: string }

interface OverlaysProps {
  /** The tab of the profile that the address asks for. */
  dialog: ProfileTab | undefined
  open: Overlay | undefined
  onOpen: (overlay: Overlay | undefined) => void
  orgs: readonly Org[]
  org: Org | undefined
  project: Project | undefined
  onLogout: () => void
}

/** What opens above the page. */
export function Overlays({ dialog, open, onOpen, orgs, org, project, onLogout }: OverlaysProps) {
  const close = () => onOpen(undefined)
  const mayCreate = org !== undefined && may(org.role, 'project.create')
  const mayInvite = org !== undefined && may(org.role, 'org.invite')
  const here = typeof open === 'object' && open.orgid === org?.orgid ? open.is : undefined
  return (
    <Suspense>
      {dialog ? <ProfileOverlay tab={dialog} /> : null}
      {open === 'create-org' ? <CreateOrgDialog open onOpenChange={close} /> : null}
      {here === 'create-project' && mayCreate ? <CreateProjectDialog orgid={org.orgid} onClose={close} /> : null}
      {here === 'invite' && mayInvite ? <InvitePeopleDialog org={org} onClose={close} /> : null}
      {open === 'help' ? <ShortcutList open onOpenChange={close} /> : null}
      {open === 'palette' ? (
        <Palette
          {...{ orgs, org, project, onLogout }}
          onClose={close}
          onCreateProject={mayCreate ? () => onOpen({ is: 'create-project', orgid: org.orgid }) : undefined}
          onInvite={mayInvite ? () => onOpen({ is: 'invite', orgid: org.orgid }) : undefined}
          onCreateOrg={() => onOpen('create-org')}
          onHelp={() => onOpen('help')}
        />
      ) : null}
    </Suspense>
  )
}
