import type { Org } from '@plinth/contract/orgs'
import { orgAreasFor, projectAreas } from '../../lib/areas.ts'
import type { NavEntry } from './NavList.tsx'

/** What the sidebar lists: the areas of the project, or else those of the organisation. */
export function navEntries(org: Org, projectid: string | undefined): { label: string; entries: NavEntry[] } {
  const orgId = org.orgid
  if (projectid === undefined) {
    const entries = orgAreasFor(org.role).map(({ label, icon, to, search }) => ({
      label,
      icon,
      link: { to, params: { orgId }, search },
    }))
    return { label: 'Organization', entries }
  }
  const entries = projectAreas.map(({ label, icon, group, to }) => ({
    label,
    icon,
    group,
    link: { to, params: { orgId, projectId: projectid } },
  }))
  return { label: 'Project', entries }
}
