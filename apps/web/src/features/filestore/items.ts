import type { dirSorts } from '@plinth/contract/dirs'
import type { FoundObject, FsObject } from '@plinth/contract/file-fields'
import type { Trashed } from '@plinth/contract/trash'
import { shortName } from '../../lib/names.ts'

/** A folder or file in a list, with the folder it lies in, or lay in before it came to the trash. */
export type Item = FoundObject & Partial<Pick<Trashed, 'trashedat' | 'trashedby' | 'purgedat'>>

export type DirSort = (typeof dirSorts)[number]
export type SortKey = 'name' | 'size' | 'modifiedat' | 'modifiedby'

export const isFolder = ({ objtype }: Pick<FsObject, 'objtype'>) => objtype === 1

export const join = (parentpath: string, name: string) => (parentpath === '/' ? `/${name}` : `${parentpath}/${name}`)

export const pathOf = ({ parentpath, objname }: Pick<Item, 'parentpath' | 'objname'>) => join(parentpath, objname)

export const sortKey = (sort: DirSort): SortKey => (sort.startsWith('-') ? sort.slice(1) : sort) as SortKey

/** Another column begins with what people look for: names from A, times and sizes from the newest and largest. */
export const nextSort = (sort: DirSort, key: SortKey): DirSort => {
  if (sortKey(sort) !== key) return key === 'name' || key === 'modifiedby' ? key : `-${key}`
  return sort === key ? `-${key}` : key
}

/** The server hands all folders out by name, at once. The other orders are made here. */
export function sortFolders<T extends FsObject>(folders: readonly T[], sort: DirSort): T[] {
  const sorted = [...folders]
  const key = sortKey(sort)
  if (key !== 'name') sorted.sort((one, other) => (one[key] < other[key] ? -1 : Number(one[key] > other[key])))
  return sort.startsWith('-') ? sorted.reverse() : sorted
}

/** '1 folder', '3 files', '5 items'. */
export function counted(items: readonly Pick<FsObject, 'objtype'>[]): string {
  const folders = items.filter(isFolder).length
  const noun = folders === items.length ? 'folder' : folders === 0 ? 'file' : 'item'
  return `${items.length.toLocaleString('en')} ${noun}${items.length === 1 ? '' : 's'}`
}

/** Of all that is below a folder. */
export const fileCount = ({ filecount }: Pick<FsObject, 'filecount'>) =>
  filecount === 1 ? '1 file' : `${(filecount ?? 0).toLocaleString('en')} files`

/** A name where there is one thing, a number where there are more. */
export const named = (items: readonly Item[]) =>
  items.length === 1 ? shortName(items[0]?.objname ?? '') : counted(items)

/** Without those that lie in another one of them, as in what a search finds: they go along with it. */
export function outermost(items: readonly Item[]): Item[] {
  const folders = new Set(items.filter(isFolder).map(pathOf))
  const liesIn = (path: string): boolean =>
    path !== '' && (folders.has(path) || liesIn(path.slice(0, path.lastIndexOf('/'))))
  return items.filter(({ parentpath }) => !liesIn(parentpath))
}

/** What of them can go to a folder: not itself, nothing into what it holds, and not what is there already. */
export const movable = (items: readonly Item[], folder: { objid: string; path: string }) =>
  items.filter(item => item.parentid !== folder.objid && !holds(item, folder.path))

const holds = (item: Item, path: string) =>
  isFolder(item) && (path === pathOf(item) || path.startsWith(`${pathOf(item)}/`))
