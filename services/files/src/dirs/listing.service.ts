import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { listDir, markDir } from '@plinth/contract/dirs'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import type { Queries } from '@plinth/platform/database/database'
import * as z from 'zod'
import { FILE, FOLDER } from '../entries/entries.repository.ts'
import { type Size, sizesIn } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { entryPage, type Filter, type Key, type Listed, marksAlong, type Wanted } from './listing.repository.ts'

const pageSize = 50
/** More folders than this come in pages, so that no answer grows with the folder. */
const mostFolders = 2_000

const text = z.string().regex(/^[^\0]*$/)
/** Where a page begins: after this name, time, size or person, and this id. */
const filePlace = (by: Wanted['by']) => z.tuple([keyOf(by), text])
const markPlace = (by: Wanted['by']) => z.tuple([keyOf(by), text, z.int().min(0)])
const keyOf = (by: Wanted['by']) => (by === 'searchname' || by === 'modifiedby' ? text : z.number())
/** One number more than a file's, so that the two are not taken for each other. */
const folderPlace = z.tuple([z.literal(1), text, text])

const fileCursor = (key: Key) => encodeCursor(key)
const folderCursor = (key: Key) => encodeCursor([1, ...key])

type Sorted = Pick<Wanted, 'by' | 'direction'>
const byName: Sorted = { by: 'searchname', direction: 'asc' }
const columns = { name: 'searchname', modifiedat: 'modifiedat', size: 'size', modifiedby: 'modifiedby' } as const

function sorted(sort: InputOf<typeof listDir>['sort']): Sorted {
  const key = sort.replace('-', '') as keyof typeof columns
  return { by: columns[key], direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

const filterOf = ({ kind, since, modifiedby }: Filter): Filter => ({ kind, since, modifiedby })

export interface Listing {
  entries: Listed[]
  sizes: Map<string, Size>
  cursor: string | null
}

type Asked = Pick<InputOf<typeof listDir>, 'cursor' | 'sort' | 'folders'> & Filter

/** Folders first, as far as they are asked for; then files. */
export async function listFolder(db: Queries<FileTables>, parentid: string, asked: Asked): Promise<Listing> {
  const filter = filterOf(asked)
  const order = sorted(asked.sort)
  const place = asked.cursor ? decodeCursor(asked.cursor, z.union([folderPlace, filePlace(order.by)])) : null
  const folderKey: Key | null = place?.length === 3 ? [place[1], place[2]] : null
  const fileKey = place?.length === 2 ? place : null
  const isOfFiles = filter.kind !== undefined && filter.kind !== 'folders'
  const wantsFolders = !isOfFiles && (asked.folders !== 'none' || folderKey !== null)
  const folders = wantsFolders
    ? await page(db, { parentid, objtype: FOLDER, ...byName, filter, after: folderKey })
    : nothing
  const sizes = await sizesOfFolders(db, parentid, folders.rows)
  // Once the files have begun, folders that fill pages of their own are not told again.
  const above = fileKey && folders.cursor ? [] : folders.rows
  const done = asked.folders === 'only' || filter.kind === 'folders' || (folders.cursor !== null && !fileKey)
  if (done) return { entries: folders.rows, sizes, cursor: folders.cursor }
  const files = await page(db, { parentid, objtype: FILE, ...order, filter, after: fileKey })
  return { entries: [...above, ...files.rows], sizes, cursor: files.cursor }
}

const nothing: { rows: Listed[]; cursor: string | null } = { rows: [], cursor: null }

async function page(db: Queries<FileTables>, wanted: Wanted): Promise<typeof nothing> {
  const isOfFolders = wanted.objtype === FOLDER
  const most = isOfFolders ? mostFolders : pageSize
  const { rows, end } = await entryPage(db, wanted, most + 1)
  const last = rows.length > most ? rows[most - 1] : undefined
  const key = last ? ([last[wanted.by], last.objid] as Key) : end
  const cursor = key && (isOfFolders ? folderCursor(key) : fileCursor(key))
  return { rows: rows.slice(0, most), cursor }
}

async function sizesOfFolders(db: Queries<FileTables>, parentid: string, folders: Listed[]) {
  const [first, last] = [folders[0], folders.at(-1)]
  if (!first || !last) return new Map<string, Size>()
  return sizesIn(db, parentid, [first, last])
}

/** Where pages begin, read along the order of the list. */
export async function markFolder(
  db: Queries<FileTables>,
  parentid: string,
  asked: InputOf<typeof markDir>,
): Promise<Omit<ResponseOf<typeof markDir>, 'objid'>> {
  const isOfFolders = asked.of === 'folders'
  const order = isOfFolders ? byName : sorted(asked.sort)
  const place = asked.cursor ? decodeCursor(asked.cursor, markPlace(order.by)) : null
  const begun = place?.[2] ?? 0
  const every = isOfFolders ? mostFolders : pageSize
  const after: Key | null = place ? [place[0], place[1]] : null
  const wanted: Wanted = { parentid, objtype: isOfFolders ? FOLDER : FILE, ...order, filter: filterOf(asked), after }
  const { keys, passed, end } = await marksAlong(db, wanted, every, begun % every)
  const cursor = end && encodeCursor([...end, (begun + passed) % every])
  return { cursors: keys.map(isOfFolders ? folderCursor : fileCursor), passed, cursor }
}
