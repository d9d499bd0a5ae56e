import type { RequestOf } from '@plinth/contract/call'
import {
  cancelEmailInvite,
  cancelUserInvite,
  inviteUser,
  listInviteHistory,
  listPendingInvites,
  resendInvite,
  type SentInvite,
  searchUsers,
} from '@plinth/contract/invites'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { answer, queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

type Page = RequestOf<typeof listPendingInvites>

const keys = {
  pending: (orgid: string) => ['invites', orgid, 'pending'],
  history: (orgid: string) => ['invites', orgid, 'history'],
  search: (orgid: string) => ['invites', orgid, 'search'],
}

export const pendingQuery = (page: Page) =>
  queryOptions({
    queryKey: [...keys.pending(page.orgid), page.isexternal, page],
    queryFn: ({ signal }) => answer(listPendingInvites, page, signal),
    placeholderData: keepPreviousData,
  })

export const historyQuery = (page: Page) =>
  queryOptions({
    queryKey: [...keys.history(page.orgid), page.isexternal, page],
    queryFn: ({ signal }) => answer(listInviteHistory, page, signal),
    placeholderData: keepPreviousData,
  })

export const shortestSearch = 2

export const peopleQuery = (orgid: string, searchkey: string) =>
  queryOptions({
    queryKey: [...keys.search(orgid), searchkey],
    queryFn: async ({ signal }) => (await answer(searchUsers, { orgid, searchkey }, signal)).users,
    enabled: searchkey.length >= shortestSearch,
    placeholderData: keepPreviousData,
  })

/** After an invite or a cancel: the list that it stands in, and who can still be invited. */
export function refreshPending(orgid: string, isexternal: boolean): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: [...keys.pending(orgid), isexternal] }),
    queryClient.invalidateQueries({ queryKey: keys.search(orgid) }),
  ])
}

export const useInviteUser = () =>
  useMutation({
    mutationFn: (request: RequestOf<typeof inviteUser>) => answer(inviteUser, request),
    onSuccess: async (_sent, { orgid }) => {
      toast.success('User invited Successfully')
      await refreshPending(orgid, false)
    },
    onError: (error, { orgid }) => {
      toast.error('Invite failed', { description: error.msg })
      void refreshPending(orgid, false)
    },
  })

export const useResendInvite = (orgid: string) =>
  useMutation({
    mutationFn: ({ id }: SentInvite) => answer(resendInvite, { id }),
    onSuccess: () => void toast.success('Email Sent succesfully'),
    onError: error => void toast.error('Failed to send invitation', { description: error.msg }),
    onSettled: (_sent, _error, { isexternal }) => refreshPending(orgid, isexternal),
  })

export const useCancelInvite = (orgid: string) =>
  useMutation({
    mutationFn: ({ id, isexternal }: SentInvite) => answer(isexternal ? cancelEmailInvite : cancelUserInvite, { id }),
    onSuccess: (_answer, { isexternal }) =>
      void toast.success(isexternal ? 'Invite cancelled successfully' : 'Invite Cancelled'),
    onError: (error, { isexternal }) =>
      void toast.error(isexternal ? 'Failed to cancel invite' : 'Cancel invite failed', { description: error.msg }),
    onSettled: (_answer, _error, { isexternal }) => refreshPending(orgid, isexternal),
  })

// An answer to an invite makes a member, and a member who leaves can be invited again.
onEvent('org.changed', ({ orgid, what }) => {
  if (orgid && what !== 'org') void queryClient.invalidateQueries({ queryKey: ['invites', orgid] })
})
