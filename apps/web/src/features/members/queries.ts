import type { RequestOf } from '@plinth/contract/call'
import { listOrgUsers, orgUserInfo, removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { orgRolesInfo } from '@plinth/contract/orgs'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { answer, queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

const key = (orgid: string) => ['members', orgid]

export const membersQuery = (request: RequestOf<typeof listOrgUsers>) =>
  queryOptions({
    queryKey: [...key(request.orgid), 'list', request],
    queryFn: ({ signal }) => answer(listOrgUsers, request, signal),
    placeholderData: keepPreviousData,
  })

export const memberQuery = (orgid: string, userid: string) =>
  queryOptions({
    queryKey: [...key(orgid), 'one', userid],
    queryFn: ({ signal }) => answer(orgUserInfo, { orgid, userid }, signal),
  })

export const rolesQuery = queryOptions({
  queryKey: ['org-roles'],
  queryFn: async ({ signal }) => (await answer(orgRolesInfo, {}, signal)).roles,
})

const refresh = (orgid: string) => queryClient.invalidateQueries({ queryKey: key(orgid) })

export const useReplaceRoles = (done: () => void) =>
  useMutation({
    mutationFn: (request: RequestOf<typeof replaceOrgRoles>) => answer(replaceOrgRoles, request),
    onSuccess: async (_answer, { orgid }) => {
      await refresh(orgid)
      done()
      toast.success('Roles updated')
    },
    onError: error => void toast.error('Updating Roles Failed!', { description: error.msg }),
  })

export const useRemoveMember = (done: () => void) =>
  useMutation({
    mutationFn: (request: RequestOf<typeof removeOrgUser>) => answer(removeOrgUser, request),
    onSuccess: async (_answer, { orgid, userid }) => {
      await refresh(orgid)
      done()
      toast.success(`${userid} was removed`)
    },
    onError: error => void toast.error('Something went wrong!', { description: error.msg }),
  })

onEvent('org.changed', ({ orgid, what }) => {
  if (orgid && what === 'users') void refresh(orgid)
})
