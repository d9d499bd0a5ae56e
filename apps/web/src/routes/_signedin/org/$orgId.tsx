import type { Org } from '@plinth/contract/orgs'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate, Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { OrgsLoaded } from '../../../features/orgs/OrgsLoaded.tsx'
import { NotFoundScreen, PendingScreen } from '../../../features/shell/screens.tsx'
import { lastOrg } from '../../../lib/last-org.ts'
import { givenUp, orgInfoQuery } from '../../../lib/orgs.ts'
import { queryClient } from '../../../lib/query.ts'
import { toast } from '../../../ui/toast.ts'
import { handOutTexts } from '../../../ui/unsaved-texts.ts'

export const Route = createFileRoute('/_signedin/org/$orgId')({
  loader: ({ params }) => void queryClient.prefetchQuery(orgInfoQuery(params.orgId)),
  component: OrgGate,
})

// Few ever see it.
const TwoFactorWall = lazy(() =>
  import('../../../features/orgs/TwoFactorWall.tsx').then(file => ({ default: file.TwoFactorWall })),
)

function OrgGate() {
  const { orgId } = Route.useParams()
  return (
    <OrgsLoaded>
      {orgs => <Inside key={orgId} orgid={orgId} org={orgs.find(({ orgid }) => orgid === orgId)} />}
    </OrgsLoaded>
  )
}

/**
 * An organisation that the user does not belong to is not there, whether it exists or not. The one that was open last leads on to
 * those that are: it may have gone while the way to it was still being chosen.
 */
function Inside({ orgid, org }: { orgid: string; org: Org | undefined }) {
  const [before, setBefore] = useState(org)
  if (org && org !== before) setBefore(org)
  if (org) return <Open org={org} />
  if (before) return <LedAway org={before} />
  return orgid === lastOrg() ? <Navigate to="/org" replace /> : <NotFoundScreen />
}

/** Its pages wait for the first answer: an organisation that keeps the user out would refuse every one of their calls. */
function Open({ org }: { org: Org }) {
  const { data, error, failureReason } = useQuery(orgInfoQuery(org.orgid))
  const navigate = useNavigate()
  if (error?.errcode === 'TWO_FACTOR_REQUIRED') {
    return (
      <Suspense>
        <TwoFactorWall org={org} onLeft={() => navigate({ to: '/org', replace: true })} />
      </Suspense>
    )
  }
  return data || failureReason ? <Outlet /> : <PendingScreen />
}

/** It was open when somebody removed the user from it, or deleted it. */
function LedAway({ org: { orgid, orgname } }: { org: Org }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!givenUp.has(orgid)) toast.warning(`You no longer belong to ${orgname}.`)
    handOutTexts(`${orgid}/`)
    void navigate({ to: '/org', replace: true })
  }, [orgid, orgname, navigate])
  return <PendingScreen />
}
