import type { Query } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { nsnameOf, type Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import { type FolderList, mapItems } from './folder-list.ts'
import type { Item } from './items.ts'
import type { ItemPages, Way } from './queries.ts'
import type { Subfolders } from './subfolders.ts'

/** A list of more pages than this is not read anew behind one's back: its screen says that it has changed. */
export const mostRefreshed = 40
/** What changes is shown at once; what goes on changing by the hundred, as often as anybody can read it. */
const pauseMs = 200
const longPauseMs = 1_500

const waiting = new Map<string, Set<string>>()
let due = false
let flushedAt = 0

onEvent('files.changed', ({ nsname = '', folderid = '' }) => note(nsname, [folderid]))

function note(nsname: string, folderids: readonly string[]): void {
  const set = waiting.get(nsname) ?? new Set()
  for (const folderid of folderids) set.add(folderid)
  waiting.set(nsname, set)
  if (!due) setTimeout(flush, Math.max(pauseMs, flushedAt + longPauseMs - performance.now()))
  due = true
}

/** After a change of one's own, whose event may be late. */
export const refreshFolders = (store: Store, folderids: readonly string[]) => note(nsnameOf(store), folderids)

/** Whether something has changed there that is still to be read. */
export const hasNews = (store: Store) => waiting.has(nsnameOf(store))

function flush(): void {
  due = false
  flushedAt = performance.now()
  for (const [nsname, folderids] of waiting) refresh(nsname, folderids)
  waiting.clear()
}

function refresh(nsname: string, folderids: ReadonlySet<string>): void {
  const large = (query: Query) => pagesOf(query).length > mostRefreshed
  const isBusy = (query: Query) =>
    query.state.fetchStatus === 'fetching' && (query.queryKey[2] === 'list' || large(query))
  const isConcerned = (query: Query) => query.queryKey[1] === nsname && isAbout(query, folderids)
  // A large folder takes several questions: begun again at each change, it would never be read to its end. And what is called
  // outdated while it is read on counts as fresh when that is done.
  if (queryClient.isFetching({ queryKey: ['files'], predicate: query => isConcerned(query) && isBusy(query) })) {
    setTimeout(() => note(nsname, [...folderids]))
  }
  const concerns = (query: Query) => isConcerned(query) && !isBusy(query)
  void queryClient.invalidateQueries({ queryKey: ['files'], predicate: query => concerns(query) && !large(query) })
  void queryClient.invalidateQueries({
    ...{ queryKey: ['files'], predicate: query => concerns(query) && large(query), refetchType: 'none' },
  })
}

/** Lists of folders by the folder, ways by those on them. What covers the whole filestore is always concerned. */
function isAbout(query: Query, folderids: ReadonlySet<string>): boolean {
  const [, , what, folderid] = query.queryKey
  if (what === 'list' || what === 'folders') {
    const list = query.state.data as Partial<FolderList> | undefined
    // Which folder the first one is, nobody knows before it is read; what is being read then may be what was before the change.
    return list === undefined || folderids.has(String(folderid)) || folderids.has(list.folderid ?? '')
  }
  if (what !== 'way') return true
  const way = query.state.data as Way | undefined
  return way === undefined || way.steps.some(({ objid }) => folderids.has(objid))
}

const pagesOf = (query: Query) => (query.state.data as Partial<ItemPages> | undefined)?.pages ?? []

/** Shows a change before the server has answered. Answers how to take that back. */
export function changeHere(store: Store, change: (items: Item[]) => Item[]): () => void {
  const lists = ['list', 'folders', 'search', 'recent', 'trash']
  const filter = {
    queryKey: ['files', nsnameOf(store)],
    predicate: ({ queryKey }: Query) => lists.includes(String(queryKey[2])),
  }
  const before = queryClient.getQueriesData<Listed>(filter)
  const after = keepingOutdated(filter, () => {
    void queryClient.cancelQueries(filter)
    return new Map(queryClient.setQueriesData<Listed>(filter, data => data && changed(data, change)))
  })
  return () =>
    keepingOutdated(filter, () => {
      for (const [key, data] of before) {
        // What was read anew since is what is true.
        if (queryClient.getQueryData(key) === after.get(key)) queryClient.setQueryData(key, data)
      }
    })
}

/** What is set counts as fresh. Of the lists in which others had changed something before, that is not so. */
function keepingOutdated<T>(filter: { queryKey: string[]; predicate: (query: Query) => boolean }, work: () => T): T {
  const isOutdated = ({ state }: Query) => state.isInvalidated || state.fetchStatus === 'fetching'
  const outdated = new Set(queryClient.getQueryCache().findAll(filter).filter(isOutdated))
  const done = work()
  void queryClient.invalidateQueries({ ...filter, predicate: query => outdated.has(query), refetchType: 'none' })
  return done
}

type Listed = ItemPages | FolderList | Subfolders

function changed(data: Listed, change: (items: Item[]) => Item[]): Listed {
  if ('files' in data) return mapItems(data, change)
  if ('items' in data) return { ...data, items: change(data.items) }
  return { ...data, pages: data.pages.map(page => ({ ...page, items: change(page.items) })) }
}

export const withoutItems = (ids: ReadonlySet<string>) => (items: Item[]) =>
  items.some(({ objid }) => ids.has(objid)) ? items.filter(({ objid }) => !ids.has(objid)) : items

export const renamedItem = (objid: string, objname: string) => (items: Item[]) =>
  items.map(item => (item.objid === objid ? { ...item, objname } : item))
