import type { Org } from '@plinth/contract/orgs'
import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { OrgsLoaded } from '../../../features/orgs/OrgsLoaded.tsx'
import { NotFoundScreen, PendingScreen } from '../../../features/shell/screens.tsx'
import { givenUp } from '../../../lib/orgs.ts'
import { toast } from '../../../ui/toast.ts'

export const Route = createFileRoute('/_signedin/org/$orgId')({ component: OrgGate })

function OrgGate() {
  const { orgId } = Route.useParams()
  return <OrgsLoaded>{orgs => <Inside key={orgId} org={orgs.find(({ orgid }) => orgid === orgId)} />}</OrgsLoaded>
}

/** An organisation that the user does not belong to is not there, whether it exists or not. */
function Inside({ org }: { org: Org | undefined }) {
  const [before, setBefore] = useState(org)
  if (org && org !== before) setBefore(org)
  if (org) return <Outlet />
  return before ? <LedAway org={before} /> : <NotFoundScreen />
}

/** It was open when somebody removed the user from it, or deleted it. */
function LedAway({ org: { orgid, orgname } }: { org: Org }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!givenUp.has(orgid)) toast.warning(`You no longer belong to ${orgname}.`)
    void navigate({ to: '/org', replace: true })
  }, [orgid, orgname, navigate])
  return <PendingScreen />
}
