import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '@plinth/platform/database/database'
import type { Platform } from '@plinth/platform/service'
import { addRefs, EMPTY } from '../blobs/contents.repository.ts'
import { changed } from '../changes.ts'
import { childrenAfter, insertCopies } from '../copies/copies.repository.ts'
import type { Copies } from '../copies/copies.service.ts'
import { addFolder } from '../entries/adding.service.ts'
import { type Entry, FILE, FOLDER } from '../entries/entries.repository.ts'
import { namespaceOf } from '../entries/entries.service.ts'
import { moveEntry, throwAway } from '../entries/moving.service.ts'
import { putFile } from '../files/putting.service.ts'
import { refuseBeyondQuota } from '../files/quota.ts'
import { mediatypeOf } from '../names.ts'
import { addDeltas, sizesOf, sumOfNamespace } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { hrefOf, namesWithin } from './addresses.ts'
import { copyProperties } from './davprops.repository.ts'
import { DavFailure } from './failures.ts'
import { type Guard, openGuard, type Target } from './guard.service.ts'
import { type Depth, depthOf, mayOverwrite } from './headers.ts'
import { carryLocks, removeLocks } from './locks.repository.ts'
import type { StoreRequest } from './store.ts'
import { folderFor } from './writing.service.ts'

type FileTx = Tx<FileTables>

/** A folder with no more than this is copied in one transaction; a larger one in the background, as everywhere. */
const mostInline = 1_000
const atOnce = 200
/** How long the sender waits for a large one; after that it is told that it goes on. */
const longestWaitMs = 20_000
const lookEveryMs = 100

interface Outcome {
  status: 201 | 202 | 204
  href: string
}

export function createCopying({ db }: Platform, copies: Copies) {
  const tables = db.withTables<FileTables>()

  async function copy(request: StoreRequest): Promise<Outcome> {
    const depth = depthOf(request.headers)
    const names = destinationOf(request)
    const { done, status } = await tables.transaction(async tx => {
      const { store, guard, destination, entry } = await ends(tx, request, names)
      if (entry.objtype === FOLDER && depth === '1') throw new DavFailure(400)
      const status = destination.entry ? (204 as const) : (201 as const)
      if (await copyFileOver(tx, store, entry, destination)) return { done: true, status }
      await clear(tx, store, guard, destination)
      const copyid = await copyTo(tx, store, { entry, destination, depth })
      if (destination.entry) await carryLocks(tx, destination.entry.objid, copyid)
      return { done: copyid !== undefined, status }
    })
    const href = hrefOf(request.place, names, false)
    return { status: done || (await inBackground(request, names)) ? status : 202, href }
  }

  /** What was in the way is in the trash by now. False while it is not complete. */
  async function inBackground({ actor, names: from }: StoreRequest, to: string[]): Promise<boolean> {
    const { jobid } = await copies.start(actor, { srcdirpath: from, dstdirpath: to, conflict: 'keepboth' })
    for (const until = Date.now() + longestWaitMs; Date.now() < until; await pause(lookEveryMs)) {
      const { state } = await copies.info(actor, jobid)
      if (state === 'failed') throw new DavFailure(507)
      if (state !== 'running') return true
    }
    return false
  }

  async function move(request: StoreRequest): Promise<Outcome> {
    const names = destinationOf(request)
    const status = await tables.transaction(async tx => {
      const { store, guard, source, destination, entry } = await ends(tx, request, names)
      const { namespace, actor } = store
      if (entry.objtype === FOLDER && depthOf(store.headers) !== 'infinity') throw new DavFailure(400)
      if (isWithin(names, store.names)) throw new DavFailure(403)
      const ended = await guard.refuseLockedRemoval(source)
      await clear(tx, store, guard, destination)
      const { objid: parentid } = folderFor(destination)
      await moveEntry(tx, { namespace, actor, entry, parentid, name: names.at(-1) ?? '', conflict: 'refuse' })
      await removeLocks(
        tx,
        ended.map(({ token }) => token),
      )
      if (destination.entry) await carryLocks(tx, destination.entry.objid, entry.objid)
      return destination.entry ? (204 as const) : (201 as const)
    })
    return { status, href: hrefOf(request.place, names, false) }
  }

  return { copy, move }
}

/** Another server, or another filestore here, is out of reach. */
function destinationOf({ headers, place, hosts, names }: StoreRequest): string[] {
  const { destination } = headers
  if (destination === undefined) throw new DavFailure(400)
  const to = namesWithin(destination, place, hosts)
  if (!to) throw new DavFailure(502)
  if (names.length === 0 || to.length === 0 || isWithin(names, to)) throw new DavFailure(403)
  return to
}

/** Whether it is the folder itself or something below. */
const isWithin = (names: readonly string[], folder: readonly string[]) =>
  names.length >= folder.length && folder.every((name, index) => names[index] === name)

async function ends(tx: FileTx, request: StoreRequest, to: string[]) {
  // As it is now: the trash may have been emptied since the request came, and what goes there is not to count as gone with the rest.
  const store = { ...request, namespace: await namespaceOf(tx, request.actor.nsname) }
  const guard = await openGuard(tx, store)
  const source = await guard.find(store.names)
  const { entry } = source
  if (!entry) throw new DavFailure(404)
  await guard.refuseUnmet(source)
  const destination = await guard.find(to)
  folderFor(destination)
  if (destination.entry && !mayOverwrite(store.headers)) throw new DavFailure(412)
  guard.refuseLockedWrite(destination)
  return { store, guard, source, destination, entry }
}

/** What stands in the way goes to the trash, without its locks: these are the name's, and hold for what comes there. */
async function clear(tx: FileTx, { namespace, actor }: StoreRequest, guard: Guard, { entry, ...way }: Target) {
  if (!entry) return
  const ended = await guard.refuseLockedRemoval({ entry, ...way })
  await removeLocks(
    tx,
    ended.filter(({ objid }) => objid !== entry.objid).map(({ token }) => token),
  )
  await throwAway(tx, namespace, actor, entry)
}

/** A file over a file is a new version of that one. */
async function copyFileOver(tx: FileTx, store: StoreRequest, entry: Entry, { entry: there }: Target) {
  if (entry.objtype !== FILE || there?.objtype !== FILE) return false
  await putCopy(tx, store, entry, there.parentid ?? '', there.name)
  return true
}

async function putCopy(tx: FileTx, store: StoreRequest, entry: Entry, parentid: string, name: string): Promise<string> {
  const { namespace, actor } = store
  const content = { hash: entry.blobhash ?? EMPTY, size: entry.size, mediatype: mediatypeOf(name) }
  const action = 'file.copy' as const
  const copy = await putFile(tx, { namespace, actor, parentid, name, conflict: 'replace', content, action })
  await copyProperties(tx, [entry.objid], [copy.objid])
  return copy.objid
}

interface Copy {
  entry: Entry
  destination: Target
  depth: Depth
}

/** Answers what it is now. Nothing is copied where there is too much of it. */
async function copyTo(tx: FileTx, store: StoreRequest, copy: Copy): Promise<string | undefined> {
  const { entry, destination, depth } = copy
  const { objid: parentid } = folderFor(destination)
  const name = destination.names.at(-1) ?? ''
  if (entry.objtype === FILE) return putCopy(tx, store, entry, parentid, name)
  const held = depth === 'infinity' ? await allBelow(tx, entry.objid) : []
  const { actor, namespace } = store
  if (!held) {
    await refuseBeyondQuota(tx, namespace, (await sizesOf(tx, [entry.objid])).get(entry.objid)?.bytes ?? 0)
    return undefined
  }
  const files = held.flatMap(({ entries }) => entries).filter(({ objtype }) => objtype === FILE)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseBeyondQuota(tx, namespace, bytes)
  const root = await addFolder(tx, actor, { parentid, name, conflict: 'refuse' })
  await copyProperties(tx, [entry.objid], [root.objid])
  await copyAll(tx, store, held, new Map([[entry.objid, root.objid]]))
  await changed(tx, actor, { action: 'folder.copy', target: root.objid, name, folderids: [parentid], bytes })
  return root.objid
}

interface Held {
  folderid: string
  entries: Entry[]
}

/** Folder by folder, each before those in it. Undefined where there are too many. */
async function allBelow(tx: FileTx, folderid: string): Promise<Held[] | undefined> {
  const found: Held[] = []
  const folders = [folderid]
  let count = 0
  for (let srcid = folders.shift(); srcid !== undefined; srcid = folders.shift()) {
    for (let aftername = '', more = true; more; ) {
      const entries = await childrenAfter(tx, { srcid, aftername }, atOnce)
      count += entries.length
      if (count > mostInline) return undefined
      found.push({ folderid: srcid, entries })
      folders.push(...entries.filter(({ objtype }) => objtype === FOLDER).map(({ objid }) => objid))
      aftername = entries.at(-1)?.name ?? ''
      more = entries.length === atOnce
    }
  }
  return found
}

async function copyAll(tx: FileTx, store: StoreRequest, held: readonly Held[], copyOf: Map<string, string>) {
  const { nsname, userid } = store.actor
  for (const { folderid, entries } of held) {
    if (entries.length === 0) continue
    const dstid = copyOf.get(folderid) ?? ''
    const objids = await insertCopies(tx, entries, dstid, userid)
    for (const [index, { objid }] of entries.entries()) copyOf.set(objid, objids[index] ?? '')
    const files = entries.filter(({ objtype }) => objtype === FILE)
    await addRefs(
      tx,
      files.map(({ blobhash }) => blobhash),
    )
    await copyProperties(
      tx,
      entries.map(({ objid }) => objid),
      objids,
    )
    const size = { bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length }
    await addDeltas(tx, [
      { folderid: dstid, ...size },
      { folderid: sumOfNamespace(nsname), ...size },
    ])
  }
}
