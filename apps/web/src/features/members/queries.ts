import type { RequestOf } from '@plinth/contract/call'
import { listOrgUsers, removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { orgRolesInfo } from '@plinth/contract/orgs'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { orgUsersKey, refreshOrgUsers } from '../../lib/org-user.ts'
import { answer } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

export const membersQuery = (request: RequestOf<typeof listOrgUsers>) =>
  queryOptions({
    queryKey: [...orgUsersKey(request.orgid), 'list', request],
    queryFn: ({ signal }) => answer(listOrgUsers, request, signal),
    placeholderData: keepPreviousData,
  })

export const rolesQuery = queryOptions({
  queryKey: ['org-roles'],
  queryFn: async ({ signal }) => (await answer(orgRolesInfo, {}, signal)).roles,
})

export const useReplaceRoles = (done: () => void) =>
  useMutation({
    mutationFn: (request: RequestOf<typeof replaceOrgRoles>) => answer(replaceOrgRoles, request),
    onSuccess: async (_answer, { orgid }) => {
      await refreshOrgUsers(orgid)
      done()
      toast.success('Roles updated')
    },
    onError: error => void toast.error('Updating Roles Failed!', { description: error.msg }),
  })

export const useRemoveMember = (done: () => void) =>
  useMutation({
    mutationFn: (request: RequestOf<typeof removeOrgUser>) => answer(removeOrgUser, request),
    onSuccess: async (_answer, { orgid, userid }) => {
      await refreshOrgUsers(orgid)
      done()
      toast.success(`${userid} was removed`)
    },
    onError: error => void toast.error('Something went wrong!', { description: error.msg }),
  })
