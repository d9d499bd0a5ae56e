import {
  acceptEmailInvite,
  acceptUserInvite,
  declineEmailInvite,
  declineUserInvite,
  isInviteValid,
  listReceivedInvites,
} from '@plinth/contract/invites'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { orgsAnew } from '../../lib/orgs.ts'
import { answer, queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

export const receivedInvitesQuery = queryOptions({
  queryKey: ['received-invites'],
  queryFn: async ({ signal }) => (await answer(listReceivedInvites, {}, signal)).invites,
})

export const useReceivedInvites = () => useQuery(receivedInvitesQuery)

const linkKey = ['invite-link']

/** What the link of a mail leads to. Always asked anew: it may have been cancelled since. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [...linkKey, token],
    queryFn: ({ signal }) => answer(isInviteValid, { id: token }, signal),
    staleTime: 0,
  })

const refreshInvites = () => queryClient.invalidateQueries({ queryKey: receivedInvitesQuery.queryKey })

/** Whichever way it was answered, it stands in the list and may have been reached by a link as well. */
async function refreshAll(): Promise<void> {
  await Promise.all([refreshInvites(), queryClient.invalidateQueries({ queryKey: linkKey })])
}

/** Leads on to another page, where the toast is then seen. */
type LeadOn = () => Promise<void>
const stay = async () => undefined

async function accepted(leadOn: LeadOn): Promise<void> {
  await Promise.allSettled([orgsAnew(), refreshInvites()])
  await leadOn()
  toast.success('Invite accepted Successfully')
}

async function declined(leadOn: LeadOn): Promise<void> {
  await refreshInvites()
  await leadOn()
  toast.success('Invition Declined')
}

export const useAcceptInvite = (leadOn: LeadOn = stay) =>
  useMutation({
    mutationFn: (id: string) => answer(acceptUserInvite, { id }),
    onSuccess: () => accepted(leadOn),
    onError: error => {
      toast.error('Failed to accept the invite', { description: error.msg })
      void refreshInvites()
    },
  })

export const useDeclineInvite = (leadOn: LeadOn = stay) =>
  useMutation({
    mutationFn: (id: string) => answer(declineUserInvite, { id }),
    onSuccess: () => declined(leadOn),
    onError: error => {
      toast.error('Decline invite failed', { description: error.msg })
      void refreshInvites()
    },
  })

export const useAcceptLink = (leadOn: LeadOn) =>
  useMutation({
    mutationKey: linkKey,
    mutationFn: (token: string) => answer(acceptEmailInvite, { id: token }),
    onSuccess: () => accepted(leadOn),
    onError: error => {
      toast.error('Failed to accept the email invite', { description: error.msg })
      void refreshAll()
    },
  })

export const useDeclineLink = (leadOn: LeadOn) =>
  useMutation({
    mutationKey: linkKey,
    mutationFn: (token: string) => answer(declineEmailInvite, { id: token }),
    onSuccess: () => declined(leadOn),
    onError: error => {
      toast.error('Failed to decline email invite', { description: error.msg })
      void refreshAll()
    },
  })

onEvent('invites.changed', () => {
  // Whoever answers a link hears of it as well. Asked once more, it would be called used up before the page has gone on.
  const answering = queryClient.isMutating({ mutationKey: linkKey }) > 0
  void (answering ? refreshInvites() : refreshAll())
})
// An address that has just been verified brings the invites along that were sent to it.
onEvent('user.changed', () => void refreshInvites())
