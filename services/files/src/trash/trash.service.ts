import type { ResponseOf } from '@plinth/contract/call'
import type { listTrash, restoreTrash } from '@plinth/contract/trash'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { changed } from '../changes.ts'
import {
  childOf,
  type Entry,
  FOLDER,
  findEntry,
  placeEntry,
  type Step,
  waysUp,
  wayUpFrom,
} from '../entries/entries.repository.ts'
import { namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf, pathOf } from '../entries/fsobjects.ts'
import { carrySize, freeName, nounOf } from '../entries/moving.service.ts'
import { namesBeside } from '../names.ts'
import { type Namespace, setTrashEmptied } from '../namespaces/namespaces.repository.ts'
import { purgeJob } from '../namespaces/namespaces.service.ts'
import { sizesOf } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { buryLater } from './burying.repository.ts'
import { keptMs } from './purge.service.ts'
import { condemn, trashPage } from './trash.repository.ts'

type FileTx = Tx<FileTables>

const pageSize = 50
const place = z.tuple([z.number(), z.string().regex(/^[\w-]+$/)])

export function createTrash({ db, jobs }: Platform) {
  const tables = db.withTables<FileTables>()

  return {
    async list(actor: FileActor, cursor: string | undefined): Promise<ResponseOf<typeof listTrash>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const found = await trashPage(tables, namespace, cursor ? decodeCursor(cursor, place) : null, pageSize + 1)
      const page = cutPage(found, pageSize, ({ trashedat, objid }) => [trashedat ?? 0, objid])
      const sizes = await sizesOf(
        tables,
        page.rows.map(({ objid }) => objid),
      )
      const fsobjects = page.rows.map(entry => {
        const { trashedat, trashedby, trashedpath } = entry
        const at = trashedat ?? 0
        const trashed = {
          trashedat: at,
          trashedby: trashedby ?? '',
          trashedfrom: trashedpath ?? '/',
          purgedat: at + keptMs,
        }
        return { ...fsobjectOf(entry, sizes.get(entry.objid)), ...trashed }
      })
      return { fsobjects, cursor: page.cursor }
    },

    async restore(actor: FileActor, objectid: string): Promise<ResponseOf<typeof restoreTrash>> {
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const entry = await inTrash(tx, namespace, objectid)
        const wayUp = await placeToReturn(tx, namespace, entry)
        const parentid = wayUp[0]?.objid ?? namespace.rootid
        const name = await nameThere(tx, parentid, entry)
        await placeEntry(tx, entry, {
          parentid,
          name,
          trashedat: null,
          trashedby: null,
          trashedfrom: null,
          trashedpath: null,
        })
        await buryLater(tx, entry)
        await carrySize(tx, entry, namespace.trashid, parentid)
        const folderids = [parentid, namespace.trashid]
        await changed(tx, actor, { action: `${nounOf(entry)}.restore`, target: objectid, name, folderids })
        const size = (await sizesOf(tx, [objectid])).get(objectid)
        return { fsobject: fsobjectOf({ ...entry, name }, size), path: pathOf([{ objid: objectid, name }, ...wayUp]) }
      })
    },

    async delete(actor: FileActor, objectid: string): Promise<void> {
      await tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const entry = await inTrash(tx, namespace, objectid)
        await condemn(tx, [objectid], namespace.trashid)
        const { name } = entry
        await changed(tx, actor, { action: 'trash.delete', target: objectid, name, folderids: [namespace.trashid] })
        await jobs.enqueue(tx, purgeJob, { nsname: actor.nsname })
      })
    },

    /** In one step, however much there is: what is older than the mark counts as gone. */
    async empty(actor: FileActor): Promise<void> {
      const { nsname } = actor
      await tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, nsname)
        const { trashid, trashemptiedat } = namespace
        const [newest] = await trashPage(tx, namespace, null, 1)
        // Never back, whatever this node's clock says: what was emptied before may be half gone.
        await setTrashEmptied(tx, nsname, Math.max(Date.now(), trashemptiedat, newest?.trashedat ?? 0))
        await changed(tx, actor, { action: 'trash.empty', target: nsname, name: '', folderids: [trashid] })
        await jobs.enqueue(tx, purgeJob, { nsname })
      })
    },
  }
}

async function inTrash(tx: FileTx, { nsname, trashemptiedat }: Namespace, objid: string): Promise<Entry> {
  const entry = await findEntry(tx, objid)
  const isThere = entry?.nsname === nsname && entry.trashedat !== null && entry.trashedat > trashemptiedat
  if (!entry || !isThere) throw new Refusal('NOT_FOUND')
  return entry
}

/** The way up from the nearest folder it was in that is still there. The top folder always is. */
async function placeToReturn(tx: FileTx, { rootid }: Namespace, { trashedfrom }: Entry): Promise<Step[]> {
  const folders = (trashedfrom ?? '').split(' ').filter(Boolean)
  const ways = await waysUp(tx, folders)
  const living = folders.map(objid => ways.get(objid) ?? []).find(way => way.at(-1)?.objid === rootid)
  return living ?? wayUpFrom(tx, rootid)
}

async function nameThere(tx: FileTx, parentid: string, { name, objtype }: Entry): Promise<string> {
  if (!(await childOf(tx, parentid, name))) return name
  return freeName(tx, parentid, namesBeside(name, objtype === FOLDER, 'restored'))
}
