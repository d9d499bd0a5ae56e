import { listDir, markDir } from '@plinth/contract/dirs'
import type { FsObject } from '@plinth/contract/file-fields'
import { hashKey, queryOptions } from '@tanstack/react-query'
import { answerFile, type Store } from '../../lib/file-client.ts'
import { addToQuery, queryClient } from '../../lib/query.ts'
import { type FileFilter, filterKey } from './filters.ts'
import {
  emptyRun,
  expectedIn,
  type FolderList,
  mapItems,
  missingBetween,
  type PageName,
  pageSizes,
  type RunName,
  runOf,
  withMarks,
  withOlder,
  withPage,
} from './folder-list.ts'
import { type DirSort, type Item, isFolder, sortFolders } from './items.ts'
import { staying } from './leaving.ts'
import { kept, keyOf, wayQuery } from './queries.ts'

/** Which folder, in which order, and what of it. Without an id it is the top folder. */
export interface FolderWanted {
  store: Store
  folderid: string | undefined
  sort: DirSort
  filter: FileFilter
}

/** More is not drawn: a browser has no room for a list as high as that. */
export const mostCounted = 300_000

export const folderQuery = (wanted: FolderWanted) => {
  const { store, folderid, sort, filter } = wanted
  const queryKey = keyOf(store, 'list', folderid ?? '', sort, filterKey(filter))
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<FolderList> => {
      const head = await readHead(wanted, signal)
      const older = queryClient.getQueryData<FolderList>(queryKey)
      // The first time, what is in sight is shown before the rest is counted.
      const isKnown = older?.folderid === head.folderid
      return mapItems(isKnown ? await readAnew(wanted, head, older, signal) : head, staying)
    },
    ...kept,
  })
}

/** What of a list is on the screen: that is read again when it has changed. */
const inSight = new Map<string, [from: number, to: number]>()

export const keepInSight = (wanted: FolderWanted, from: number, to: number) =>
  void inSight.set(hashKey(folderQuery(wanted).queryKey), [from, to])

async function readAnew(wanted: FolderWanted, head: FolderList, older: FolderList, signal: AbortSignal) {
  let list = head
  for (const name of ['folders', 'files'] as const) {
    await countOn(wanted, list[name].complete ? null : name, signal, change => {
      list = change(list)
    })
  }
  const [from, to] = inSight.get(hashKey(folderQuery(wanted).queryKey)) ?? [0, 0]
  for (const page of missingBetween(list, from, to))
    list = withPage(list, page, await readPage(wanted, list, page, signal))
  // Others have read on meanwhile.
  return withOlder(list, queryClient.getQueryData<FolderList>(folderQuery(wanted).queryKey) ?? older)
}

/** By the path that the folder has. Where that leads elsewhere or nowhere, somebody has moved or renamed it, or a folder above. */
export async function atFolder<T extends { objid: string }>(
  { store, folderid }: Pick<FolderWanted, 'store' | 'folderid'>,
  read: (path: string) => Promise<T>,
): Promise<{ answer: T; path: string }> {
  if (!folderid) return { answer: await read('/'), path: '/' }
  const way = wayQuery(store, folderid)
  const { path } = await queryClient.ensureQueryData(way)
  const answer = await read(path).catch(error => {
    if (error.errcode !== 'NOT_FOUND') throw error
  })
  if (answer?.objid === folderid) return { answer, path }
  const now = await queryClient.fetchQuery({ ...way, staleTime: 0 })
  return { answer: await read(now.path), path: now.path }
}

interface Asked {
  cursor?: string | undefined
  folders: 'all' | 'none' | 'only'
}

async function ask(wanted: FolderWanted, asked: Asked, signal?: AbortSignal) {
  const { store, sort, filter } = wanted
  const { answer, path } = await atFolder(wanted, at =>
    answerFile(store, listDir, { path: at, sort, ...filter, ...asked }, signal),
  )
  const items = answer.fsobjects.map(
    (object: FsObject): Item => ({ ...object, parentpath: path, parentid: answer.objid }),
  )
  return { folderid: answer.objid, items, cursor: answer.cursor }
}

/** A page with a filter can come in pieces. */
async function readOn(wanted: FolderWanted, asked: Asked, least: number, signal?: AbortSignal) {
  let page = await ask(wanted, asked, signal)
  while (page.cursor && page.items.length < least) {
    const next = await ask(wanted, { ...asked, cursor: page.cursor }, signal)
    page = { ...next, items: [...page.items, ...next.items] }
  }
  return page
}

async function readHead(wanted: FolderWanted, signal: AbortSignal): Promise<FolderList> {
  const head = await ask(wanted, { folders: 'all' }, signal)
  const folders = head.items.filter(isFolder)
  const files = head.items.filter(item => !isFolder(item))
  const { folderid } = head
  // Folders without end come first, and files not before the last of them.
  if (head.cursor && folders.length >= pageSizes.folders) {
    const first = await readOn(wanted, { folders: 'none' }, pageSizes.files, signal)
    const run = runOf('files', first.items, first.cursor === null)
    return { folderid, folders: runOf('folders', folders, false), files: run }
  }
  const least = wanted.filter.kind === 'folders' ? 0 : Math.min(pageSizes.files, files.length + 1)
  const more =
    head.cursor && files.length < least
      ? await readOn(wanted, { folders: 'none', cursor: head.cursor }, least, signal)
      : { items: [], cursor: head.cursor }
  const sorted = runOf('folders', sortFolders(folders, wanted.sort), true)
  if (wanted.filter.kind === 'folders') return { folderid, folders: sorted, files: emptyRun('files') }
  return { folderid, folders: sorted, files: runOf('files', [...files, ...more.items], more.cursor === null) }
}

async function readPage(wanted: FolderWanted, list: FolderList, { run, no }: PageName, signal?: AbortSignal) {
  const cursor = no === 0 ? undefined : list[run].cursors[no - 1]
  const expected = expectedIn(list[run], no)
  const asked: Asked = { cursor, folders: run === 'folders' ? 'only' : 'none' }
  const { items } = await readOn(wanted, asked, expected, signal)
  const wantedType = items.filter(item => isFolder(item) === (run === 'folders'))
  return wantedType.slice(0, list[run].size)
}

/** Counts what a folder holds, and learns where its pages begin, some thousands at a time. */
async function countOn(
  wanted: FolderWanted,
  name: RunName | null,
  signal: AbortSignal | undefined,
  onCounted: (change: (list: FolderList) => FolderList) => void,
): Promise<void> {
  if (!name) return
  let cursor: string | null | undefined
  let passed = 0
  do {
    const { store, sort, filter } = wanted
    const at = cursor ?? undefined
    const { answer } = await atFolder(wanted, path =>
      answerFile(store, markDir, { path, sort, of: name, ...filter, cursor: at }, signal),
    )
    const before = passed
    passed += answer.passed
    const cut = answer.cursor !== null && passed >= mostCounted
    cursor = cut ? null : answer.cursor
    const marked = { ...answer, cursor, cut }
    // Where somebody else has counted it meanwhile, what is counted here is not added to that.
    const isMine = (list: FolderList) => !at || (list[name].count === before && !list[name].complete)
    onCounted(list => (isMine(list) ? withMarks(list, name, marked, !at) : list))
  } while (cursor && !signal?.aborted)
}

const counting = new Map<string, Promise<void>>()

/** Counts the folder that was opened, while its first page is read by people. */
export function countFolder(wanted: FolderWanted): Promise<void> {
  const key = hashKey(folderQuery(wanted).queryKey)
  const counted = counting.get(key) ?? countRuns(wanted).finally(() => counting.delete(key))
  counting.set(key, counted)
  return counted
}

async function countRuns(wanted: FolderWanted): Promise<void> {
  const { queryKey } = folderQuery(wanted)
  for (const name of ['folders', 'files'] as const) {
    const isCounted = queryClient.getQueryData<FolderList>(queryKey)?.[name].complete ?? true
    await countOn(wanted, isCounted ? null : name, undefined, change => addToQuery(queryKey, change))
  }
}

/** So many pages are on their way at a time. */
const atOnce = 4

const reading = new Map<string, Promise<void>>()

/** Reads what is missing between two places of the list. Answers the list as it then is. */
export async function readBetween(wanted: FolderWanted, from: number, to: number): Promise<FolderList | undefined> {
  const { queryKey } = folderQuery(wanted)
  const list = queryClient.getQueryData<FolderList>(queryKey)
  if (!list) return undefined
  const missing = missingBetween(list, from, to)
  const work = async () => {
    for (let page = missing.shift(); page; page = missing.shift()) await readOnce(wanted, list, page)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return queryClient.getQueryData<FolderList>(queryKey)
}

/** All that it holds by now, up to so many. `outdated`: it has changed, and what is being read may be from before that. */
export async function readAll(wanted: FolderWanted, most: number, outdated: boolean): Promise<FolderList | undefined> {
  const { queryKey } = folderQuery(wanted)
  const { isInvalidated, fetchStatus } = queryClient.getQueryState(queryKey) ?? {}
  if (outdated || isInvalidated || fetchStatus === 'fetching')
    await queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true })
  await countFolder(wanted)
  return readBetween(wanted, 0, most)
}

/** Those who want the same page at the same time share it. */
function readOnce(wanted: FolderWanted, list: FolderList, page: PageName): Promise<void> {
  const { queryKey } = folderQuery(wanted)
  const cursor = list[page.run].cursors[page.no - 1] ?? ''
  const key = `${hashKey(queryKey)} ${page.run} ${cursor}`
  const known = reading.get(key)
  if (known) return known
  const read = readPage(wanted, list, page)
    .then(items => {
      // Where it was counted anew meanwhile, the page is another one by now.
      const isSame = (now: FolderList) => (now[page.run].cursors[page.no - 1] ?? '') === cursor
      addToQuery<FolderList>(queryKey, now => (isSame(now) ? withPage(now, page, staying(items)) : now))
    })
    .finally(() => reading.delete(key))
  reading.set(key, read)
  return read
}
