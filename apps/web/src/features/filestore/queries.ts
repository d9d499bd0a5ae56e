import type { ResponseOf } from '@plinth/contract/call'
import { dirInfo, dirPath } from '@plinth/contract/dirs'
import { fileInfo, recentFiles, searchFiles, usage } from '@plinth/contract/files'
import { listTrash } from '@plinth/contract/trash'
import { listVersions } from '@plinth/contract/versions'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerFile, nsnameOf, type Store } from '../../lib/file-client.ts'
import { untilFound } from '../../lib/until-found.ts'
import { type FileFilter, filterKey } from './filters.ts'
import type { Item } from './items.ts'
import { staying } from './leaving.ts'

/** Whatever is asked of the file service. It is kept fresh by its events, and its client tries again by itself. */
export const kept = { retry: false, staleTime: Number.POSITIVE_INFINITY } as const

export const keyOf = (store: Store, ...rest: (string | undefined)[]) => ['files', nsnameOf(store), ...rest]

export type Way = ResponseOf<typeof dirPath>

/** The folders down to one, itself included. The top folder's way is known once it was listed. */
export const wayQuery = (store: Store, folderid: string) =>
  queryOptions({
    queryKey: keyOf(store, 'way', folderid),
    queryFn: ({ signal }): Promise<Way> => answerFile(store, dirPath, { objectid: folderid }, signal),
    ...kept,
  })

/** One page of a list over the whole filestore: a search, the recent files, the trash. */
export interface ItemPage {
  items: Item[]
  cursor: string | null
}

export type ItemPages = { pages: ItemPage[]; pageParams: (string | undefined)[] }

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }: ItemPage) => cursor ?? undefined,
  ...kept,
}

export const searchQuery = (store: Store, search: string, filter: FileFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(store, 'search', search, filterKey(filter)),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ItemPage> =>
      found(await untilFound(at => answerFile(store, searchFiles, { search, ...filter, ...at }, signal), cursor)),
    ...paged,
  })

export const recentQuery = (store: Store) =>
  infiniteQueryOptions({
    queryKey: keyOf(store, 'recent'),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ItemPage> =>
      found(await untilFound(at => answerFile(store, recentFiles, at, signal), cursor)),
    ...paged,
  })

export const trashQuery = (store: Store) =>
  infiniteQueryOptions({
    queryKey: keyOf(store, 'trash'),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ItemPage> => {
      const page = await answerFile(store, listTrash, cursor ? { cursor } : {}, signal)
      const items = page.fsobjects.map(({ trashedfrom, ...object }) => ({
        ...{ ...object, parentpath: trashedfrom, parentid: '' },
      }))
      return { items, cursor: page.cursor }
    },
    ...paged,
  })

const found = ({ fsobjects, cursor }: ResponseOf<typeof searchFiles>): ItemPage => ({
  ...{ items: staying(fsobjects), cursor },
})

export const infoQuery = (store: Store, { objid, objtype }: Pick<Item, 'objid' | 'objtype'>) =>
  queryOptions({
    queryKey: keyOf(store, 'info', objid),
    queryFn: ({ signal }) => answerFile(store, objtype === 1 ? dirInfo : fileInfo, { objectid: objid }, signal),
    ...kept,
  })

export const versionsQuery = (store: Store, objid: string) =>
  queryOptions({
    queryKey: keyOf(store, 'versions', objid),
    queryFn: async ({ signal }) => (await answerFile(store, listVersions, { objectid: objid }, signal)).versions,
    ...kept,
  })

export const usageQuery = (store: Store) =>
  queryOptions({
    queryKey: keyOf(store, 'usage'),
    queryFn: ({ signal }) => answerFile(store, usage, {}, signal),
    ...kept,
  })
