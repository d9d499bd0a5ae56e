import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { copyDir, jobInfo } from '@plinth/contract/dirs'
import { type Errcode, errors } from '@plinth/contract/errors'
import { inSteps } from '@plinth/platform/breathe'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { sweep } from '@plinth/platform/database/sweep'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { addRefs } from '../blobs/contents.repository.ts'
import { changed } from '../changes.ts'
import { copyProperties } from '../dav/davprops.repository.ts'
import { addFolder } from '../entries/adding.service.ts'
import {
  childOf,
  type Entry,
  FILE,
  FOLDER,
  findEntry,
  newObjid,
  placeEntry,
  wayUpFrom,
} from '../entries/entries.repository.ts'
import { folderAt, namespaceOf } from '../entries/entries.service.ts'
import { carrySize, freeName } from '../entries/moving.service.ts'
import { refuseBeyondQuota } from '../files/quota.ts'
import { namesBeside } from '../names.ts'
import { findNamespace, type Namespace } from '../namespaces/namespaces.repository.ts'
import { purgeJob } from '../namespaces/namespaces.service.ts'
import { addDeltas, sizesOf, sumOfNamespace } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { CONDEMNED, condemn } from '../trash/trash.repository.ts'
import {
  advanceFolder,
  type Copy,
  childrenAfter,
  findCopy,
  forgetFolders,
  insertCopies,
  insertCopy,
  nextFolder,
  queueFolders,
  updateCopy,
} from './copies.repository.ts'

type FileTx = Tx<FileTables>
type Job = ResponseOf<typeof jobInfo>

const copyJob = 'files.copy'
/** A step holds up everybody else on SQLite. */
const atOnce = { sqlite: 25, postgres: 200 }
const day = 24 * 3_600_000
/** How long it can be asked how a copy ended. */
const keptMs = 7 * day

/**
 * Copies folders in the background, some entries at a time, out of sight. A step is one transaction that also notes where to go
 * on, so that after a crash nothing is missing and nothing is there twice. The last step moves the whole into its place.
 */
export function createCopies({ db: database, jobs }: Platform) {
  const tables = database.withTables<FileTables>()

  jobs.handleLong(copyJob, (payload, { signal }) => run((payload as { jobid: string }).jobid, signal), {
    onGiveUp: (tx, payload) => giveUp(tx.withTables(), (payload as { jobid: string }).jobid, 'failed', 'SERVER_ERROR'),
  })
  jobs.every('files.copies.forget', day, () =>
    sweep(database, { table: 'copies', key: 'jobid', column: 'updatedat', below: Date.now() - keptMs }),
  )

  async function run(jobid: string, signal: AbortSignal): Promise<void> {
    await inSteps(tables, async () => {
      signal.throwIfAborted()
      // No step waits for the disk: after a power failure it goes on some steps earlier, since the job is still there.
      return tables.lax.transaction(tx => step(tx, jobid)).catch(error => end(jobid, error))
    })
  }

  /** A database that is away for a moment ends nothing: the job is tried again, and goes on where it was. */
  async function end(jobid: string, error: unknown): Promise<false> {
    if (!(error instanceof Refusal) || error.errcode === 'UNAVAILABLE') throw error
    await tables.transaction(tx => giveUp(tx, jobid, 'failed', error.errcode))
    return false
  }

  /** False where it is over. */
  async function step(tx: FileTx, jobid: string): Promise<boolean> {
    const copy = await findCopy(tx, jobid)
    const namespace = copy && (await findNamespace(tx, copy.nsname))
    if (!namespace) await forgetFolders(tx, jobid)
    if (copy?.state !== 'running' || !namespace) return false
    if (await copySome(tx, copy, namespace)) return true
    await putInPlace(tx, copy, namespace)
    return false
  }

  async function giveUp(tx: FileTx, jobid: string, state: 'cancelled' | 'failed', errcode: Errcode | null = null) {
    const copy = await findCopy(tx, jobid)
    const root = copy?.state === 'running' ? await findEntry(tx, copy.copyid) : undefined
    const namespace = root && (await findNamespace(tx, root.nsname))
    if (!copy || !root || !namespace) return
    await updateCopy(tx, jobid, { state, errcode })
    // What was copied counts until it is removed.
    const left = {
      action: 'folder.copy.giveup',
      target: root.objid,
      name: copy.name,
      folderids: [],
      bytes: copy.copiedbytes,
    }
    await changed(tx, copy, left)
    await forgetFolders(tx, jobid)
    await carrySize(tx, root, namespace.copiesid, namespace.trashid)
    await condemn(tx, [root.objid], namespace.trashid)
    await jobs.enqueue(tx, purgeJob, { nsname: copy.nsname })
  }

  async function copyOf(db: Queries<FileTables>, { nsname }: FileActor, jobid: string): Promise<Copy> {
    const copy = await findCopy(db, jobid)
    if (copy?.nsname !== nsname) throw new Refusal('NOT_FOUND')
    return copy
  }

  return {
    /** What is copied may be in another namespace. */
    async start(
      actor: FileActor,
      { srcdirpath, dstdirpath, conflict, objectid }: InputOf<typeof copyDir>,
      from = actor.nsname,
    ) {
      const name = dstdirpath.at(-1)
      if (name === undefined) throw new Refusal('TOP_FOLDER')
      const jobid = newObjid()
      await tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const source = await folderAt(tx, await namespaceOf(tx, from), srcdirpath, objectid)
        const { objid: parentid } = await folderAt(tx, namespace, dstdirpath.slice(0, -1))
        if (conflict === 'refuse' && (await childOf(tx, parentid, name))) throw new Refusal('NAME_TAKEN')
        const { bytes = 0, files: total = 0 } = (await sizesOf(tx, [source.objid])).get(source.objid) ?? {}
        await refuseBeyondQuota(tx, namespace, bytes)
        const root = await addFolder(tx, actor, { parentid: namespace.copiesid, name: jobid, conflict: 'refuse' })
        await copyProperties(tx, [source.objid], [root.objid])
        const { nsname, userid } = actor
        const state = {
          state: 'running' as const,
          copied: 0,
          copiedbytes: 0,
          total,
          updatedat: Date.now(),
          errcode: null,
        }
        await insertCopy(tx, { jobid, nsname, userid, copyid: root.objid, parentid, name, ...state }, source.objid)
        await jobs.enqueue(tx, copyJob, { jobid })
      })
      return { jobid }
    },

    info: async (actor: FileActor, jobid: string): Promise<Job> => told(await copyOf(tables, actor, jobid)),

    async cancel(actor: FileActor, jobid: string): Promise<Job> {
      return tables.transaction(async tx => {
        await copyOf(tx, actor, jobid)
        await giveUp(tx, jobid, 'cancelled')
        return told(await copyOf(tx, actor, jobid))
      })
    },
  }
}

export type Copies = ReturnType<typeof createCopies>

const told = ({ jobid, state, copied, total, copyid, errcode }: Copy): Job => ({
  ...{ jobid, state, copied },
  // Files may have been added while it was under way.
  total: Math.max(total, copied),
  objid: state === 'done' ? copyid : null,
  reason: errcode && errors[errcode][1],
})

/** False where there is nothing more to copy. */
async function copySome(
  tx: FileTx,
  { jobid, userid, copied, copiedbytes }: Copy,
  namespace: Namespace,
): Promise<boolean> {
  const folder = await nextFolder(tx, jobid)
  if (!folder) return false
  await refuseRemoved(tx, folder.srcid)
  const entries = await childrenAfter(tx, folder, atOnce[tx.engine])
  const last = entries.length === atOnce[tx.engine] ? entries.at(-1) : undefined
  if (entries.length > 0) {
    const files = entries.filter(({ objtype }) => objtype === FILE)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    await refuseBeyondQuota(tx, namespace, bytes)
    const objids = await insertCopies(tx, entries, { nsname: namespace.nsname, parentid: folder.dstid, userid })
    await copyProperties(
      tx,
      entries.map(({ objid }) => objid),
      objids,
    )
    await addRefs(
      tx,
      files.map(({ blobhash }) => blobhash),
    )
    await queueFolders(tx, foldersAmong(entries, objids, jobid))
    const size = { bytes, files: files.length }
    await addDeltas(
      tx,
      [folder.dstid, sumOfNamespace(namespace.nsname)].map(folderid => ({ folderid, ...size })),
    )
    await updateCopy(tx, jobid, { copied: copied + files.length, copiedbytes: copiedbytes + bytes })
  }
  await advanceFolder(tx, folder.id, last?.name ?? null)
  return true
}

/** What is being removed for good is not whole any more, and its copy would not be either. In the trash it still is. */
async function refuseRemoved(tx: FileTx, srcid: string): Promise<void> {
  const source = await findEntry(tx, srcid)
  if (!source || source.trashedat === CONDEMNED) throw new Refusal('NOT_FOUND')
}

const foldersAmong = (entries: Entry[], objids: string[], jobid: string) =>
  entries.flatMap(({ objid: srcid, objtype }, index) =>
    objtype === FOLDER ? [{ jobid, srcid, dstid: objids[index] ?? '', aftername: '' }] : [],
  )

async function putInPlace(tx: FileTx, copy: Copy, namespace: Namespace): Promise<void> {
  const { jobid, nsname, userid, copyid } = copy
  const root = await findEntry(tx, copyid)
  if (!root) throw new Refusal('NOT_FOUND')
  const wayUp = await wayUpFrom(tx, copy.parentid)
  // The folder it was meant for may have been deleted meanwhile.
  const parentid = wayUp.at(-1)?.objid === namespace.rootid ? copy.parentid : namespace.rootid
  const taken = await childOf(tx, parentid, copy.name)
  const name = taken ? await freeName(tx, parentid, namesBeside(copy.name, true)) : copy.name
  await placeEntry(tx, root, { parentid, name })
  await carrySize(tx, root, namespace.copiesid, parentid)
  await updateCopy(tx, jobid, { state: 'done' })
  const done = { action: 'folder.copy', target: copyid, name, folderids: [parentid], bytes: copy.copiedbytes }
  await changed(tx, { nsname, userid }, done)
}
