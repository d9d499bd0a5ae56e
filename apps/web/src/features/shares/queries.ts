import { listShares } from '@plinth/contract/shares'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerFile, type Store } from '../../lib/file-client.ts'

export const sharesQuery = (store: Store, objectid: string) =>
  infiniteQueryOptions({
    queryKey: ['shares', store, objectid],
    queryFn: ({ pageParam: cursor, signal }) => answerFile(store, listShares, { objectid, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.cursor ?? undefined,
  })
