import type { ResponseOf } from '@plinth/contract/call'
import { userInfo } from '@plinth/contract/profile'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { noteEmail } from './credentials.ts'
import { onEvent } from './events.ts'
import { answer, queryClient } from './query.ts'

export type User = ResponseOf<typeof userInfo>

/** Who is signed in, as the server knows them: several features show a part of it. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const user = await answer(userInfo, {}, signal)
    // It may have changed in another browser.
    noteEmail(user)
    return user
  },
})

export const useUser = () => useQuery(userQuery)

export const refreshUser = () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey })

onEvent('user.changed', () => void refreshUser())
