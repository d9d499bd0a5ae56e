import { listDir } from '@plinth/contract/dirs'
import type { CallError } from '@plinth/contract/errors'
import { queryOptions } from '@tanstack/react-query'
import { answerFile, type Store } from '../../lib/file-client.ts'
import { addToQuery, queryClient } from '../../lib/query.ts'
import { atFolder } from './folder-reading.ts'
import type { Item } from './items.ts'
import { staying } from './leaving.ts'
import { kept, keyOf } from './queries.ts'

/** The folders in a folder, by name, as far as they were read. */
export interface Subfolders {
  folderid: string
  items: Item[]
  cursor: string | null
  /** It is being read on. */
  reading?: boolean
  /** Why it could not be. */
  failed?: CallError
}

async function readSome(store: Store, folderid: string | undefined, cursor: string | null, signal?: AbortSignal) {
  const { answer, path } = await atFolder({ store, folderid }, at =>
    answerFile(store, listDir, { path: at, folders: 'only', ...(cursor ? { cursor } : {}) }, signal),
  )
  const items = answer.fsobjects.map((object): Item => ({ ...object, parentpath: path, parentid: answer.objid }))
  return { folderid: answer.objid, items, cursor: answer.cursor }
}

/** Without an id, of the top folder. What was read on by hand is read again. */
export const subfoldersQuery = (store: Store, folderid: string | undefined) => {
  const queryKey = keyOf(store, 'folders', folderid ?? '')
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Subfolders> => {
      const wanted = queryClient.getQueryData<Subfolders>(queryKey)?.items.length ?? 0
      let read = await readSome(store, folderid, null, signal)
      while (read.cursor && read.items.length < wanted) {
        const more = await readSome(store, folderid, read.cursor, signal)
        read = { ...more, items: [...read.items, ...more.items] }
      }
      return { ...read, items: staying(read.items) }
    },
    ...kept,
  })
}

/** There are more than one answer holds. */
export async function readMoreFolders(store: Store, folderid: string | undefined): Promise<void> {
  const { queryKey } = subfoldersQuery(store, folderid)
  const known = queryClient.getQueryData<Subfolders>(queryKey)
  if (!known?.cursor || known.reading) return
  const change = (next: (now: Subfolders) => Subfolders) =>
    addToQuery<Subfolders>(queryKey, now => (now.cursor === known.cursor ? next(now) : now))
  change(now => ({ ...now, reading: true }))
  try {
    const more = await readSome(store, folderid, known.cursor)
    change(now => ({ ...more, items: [...now.items, ...more.items] }))
  } catch (error) {
    change(now => ({ ...now, reading: false, failed: error as CallError }))
  }
}
