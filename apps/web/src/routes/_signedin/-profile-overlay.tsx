import type { Org } from '@plinth/contract/orgs'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AccountContent } from '../../features/account/AccountContent.tsx'
import { OrgList } from '../../features/account/OrgList.tsx'
import { ProfileDialog } from '../../features/account/ProfileDialog.tsx'
import type { ProfileTab } from '../../features/account/profile-tabs.ts'
import { SecurityLink } from '../../features/account/SecurityLink.tsx'
import { DeletedOrgs } from '../../features/org-settings/DeletedOrgs.tsx'
import { LeaveOrg } from '../../features/orgs/LeaveOrg.tsx'
import { OrgsLoaded } from '../../features/orgs/OrgsLoaded.tsx'
import { PendingInvites } from '../../features/received-invites/PendingInvites.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The step before this one is the same page without the profile. */
    overPage?: boolean
  }
}

/** The profile dialog above whichever page is open. The address holds the tab, so leaving for another page closes it. */
export function ProfileOverlay({ tab }: { tab: ProfileTab }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const overPage = useRouterState({ select: ({ location }) => location.state.overPage === true })
  const show = (dialog: ProfileTab | undefined) =>
    void navigate({ to: '.', search: now => ({ ...now, dialog }), state: true, replace: true, resetScroll: false })
  return (
    <ProfileDialog
      tab={tab}
      onTabChange={show}
      onClose={() => (overPage ? history.back() : show(undefined))}
      profile={
        <AccountContent>
          <SecurityLink />
        </AccountContent>
      }
      organization={<OrganizationTab />}
    />
  )
}

function OrganizationTab() {
  const router = useRouter()
  const leave = useCallback(
    (org: Org) => (
      <LeaveOrg
        org={org}
        onLeft={async orgid => {
          const open = router.state.location.pathname.split('/')
          if (open[1] === 'org' && open[2] === orgid) await router.navigate({ to: '/org', replace: true })
        }}
      />
    ),
    [router],
  )
  return (
    <div className="grid gap-6">
      <PendingInvites heading="h3" />
      <OrgsLoaded>{orgs => <OrgList orgs={orgs} leave={leave} />}</OrgsLoaded>
      <DeletedOrgs heading="h3" />
    </div>
  )
}
