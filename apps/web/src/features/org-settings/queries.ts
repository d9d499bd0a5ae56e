import { deleteOrg, listDeletedOrgs, requireTwoFactor, restoreOrg, transferOrg } from '@plinth/contract/orgs'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { givenUp, orgInfoQuery, orgsAnew, refreshOrgInfo, refreshOrgs } from '../../lib/orgs.ts'
import { answer, queryClient } from '../../lib/query.ts'
import { toast, toastWithUndo } from '../../ui/toast.ts'

export const useOrgInfo = (orgid: string) => useQuery(orgInfoQuery(orgid))

export const deletedOrgsQuery = queryOptions({
  queryKey: ['deleted-orgs'],
  queryFn: async ({ signal }) => (await answer(listDeletedOrgs, {}, signal)).orgs,
})

const refreshDeleted = () => queryClient.invalidateQueries({ queryKey: deletedOrgsQuery.queryKey })

export const useRequireTwoFactor = (orgid: string) =>
  useMutation({
    mutationFn: (requiretwofactor: boolean) => answer(requireTwoFactor, { orgid, requiretwofactor }),
    onSuccess: ({ requiretwofactor }) => {
      toast.success(requiretwofactor ? 'Two-factor sign-in is now required.' : 'Two-factor sign-in is now optional.')
      return refreshOrgInfo(orgid)
    },
    onError: error => void toast.error('Something went wrong!', { description: error.msg }),
  })

export const useTransferOrg = (orgid: string) =>
  useMutation({
    mutationFn: (userid: string) => answer(transferOrg, { orgid, userid }),
    onSuccess: async (_done, userid) => {
      toast.success(`${userid} is now the Owner.`)
      await refreshOrgs()
    },
    onError: error => void toast.error('The organization could not be transferred.', { description: error.msg }),
  })

export const useRestoreOrg = () =>
  useMutation({
    mutationFn: (orgid: string) => answer(restoreOrg, { orgid }),
    onSuccess: async (_done, orgid) => {
      await Promise.allSettled([orgsAnew(), refreshDeleted()])
      toast.success(`${orgid} is back as it was.`)
    },
    onError: error => {
      toast.error('The organization could not be restored.', { description: error.msg })
      void refreshDeleted()
    },
  })

/** `leadAway` runs before the list no longer names the organisation. */
export function useDeleteOrg(orgid: string, leadAway: () => Promise<void>) {
  const restore = useRestoreOrg()
  return useMutation({
    mutationFn: () => {
      givenUp.add(orgid)
      return answer(deleteOrg, { orgid })
    },
    onSuccess: async () => {
      await leadAway()
      await Promise.allSettled([orgsAnew(), refreshDeleted()])
      toastWithUndo(`${orgid} is deleted.`, () => restore.mutate(orgid))
    },
    onError: error => void toast.error('The organization could not be deleted.', { description: error.msg }),
    onSettled: () => void givenUp.delete(orgid),
  })
}

onEvent('org.changed', ({ what }) => {
  // It may have been deleted, or brought back.
  if (what === 'org') void refreshDeleted()
})
