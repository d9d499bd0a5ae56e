import { lazy } from 'react'
import { useOrgs } from '../../lib/orgs.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switcher } from '../../ui/Switcher.tsx'

const load = () => import('./OrgSwitcherList.tsx')
const OrgSwitcherList = lazy(() => load().then(file => ({ default: file.OrgSwitcherList })))

type OrgSwitcherProps = {
  orgid: string | undefined
  /** Where a project stands beside it. */
  compact: boolean
  onCreate: () => void
  /** Absent for those who may not invite. */
  onInvite: (() => void) | undefined
}

export function OrgSwitcher({ orgid, compact, onCreate, onInvite }: OrgSwitcherProps) {
  const { data: orgs, isPending } = useOrgs()
  if (isPending) return <Skeleton className="h-8 w-32" />
  return (
    <Switcher
      label="Organization"
      name={orgs?.find(org => org.orgid === orgid)?.orgname}
      placeholder="Organizations"
      compact={compact}
      preload={() => void load()}
    >
      {close => <OrgSwitcherList {...{ orgs: orgs ?? [], orgid, onCreate, onInvite }} onPicked={close} />}
    </Switcher>
  )
}
