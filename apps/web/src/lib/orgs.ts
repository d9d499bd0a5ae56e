import type { ResponseOf } from '@plinth/contract/call'
import { listOrgs, type Org, orgInfo } from '@plinth/contract/orgs'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { onEvent } from './events.ts'
import { answer, queryClient } from './query.ts'

/** The whole list: the switcher searches in it, and an organisation outside of it does not exist for the user. */
async function allOrgs({ signal }: { signal: AbortSignal }): Promise<Org[]> {
  const orgs: Org[] = []
  let page: ResponseOf<typeof listOrgs> | undefined
  do {
    page = await answer(listOrgs, page?.cursor ? { cursor: page.cursor } : {}, signal)
    orgs.push(...page.orgs)
  } while (page.cursor)
  return orgs
}

/** The user's organisations: several features show or change a part of them. */
export const orgsQuery = queryOptions({ queryKey: ['orgs'], queryFn: allOrgs })

export const useOrgs = () => useQuery(orgsQuery)

export const refreshOrgs = () => queryClient.invalidateQueries({ queryKey: orgsQuery.queryKey })

/** For whoever goes to an organisation next that they have just joined: its page opens only when the list names it. */
export const orgsAnew = () => queryClient.fetchQuery({ ...orgsQuery, staleTime: 0 })

const infoKey = ['org-info']

/** Its settings. Asking for them also tells whether the organisation lets the user in. */
export const orgInfoQuery = (orgid: string) =>
  queryOptions({
    queryKey: [...infoKey, orgid],
    queryFn: ({ signal }) => answer(orgInfo, { orgid }, signal),
  })

export const refreshOrgInfo = (orgid: string) => queryClient.invalidateQueries({ queryKey: [...infoKey, orgid] })

/** Shows a change before the server's list is read again. */
export function changeOrgHere(orgid: string, change: Partial<Org>): void {
  queryClient.setQueryData(orgsQuery.queryKey, orgs =>
    orgs?.map(org => (org.orgid === orgid ? { ...org, ...change } : org)),
  )
}

/** Those that the user gave up on purpose: nobody has to be told that they are gone. */
export const givenUp = new Set<string>()

onEvent('orgs.changed', () => void refreshOrgs())
onEvent('org.changed', ({ orgid = '', what }) => {
  if (what !== 'org') return
  void refreshOrgs()
  void refreshOrgInfo(orgid)
})
// Two-factor sign-in may be on now: an organisation that requires it opens by itself.
onEvent('user.changed', () => void queryClient.invalidateQueries({ queryKey: infoKey }))
