import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { namesBeside } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { type Entry, FOLDER, insertEntry, type NewEntry, newObjid } from './entries.repository.ts'
import { timesOf } from './times.ts'

interface NewPlace {
  parentid: string
  name: string
  conflict: 'refuse' | 'keepboth'
}

interface Content extends Pick<Entry, 'objtype' | 'blobhash' | 'size' | 'mediatype'> {
  lastmodified?: number | undefined
}

/** A new entry under its name, or beside it. */
export async function addEntry(
  tx: Tx<FileTables>,
  actor: Pick<FileActor, 'nsname' | 'userid'>,
  place: NewPlace,
  { lastmodified, ...content }: Content,
): Promise<NewEntry> {
  const { parentid, name, conflict } = place
  const [at, by] = [Date.now(), actor.userid]
  const entry = {
    objid: newObjid(),
    nsname: actor.nsname,
    parentid,
    ...content,
    createdat: at,
    createdby: by,
    modifiedby: by,
    ...timesOf(lastmodified, at),
  }
  const beside = conflict === 'keepboth' ? namesBeside(name, content.objtype === FOLDER) : []
  for (const one of [name, ...beside]) {
    if (await insertEntry(tx, { ...entry, name: one })) return { ...entry, name: one }
  }
  throw new Refusal('NAME_TAKEN')
}

export const addFolder = (tx: Tx<FileTables>, actor: Pick<FileActor, 'nsname' | 'userid'>, place: NewPlace) =>
  addEntry(tx, actor, place, { objtype: FOLDER, blobhash: null, size: 0, mediatype: null })
