import type { Org } from '@plinth/contract/orgs'

/** More than anybody reads; somebody with thousands of organisations types another letter. */
const most = 100

/** Those whose name or id holds what was typed. */
export function matchingOrgs(orgs: readonly Org[], search: string): Org[] {
  const wanted = search.trim().toLowerCase()
  const matches = (org: Org) => org.orgname.toLowerCase().includes(wanted) || org.orgid.includes(wanted)
  return orgs.filter(matches).slice(0, most)
}
