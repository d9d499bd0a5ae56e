import { recordActivity } from '@plinth/platform/activity'
import { inSteps } from '@plinth/platform/breathe'
import type { Tx } from '@plinth/platform/database/database'
import type { Platform } from '@plinth/platform/service'
import { dropRefs } from '../blobs/contents.repository.ts'
import { ownerOf } from '../changes.ts'
import { type Entry, FILE, FOLDER, findEntry } from '../entries/entries.repository.ts'
import { carrySize } from '../entries/moving.service.ts'
import {
  deletedNamespaces,
  findNamespace,
  type Namespace,
  removeNamespace,
} from '../namespaces/namespaces.repository.ts'
import { purgeJob } from '../namespaces/namespaces.service.ts'
import { addDeltas, removeSizes, sumOfNamespace, sumOfOrg } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { removeVersionsOf } from '../versions/versions.repository.ts'
import { CONDEMNED, condemn, removeEntries, someChildren, someCondemned, someEmptied } from './trash.repository.ts'

const day = 24 * 3_600_000
/** How long something stays in the trash. */
export const keptMs = 30 * day
/** A step holds up everybody else on SQLite. */
const atOnce = { sqlite: 50, postgres: 500 }
/** Each file may have a hundred versions, and PostgreSQL takes no statement with more than 65,535 values. */
const hashesAtOnce = 1_000

type FileTx = Tx<FileTables>

/**
 * Removes for good, some at a time: what is too long in a trash, what was in one that was emptied, what a deleted namespace
 * holds. Each step is a transaction of its own that leaves everything in order, so it can stop anywhere and go on later.
 */
export function purgeNowAndThen({ db, jobs }: Platform): void {
  const tables = db.withTables<FileTables>()

  let [isAtIt, lookAgain] = [false, false]

  jobs.every('files.purge.old', day / 24, (_payload, { signal }) => purgeDue(signal))
  // Given up, it would leave a trash that was emptied in the books for weeks, with nobody seeing what takes the room.
  jobs.handleTidying(purgeJob, (payload, { signal }) => purge((payload as { nsname?: string }).nsname, signal), {
    untilDone: true,
  })

  const purge = (nsname: string | undefined, signal: AbortSignal) =>
    nsname ? purgeTrash(nsname, signal) : purgeDue(signal)

  /** Of one filestore alone: whoever emptied its trash waits for the room, and not for what others have deleted. */
  async function purgeTrash(nsname: string, signal: AbortSignal): Promise<void> {
    const namespace = await findNamespace(tables, nsname)
    if (namespace) await purgeAll(() => someEmptied(tables, nsname, namespace.trashemptiedat), signal)
  }

  /** By one job at a time, which looks again for the others: whoever deletes fifty filestores keeps nobody else waiting. */
  async function purgeDue(signal: AbortSignal): Promise<void> {
    lookAgain = true
    if (isAtIt) return
    isAtIt = true
    try {
      while (lookAgain) {
        lookAgain = false
        for (const namespace of await deletedNamespaces(tables)) await purgeNamespace(namespace, signal)
        await purgeAll(() => someCondemned(tables, Date.now() - keptMs), signal)
      }
    } finally {
      isAtIt = false
    }
  }

  async function purgeAll(next: () => Promise<Entry | undefined>, signal: AbortSignal): Promise<void> {
    for (let entry = await next(); entry; entry = await next()) await purgeEntry(entry, signal)
  }

  /** Top down: its files go, its folders become things in the trash of their own, and then it goes itself. */
  async function purgeEntry(entry: Entry, signal: AbortSignal): Promise<void> {
    await inSteps(tables, async () => {
      signal.throwIfAborted()
      return tables.transaction(tx => purgeSome(tx, entry))
    })
  }

  async function purgeNamespace(
    { nsname, orgid, rootid, trashid, copiesid }: Namespace,
    signal: AbortSignal,
  ): Promise<void> {
    for (const objid of [rootid, copiesid, trashid]) {
      await purgeAll(async () => (await someChildren(tables, objid, FOLDER, 1))[0], signal)
      const top = await findEntry(tables, objid)
      if (top) await purgeEntry(top, signal)
    }
    await tables.transaction(async tx => {
      await removeSizes(tx, sumOfNamespace(nsname), sumOfOrg(orgid))
      await removeNamespace(tx, nsname)
    })
  }
}

/** False once the entry itself is gone. */
async function purgeSome(tx: FileTx, { objid, trashedat }: Entry): Promise<boolean> {
  const entry = await findEntry(tx, objid)
  // Somebody else was faster, or has it back.
  if (!entry || (entry.trashedat !== trashedat && entry.trashedat !== CONDEMNED)) return false
  if (entry.objtype === FILE) {
    await removeFiles(tx, [entry])
    return false
  }
  // A folder takes many steps. Whoever restored it in between would get what is left, and lose that too.
  if (entry.trashedat) {
    await condemn(tx, [objid], entry.parentid ?? '')
    return true
  }
  if (await purgeFiles(tx, objid)) return true
  const folders = await someChildren(tx, objid, FOLDER, atOnce[tx.engine])
  if (folders.length === 0) {
    await purgeFolder(tx, entry)
    return false
  }
  for (const folder of folders) await carrySize(tx, folder, objid, entry.parentid)
  await condemn(
    tx,
    folders.map(folder => folder.objid),
    entry.parentid ?? '',
  )
  return true
}

/** False where there were none. */
async function purgeFiles(tx: FileTx, folderid: string): Promise<boolean> {
  const files = await someChildren(tx, folderid, FILE, atOnce[tx.engine])
  await removeFiles(tx, files)
  return files.length > 0
}

async function purgeFolder(tx: FileTx, { objid, entryno, parentid }: Entry): Promise<void> {
  await removeEntries(tx, [{ objid, entryno }])
  await removeSizes(tx, objid, parentid)
}

/** With all their versions. */
async function removeFiles(tx: FileTx, files: Entry[]): Promise<void> {
  const [first] = files
  if (!first) return
  const versions = await removeVersionsOf(
    tx,
    files.map(({ objid }) => objid),
  )
  const hashes = [...files, ...versions].map(({ blobhash }) => blobhash)
  for (let from = 0; from < hashes.length; from += hashesAtOnce)
    await dropRefs(tx, hashes.slice(from, from + hashesAtOnce))
  const bytes = sum(files) + sum(versions)
  await addDeltas(tx, [
    ...files.map(({ parentid, size }) => ({ folderid: parentid ?? '', bytes: -size, files: -1 })),
    { folderid: sumOfNamespace(first.nsname), bytes: -bytes, files: -files.length },
  ])
  await removeEntries(tx, files)
  // Of a deleted namespace that was recorded as a whole; its project may be gone by now.
  if (!(await findNamespace(tx, first.nsname))) return
  const { orgid, projectid, fsid } = ownerOf(first.nsname)
  const freed = { action: 'file.purge', target: first.nsname, data: { fsid, files: files.length }, bytes: -bytes }
  await recordActivity(tx, { orgid, projectid, actorid: '', ...freed })
}

const sum = (contents: { size: number }[]) => contents.reduce((all, { size }) => all + size, 0)
