import type { Query } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import type { Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import type { Item } from './items.ts'
import { type ItemPages, nsnameOf, type Way } from './queries.ts'

/** A list of more pages than this is not read anew behind one's back: its screen says that it has changed. */
export const mostRefreshed = 40
/** What changes by the hundred is shown a few times a second. */
const pauseMs = 200

const waiting = new Map<string, Set<string>>()
let due = false

onEvent('files.changed', ({ nsname = '', folderid = '' }) => note(nsname, [folderid]))

function note(nsname: string, folderids: readonly string[]): void {
  const set = waiting.get(nsname) ?? new Set()
  for (const folderid of folderids) set.add(folderid)
  waiting.set(nsname, set)
  if (!due) setTimeout(flush, pauseMs)
  due = true
}

/** After a change of one's own, whose event may be late. */
export const refreshFolders = (store: Store, folderids: readonly string[]) => note(nsnameOf(store), folderids)

function flush(): void {
  due = false
  for (const [nsname, folderids] of waiting) refresh(nsname, folderids)
  waiting.clear()
}

function refresh(nsname: string, folderids: ReadonlySet<string>): void {
  const concerns = (query: Query) => query.queryKey[1] === nsname && isAbout(query, folderids)
  const large = (query: Query) => pagesOf(query).length > mostRefreshed
  void queryClient.invalidateQueries({ queryKey: ['files'], predicate: query => concerns(query) && !large(query) })
  void queryClient.invalidateQueries({
    ...{ queryKey: ['files'], predicate: query => concerns(query) && large(query), refetchType: 'none' },
  })
}

/** Lists of folders by the folder, ways by those on them. What covers the whole filestore is always concerned. */
function isAbout(query: Query, folderids: ReadonlySet<string>): boolean {
  const [, , what, folderid] = query.queryKey
  if (what === 'list') return folderids.has(String(folderid)) || folderids.has(pagesOf(query)[0]?.folderid ?? '')
  if (what !== 'way') return true
  const way = query.state.data as Way | undefined
  return way === undefined || way.steps.some(({ objid }) => folderids.has(objid))
}

const pagesOf = (query: Query) => (query.state.data as Partial<ItemPages> | undefined)?.pages ?? []

/** Shows a change before the server has answered. Answers how to take that back. */
export function changeHere(store: Store, change: (items: Item[]) => Item[]): () => void {
  const lists = ['list', 'search', 'recent', 'trash']
  const filter = {
    queryKey: ['files', nsnameOf(store)],
    predicate: ({ queryKey }: Query) => lists.includes(String(queryKey[2])),
  }
  const before = queryClient.getQueriesData<ItemPages>(filter)
  void queryClient.cancelQueries(filter)
  queryClient.setQueriesData<ItemPages>(
    filter,
    data => data && { ...data, pages: data.pages.map(page => ({ ...page, items: change(page.items) })) },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

export const withoutItems = (ids: ReadonlySet<string>) => (items: Item[]) =>
  items.some(({ objid }) => ids.has(objid)) ? items.filter(({ objid }) => !ids.has(objid)) : items

export const renamedItem = (objid: string, objname: string) => (items: Item[]) =>
  items.map(item => (item.objid === objid ? { ...item, objname } : item))
