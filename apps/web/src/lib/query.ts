import type { Call, RequestOf, ResponseOf } from '@plinth/contract/call'
import type { CallError } from '@plinth/contract/errors'
import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ask } from './api.ts'
import { getCredentials, subscribeCredentials } from './credentials.ts'
import { onEvent } from './events.ts'
import { doubtLateAnswers } from './late-answers.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/** A query or mutation function of the call: what the pair `[data, error]` says, in the way react-query wants to hear it. */
export async function answer<C extends Call>(
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<ResponseOf<C>> {
  const [data, error] = await ask(call, request, signal)
  if (error) throw error
  return data
}

/** A refusal stays a refusal however often one asks; only a network or a server that stumbled deserves a second try. */
const worthRetrying = (tries: number, error: CallError) =>
  tries < 2 && (error.errcode === 'CLIENT_ERROR' || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 30_000, gcTime: 10 * 60_000 },
  },
})

doubtLateAnswers(queryClient)

// What one user has seen is not for the next one on the same browser. A page that shows it asks anew, with the new token.
let userid = getCredentials()?.userid
subscribeCredentials(() => {
  const now = getCredentials()?.userid ?? userid
  if (now !== userid) void queryClient.resetQueries()
  userid = now
})

/** Changes or adds to what a query has. To set it would call the whole of it fresh, whatever others have changed in it since. */
export function addToQuery<T>(queryKey: QueryKey, add: (now: T) => T): void {
  const query = queryClient.getQueryCache().find<T>({ queryKey })
  const now = query?.state.data
  if (now !== undefined) query?.setState({ data: add(now) })
}

onEvent('hello', ({ resumed }) => {
  const hasFailed = ({ state }: Query) => state.status === 'error'
  // Either the server no longer knows what this page has missed, or it tells it now: but what was told before and could not be
  // read then is not told again.
  void queryClient.invalidateQueries(resumed === 'no' ? {} : { predicate: hasFailed })
})
