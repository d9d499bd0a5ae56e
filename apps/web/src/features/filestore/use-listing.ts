import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import { mostRefreshed } from './changes.ts'
import type { DirSort } from './items.ts'
import type { View } from './paths.ts'
import { folderQuery, recentQuery, searchQuery, trashQuery } from './queries.ts'

/** What the address asks for. */
export interface Wanted {
  folderid: string | undefined
  view: View | undefined
  search: string
}

function queryOf(store: Store, { folderid, view, search }: Wanted, sort: DirSort) {
  if (search) return searchQuery(store, search)
  if (view === 'recent') return recentQuery(store)
  return view === 'trash' ? trashQuery(store) : folderQuery(store, folderid, sort)
}

/** Ctrl+A reads on up to here: more than that nobody means to choose by one key. */
const mostChosen = 10_000

/** The list that is asked for, as far as it is loaded. */
export function useListing(store: Store, wanted: Wanted, sort: DirSort) {
  const query = queryOf(store, wanted, sort)
  // In another order, the list stands there until it has arrived.
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const pages = data?.pages
  const items = useMemo(() => pages?.flatMap(page => page.items), [pages])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const loadAll = async () => {
    let all = pages ?? []
    while (all.at(-1)?.cursor && all.length * 50 < mostChosen) {
      const next = await fetchNextPage({ cancelRefetch: false })
      if (next.isError || !next.data || next.data.pages.length === all.length) break
      all = next.data.pages
    }
    return all.flatMap(page => page.items.map(({ objid }) => objid))
  }
  return {
    ...{ items, folderid: pages?.[0]?.folderid, error: list.error, hasMore: hasNextPage, loadMore, loadAll },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : list.refetch()),
    retrying: list.isFetching,
    moreFailed: isFetchNextPageError,
    /** It is too long to be read anew each time; the screen says that it has changed. */
    outdated: list.isStale && !list.isFetching && (pages?.length ?? 0) > mostRefreshed,
    readAnew: () => void queryClient.resetQueries({ queryKey: query.queryKey, exact: true }),
  }
}
