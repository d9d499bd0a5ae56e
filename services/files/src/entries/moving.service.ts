import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { changed } from '../changes.ts'
import { mediatypeOf, namesBeside } from '../names.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import { addDeltas, countedSize, type Size } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { buryLater } from '../trash/burying.repository.ts'
import { childOf, type Entry, FILE, FOLDER, placeEntry, wayUpFrom } from './entries.repository.ts'
import { pathOf } from './fsobjects.ts'

export type Conflict = 'refuse' | 'replace' | 'keepboth'

type FileTx = Tx<FileTables>

export const nounOf = ({ objtype }: Pick<Entry, 'objtype'>) => (objtype === FOLDER ? 'folder' : 'file')

interface Move {
  namespace: Namespace
  actor: FileActor
  entry: Entry
  /** The folder it goes to. */
  parentid: string
  name: string
  conflict: Conflict
}

interface Moved {
  moved: Entry
  /** Had the name there, and is in the trash now. */
  replaced?: string
}

/** Gives an entry another name or folder, with all that is below it, by changing its one row. */
export async function moveEntry(tx: FileTx, move: Move): Promise<Moved> {
  const { actor, entry, parentid } = move
  if (entry.parentid === parentid && entry.name === move.name) return { moved: entry }
  await refuseIntoItself(tx, entry, parentid)
  const { name, ...room } = await makeRoom(tx, move)
  const mediatype = entry.objtype === FILE ? mediatypeOf(name) : null
  await placeEntry(tx, entry, { parentid, name, mediatype })
  // The folder it was in came back from the trash a moment ago: what is below is still to be brought back to searches.
  if (entry.buried === 1) await buryLater(tx, entry)
  await carrySize(tx, entry, entry.parentid, parentid)
  await changed(tx, actor, {
    action: `${nounOf(entry)}.${entry.parentid === parentid ? 'rename' : 'move'}`,
    target: entry.objid,
    name,
    folderids: [entry.parentid, parentid],
    data: { oldname: entry.name },
  })
  return { moved: { ...entry, parentid, name, mediatype }, ...room }
}

async function refuseIntoItself(tx: FileTx, { objid, objtype }: Entry, parentid: string): Promise<void> {
  if (objtype === FILE) return
  const wayUp = await wayUpFrom(tx, parentid)
  if (wayUp.some(step => step.objid === objid)) throw new Refusal('MOVE_INTO_ITSELF')
}

/** The name it can have there, once whatever has it is out of the way. */
async function makeRoom(tx: FileTx, move: Move): Promise<{ name: string; replaced?: string }> {
  const { entry, parentid, name, conflict, namespace, actor } = move
  const taken = await childOf(tx, parentid, name)
  if (!taken || taken.objid === entry.objid) return { name }
  if (conflict === 'keepboth')
    return { name: await freeName(tx, parentid, namesBeside(name, entry.objtype === FOLDER)) }
  const canGo = conflict === 'replace' && taken.objtype === entry.objtype && !(await holds(tx, taken, entry))
  if (!canGo) throw new Refusal('NAME_TAKEN')
  await throwAway(tx, namespace, actor, taken)
  return { name, replaced: taken.objid }
}

/** Something cannot take the place of the folder it is in. */
async function holds(tx: FileTx, folder: Entry, entry: Entry): Promise<boolean> {
  return (await wayUpFrom(tx, entry.objid)).some(({ objid }) => objid === folder.objid)
}

export async function freeName(tx: FileTx, parentid: string, names: Iterable<string>): Promise<string> {
  for (const name of names) if (!(await childOf(tx, parentid, name))) return name
  throw new Refusal('NAME_TAKEN')
}

/** What an entry adds to the folder it is in. */
const sizeIn = async (tx: FileTx, { objid, objtype, size }: Entry): Promise<Size> =>
  objtype === FILE ? { bytes: size, files: 1 } : countedSize(tx, objid)

export async function carrySize(tx: FileTx, entry: Entry, from: string | null, to: string | null): Promise<void> {
  if (from === to) return
  const { bytes, files } = await sizeIn(tx, entry)
  await addDeltas(tx, [
    ...(from ? [{ folderid: from, bytes: -bytes, files: -files }] : []),
    ...(to ? [{ folderid: to, bytes, files }] : []),
  ])
}

/** To the trash, from where it can be brought back: so it is written down where it was. */
export async function throwAway(tx: FileTx, namespace: Namespace, actor: FileActor, entry: Entry): Promise<void> {
  const { objid, name, parentid } = entry
  const folders = (await wayUpFrom(tx, objid)).slice(1)
  await placeEntry(tx, entry, {
    ...{ parentid: namespace.trashid, name },
    // Never of a time at which the trash was emptied, whatever another node's clock said then.
    ...{ trashedat: Math.max(Date.now(), namespace.trashemptiedat + 1), trashedby: actor.userid },
    trashedfrom: folders.map(folder => folder.objid).join(' '),
    trashedpath: pathOf(folders),
  })
  await buryLater(tx, entry)
  await carrySize(tx, entry, parentid, namespace.trashid)
  const folderids = [parentid, namespace.trashid]
  await changed(tx, actor, { action: `${nounOf(entry)}.delete`, target: objid, name, folderids })
}
