import { listAccessTokens, revokeAccessToken } from '@plinth/contract/access-tokens'
import type { Call, RequestOf } from '@plinth/contract/call'
import type { CallError } from '@plinth/contract/errors'
import { listPasskeys, removePasskey } from '@plinth/contract/passkeys'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/sessions'
import { listIdentities } from '@plinth/contract/sso'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { answer, queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await answer(listSessions, {}, signal)).sessions,
})

export const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: async ({ signal }) => (await answer(listAccessTokens, {}, signal)).accesstokens,
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await answer(listPasskeys, {}, signal)).passkeys,
})

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async ({ signal }) => (await answer(listIdentities, {}, signal)).identities,
})

export const refresh = ({ queryKey }: { queryKey: readonly string[] }) => queryClient.invalidateQueries({ queryKey })

/** Ends something in a list. What somebody else has ended meanwhile is gone as well, which is what was wanted. */
function useEnding<C extends Call>(call: C, list: { queryKey: readonly string[] }, done: string) {
  return useMutation<unknown, CallError, RequestOf<C>>({
    mutationFn: async request => {
      try {
        await answer(call, request)
      } catch (error) {
        if ((error as CallError).errcode !== 'NOT_FOUND') throw error
      }
    },
    onSuccess: async () => {
      await refresh(list)
      toast.success(done)
    },
    onError: error => void toast.error('Something went wrong!', { description: error.msg }),
  })
}

export const useEndSession = () => useEnding(endSession, sessionsQuery, 'Session revoked')
export const useEndOtherSessions = () => useEnding(endOtherSessions, sessionsQuery, 'All other sessions revoked')
export const useRevokeAccessToken = () => useEnding(revokeAccessToken, accessTokensQuery, 'Access token revoked')
export const useRemovePasskey = () => useEnding(removePasskey, passkeysQuery, 'Passkey removed')

onEvent('sessions.changed', () => void refresh(sessionsQuery))
onEvent('user.changed', () => {
  for (const list of [passkeysQuery, identitiesQuery]) void refresh(list)
})
