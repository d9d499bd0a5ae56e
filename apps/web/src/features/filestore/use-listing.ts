import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import { hasNews, mostRefreshed } from './changes.ts'
import { type FileFilter, filterOf, type Narrowed } from './filters.ts'
import { type FolderList, itemsOf, slotsOf } from './folder-list.ts'
import { countFolder, type FolderWanted, folderQuery, keepInSight, readAll, readBetween } from './folder-reading.ts'
import type { DirSort, Item } from './items.ts'
import type { View } from './paths.ts'
import { recentQuery, searchQuery, trashQuery } from './queries.ts'

/** What the address asks for. */
export interface Wanted extends Narrowed {
  folderid: string | undefined
  view: View | undefined
  search: string
}

export type Slots = readonly (Item | undefined)[]

/** Ctrl+A reads on up to here: more than that nobody means to choose by one key. */
const mostChosen = 10_000

/** How far ahead of what is in sight is read. */
const ahead = 150

/** The list that is asked for, as far as it is loaded. */
export function useListing(store: Store, wanted: Wanted, sort: DirSort) {
  const { kind, changed, by } = wanted
  const filter = useMemo(() => filterOf({ kind, changed, by }), [kind, changed, by])
  const isFolder = !wanted.view && !wanted.search
  const folder = useFolder({ store, folderid: wanted.folderid, sort, filter }, isFolder)
  const whole = useWhole(store, wanted, filter, !isFolder)
  return isFolder ? folder : whole
}

function useFolder(wanted: FolderWanted, enabled: boolean) {
  const query = folderQuery(wanted)
  // In another order, the list stands there until it has arrived.
  const list = useQuery({ ...query, enabled, placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = list
  const [failed, setFailed] = useState<{ msg: string }>()
  const slots = useMemo(() => data && slotsOf(data), [data])
  const items = useMemo(() => slots && itemsOf(slots), [slots])
  const hasMore = data ? !data.folders.complete || !data.files.complete : false
  const count = () => countFolder(wanted).then(() => setFailed(undefined), setFailed)
  const isCounted = !enabled || !data || isPlaceholderData || !hasMore
  // biome-ignore lint/correctness/useExhaustiveDependencies: counting begins once for each list that is not counted.
  useEffect(() => {
    if (!isCounted) void count()
  }, [isCounted, query.queryKey.join('|')])
  const slotsBy = async (reading: Promise<FolderList | undefined>): Promise<Slots> => {
    const now = await reading.catch(setFailed)
    return now ? slotsOf(now) : (slots ?? [])
  }
  const load = (from: number, to: number) => slotsBy(readBetween(wanted, from, to))
  const loadAll = async () => {
    const all = await slotsBy(readAll(wanted, mostChosen, hasNews(wanted.store)))
    return itemsOf(all.slice(0, mostChosen)).map(({ objid }) => objid)
  }
  const sight = useRef([0, 0] as [from: number, to: number])
  const see = (from: number, to: number) => {
    if (isPlaceholderData || failed) return
    sight.current = [from, to]
    keepInSight(wanted, from, to)
    void load(from - ahead, to + ahead)
  }
  const retry = () => {
    setFailed(undefined)
    if (!data) return void list.refetch()
    void count().then(() => load(...sight.current))
  }
  return {
    ...{ items, slots, folderid: data?.folderid, error: list.error ?? failed ?? null, hasMore },
    ...{ see, load, loadAll, retry },
    retrying: list.isFetching,
    moreFailed: failed !== undefined,
    /** What there is more of than is shown. */
    cut: (['folders', 'files'] as const).find(name => data?.[name].cut),
    outdated: false,
    readAnew: () => undefined,
  }
}

function queryOf(store: Store, { view, search }: Wanted, filter: FileFilter) {
  if (search) return searchQuery(store, search, filter)
  return view === 'trash' ? trashQuery(store) : recentQuery(store)
}

/** A list over the whole filestore, read page after page. */
function useWhole(store: Store, wanted: Wanted, filter: FileFilter, enabled: boolean) {
  const query = queryOf(store, wanted, filter)
  const list = useInfiniteQuery({ ...query, enabled, placeholderData: keepPreviousData })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const pages = data?.pages
  const items = useMemo(() => pages?.flatMap(page => page.items), [pages])
  const length = items?.length ?? 0
  const see = useCallback(
    (_from: number, to: number) => {
      const isNear = to + ahead >= length
      if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) {
        void fetchNextPage({ cancelRefetch: false })
      }
    },
    [length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage],
  )
  const loadAll = async () => {
    let all = pages ?? []
    let same = 0
    while (all.at(-1)?.cursor && all.length * 50 < mostChosen) {
      const next = await fetchNextPage({ cancelRefetch: false })
      // Where it was being read anew, that was waited for instead, and there is no page more.
      same = next.data?.pages.length === all.length ? same + 1 : 0
      if (next.isError || !next.data || same > 1) break
      all = next.data.pages
    }
    return all.flatMap(page => page.items.map(({ objid }) => objid))
  }
  return {
    ...{ items, slots: items as Slots | undefined, folderid: undefined, error: list.error, hasMore: hasNextPage, see },
    ...{ load: async (): Promise<Slots> => items ?? [], loadAll },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : list.refetch()),
    retrying: list.isFetching,
    moreFailed: isFetchNextPageError,
    cut: undefined,
    /** It is too long to be read anew each time; the screen says that it has changed. */
    outdated: list.isStale && !list.isFetching && (pages?.length ?? 0) > mostRefreshed,
    readAnew: () => void queryClient.resetQueries({ queryKey: query.queryKey, exact: true }),
  }
}
