import type { ResponseOf } from '@plinth/contract/call'
import { dirInfo, dirPath, listDir } from '@plinth/contract/dirs'
import type { FsObject } from '@plinth/contract/file-fields'
import { fileInfo, recentFiles, searchFiles, usage } from '@plinth/contract/files'
import { listTrash } from '@plinth/contract/trash'
import { listVersions } from '@plinth/contract/versions'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerFile, type Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import { type DirSort, type Item, isFolder, sortFolders } from './items.ts'

/** Whatever is asked of the file service. It is kept fresh by its events, and its client tries again by itself. */
const kept = { retry: false, staleTime: Number.POSITIVE_INFINITY } as const

export const nsnameOf = ({ orgid, projectid, fsid }: Store) => `${orgid}/${projectid}/${fsid}`
const key = (store: Store, ...rest: (string | undefined)[]) => ['files', nsnameOf(store), ...rest]

export type Way = ResponseOf<typeof dirPath>

/** The folders down to one, itself included. The top folder's way is known once it was listed. */
export const wayQuery = (store: Store, folderid: string) =>
  queryOptions({
    queryKey: key(store, 'way', folderid),
    queryFn: ({ signal }): Promise<Way> => answerFile(store, dirPath, { objectid: folderid }, signal),
    ...kept,
  })

/** One page of any list: of a folder, a search, the recent files, the trash. */
export interface ItemPage {
  /** The folder that was listed. */
  folderid: string
  items: Item[]
  cursor: string | null
}

export type ItemPages = { pages: ItemPage[]; pageParams: (string | undefined)[] }

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }: ItemPage) => cursor ?? undefined,
  ...kept,
}

/** Without a folder id, the top folder. */
export const folderQuery = (store: Store, folderid: string | undefined, sort: DirSort) =>
  infiniteQueryOptions({
    queryKey: key(store, 'list', folderid ?? '', sort),
    queryFn: ({ pageParam, signal }) => folderPage(store, { folderid, sort, cursor: pageParam }, signal),
    ...paged,
  })

interface Wanted {
  folderid: string | undefined
  sort: DirSort
  cursor: string | undefined
}

async function folderPage(store: Store, wanted: Wanted, signal: AbortSignal): Promise<ItemPage> {
  const { folderid } = wanted
  if (!folderid) return readPage(store, wanted, '/', signal)
  const way = wayQuery(store, folderid)
  const { path } = await queryClient.ensureQueryData(way)
  const page = await readPage(store, wanted, path, signal).catch(error => {
    if (error.errcode !== 'NOT_FOUND') throw error
  })
  if (page?.folderid === folderid) return page
  // Somebody has moved or renamed it, or a folder above it.
  const now = await queryClient.fetchQuery({ ...way, staleTime: 0 })
  return readPage(store, wanted, now.path, signal)
}

async function readPage(store: Store, { sort, cursor }: Wanted, path: string, signal: AbortSignal) {
  const request = { path, sort, ...(cursor ? { cursor, folders: 'none' as const } : {}) }
  const page = await answerFile(store, listDir, request, signal)
  const items = page.fsobjects.map((object: FsObject): Item => ({ ...object, parentpath: path, parentid: page.objid }))
  const folders = sortFolders(items.filter(isFolder), sort)
  return { folderid: page.objid, items: [...folders, ...items.filter(item => !isFolder(item))], cursor: page.cursor }
}

export const searchQuery = (store: Store, search: string) =>
  infiniteQueryOptions({
    queryKey: key(store, 'search', search),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ItemPage> =>
      found(await answerFile(store, searchFiles, { search, ...(cursor ? { cursor } : {}) }, signal)),
    ...paged,
  })

export const recentQuery = (store: Store) =>
  infiniteQueryOptions({
    queryKey: key(store, 'recent'),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ItemPage> =>
      found(await answerFile(store, recentFiles, cursor ? { cursor } : {}, signal)),
    ...paged,
  })

export const trashQuery = (store: Store) =>
  infiniteQueryOptions({
    queryKey: key(store, 'trash'),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ItemPage> => {
      const page = await answerFile(store, listTrash, cursor ? { cursor } : {}, signal)
      const items = page.fsobjects.map(({ trashedfrom, ...object }) => ({
        ...{ ...object, parentpath: trashedfrom, parentid: '' },
      }))
      return { folderid: '', items, cursor: page.cursor }
    },
    ...paged,
  })

const found = ({ fsobjects, cursor }: ResponseOf<typeof searchFiles>): ItemPage => ({
  ...{ folderid: '', items: fsobjects, cursor },
})

export const infoQuery = (store: Store, { objid, objtype }: Pick<Item, 'objid' | 'objtype'>) =>
  queryOptions({
    queryKey: key(store, 'info', objid),
    queryFn: ({ signal }) => answerFile(store, objtype === 1 ? dirInfo : fileInfo, { objectid: objid }, signal),
    ...kept,
  })

export const versionsQuery = (store: Store, objid: string) =>
  queryOptions({
    queryKey: key(store, 'versions', objid),
    queryFn: async ({ signal }) => (await answerFile(store, listVersions, { objectid: objid }, signal)).versions,
    ...kept,
  })

export const usageQuery = (store: Store) =>
  queryOptions({
    queryKey: key(store, 'usage'),
    queryFn: ({ signal }) => answerFile(store, usage, {}, signal),
    ...kept,
  })
