import { orgUserInfo } from '@plinth/contract/org-users'
import { queryOptions } from '@tanstack/react-query'
import { onEvent } from './events.ts'
import { answer, queryClient } from './query.ts'

export const orgUsersKey = (orgid: string) => ['members', orgid]

/** One member of an organisation, for its Owners and Admins. */
export const orgUserQuery = (orgid: string, userid: string) =>
  queryOptions({
    queryKey: [...orgUsersKey(orgid), 'one', userid],
    queryFn: ({ signal }) => answer(orgUserInfo, { orgid, userid }, signal),
  })

export const refreshOrgUsers = (orgid: string) => queryClient.invalidateQueries({ queryKey: orgUsersKey(orgid) })

onEvent('org.changed', ({ orgid, what }) => {
  if (orgid && what === 'users') void refreshOrgUsers(orgid)
})
