import { listShares } from '@plinth/contract/shares'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerFile, nsnameOf, type Store } from '../../lib/file-client.ts'

export const sharesQuery = (store: Store, objectid: string) =>
  infiniteQueryOptions({
    // Among those that are read anew when something changes in the filestore: others make and revoke links too.
    queryKey: ['files', nsnameOf(store), 'shares', objectid],
    queryFn: ({ pageParam: cursor, signal }) => answerFile(store, listShares, { objectid, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.cursor ?? undefined,
  })
