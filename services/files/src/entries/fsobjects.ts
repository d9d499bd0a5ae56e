import type { FsObject } from '@plinth/contract/file-fields'
import type { Size } from '../sizes/sizes.repository.ts'
import { type Entry, FILE, type Step } from './entries.repository.ts'

type Shown =
  | 'objtype'
  | 'objid'
  | 'name'
  | 'size'
  | 'mediatype'
  | 'createdat'
  | 'createdby'
  | 'modifiedat'
  | 'modifiedby'

/** An entry as it is told. A folder's size is not its own: it comes along. */
export function fsobjectOf(entry: Pick<Entry, Shown>, size?: Size): FsObject {
  const { objtype, objid, name, mediatype, createdat, createdby, modifiedat, modifiedby } = entry
  const sizes =
    objtype === FILE ? { size: entry.size, filecount: null } : { size: size?.bytes ?? 0, filecount: size?.files ?? 0 }
  return { objtype, objid, objname: name, ...sizes, mediatype, createdat, createdby, modifiedat, modifiedby }
}

/** The path that a way up from something spells. The top folder has no name. */
export const pathOf = (wayUp: readonly Step[]) =>
  `/${wayUp
    .slice(0, -1)
    .map(({ name }) => name)
    .reverse()
    .join('/')}`
