import type { Org } from '@plinth/contract/orgs'
import { orgsQuery, refreshOrgs, useOrgs } from '../../lib/orgs.ts'
import { queryClient } from '../../lib/query.ts'

export const useOrg = (orgid: string | undefined) => useOrgs().data?.find(org => org.orgid === orgid)

/** The new one is there at once, so its page can open; the list's true order follows. */
export function addCreatedOrg(created: Pick<Org, 'orgid' | 'orgname' | 'orgmeta'>): void {
  const org: Org = { ...created, role: ['Owner'] }
  queryClient.setQueryData(orgsQuery.queryKey, (orgs = []) => [...orgs, org])
  void refreshOrgs()
}
