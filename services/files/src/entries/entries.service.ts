import { deepest, tooDeep } from '@plinth/contract/file-fields'
import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { findNamespace, type Namespace } from '../namespaces/namespaces.repository.ts'
import type { FileTables } from '../tables.ts'
import { type Entry, entryBelow, FILE, FOLDER, findEntry, type Step, wayUpFrom } from './entries.repository.ts'

type Db = Queries<FileTables>

export async function namespaceOf(db: Db, nsname: string): Promise<Namespace> {
  const namespace = await findNamespace(db, nsname)
  if (!namespace) throw new Refusal('FILE_TOKEN_OTHER')
  return namespace
}

/** What a path leads to in a namespace. */
export async function entryAt(db: Db, namespace: Namespace, names: readonly string[]): Promise<Entry> {
  const entry = await entryBelow(db, namespace.rootid, names)
  if (!entry) throw new Refusal('NOT_FOUND')
  return entry
}

export const folderAt = (db: Db, namespace: Namespace, names: readonly string[], meant?: string) =>
  oneAt(db, namespace, names, FOLDER, meant)

export const fileAt = (db: Db, namespace: Namespace, names: readonly string[], meant?: string) =>
  oneAt(db, namespace, names, FILE, meant)

/** Where one is meant that has another name by now, the one that has its name is not found. */
async function oneAt(db: Db, namespace: Namespace, names: readonly string[], type: 1 | 2, meant?: string) {
  const entry = await entryAt(db, namespace, names)
  if (entry.objtype !== type || entry.objid !== (meant ?? entry.objid)) throw new Refusal('NOT_FOUND')
  return entry
}

/** Below a folder that is known by its id, the contract cannot see how deep something would lie. */
export function refuseTooDeep(field: string, names: number): void {
  if (names > deepest) throw new Refusal('BAD_INPUT', { data: { fields: { [field]: tooDeep } } })
}

export interface Located {
  entry: Entry
  /** Itself first, the top folder last. */
  wayUp: Step[]
}

/** By its id. What is in the trash, or below something there, is not found, and neither is another namespace's. */
export async function locate(db: Db, namespace: Namespace, objid: string, objtype?: 1 | 2): Promise<Located> {
  const entry = await findEntry(db, objid)
  if (!entry || entry.nsname !== namespace.nsname || (objtype && entry.objtype !== objtype))
    throw new Refusal('NOT_FOUND')
  const wayUp = await wayUpFrom(db, objid)
  if (wayUp.at(-1)?.objid !== namespace.rootid) throw new Refusal('NOT_FOUND')
  return { entry, wayUp }
}
