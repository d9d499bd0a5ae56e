import { setTimeout as pause } from 'node:timers/promises'
import { may } from '@plinth/contract/permissions'
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
import { addressWithin, hrefOf, isSamePlace, namesWithin } from './addresses.ts'
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
    const goal = await goalOf(request)
    const { done, status } = await tables.transaction(async tx => {
      const both = await ends(tx, request, goal)
      if (both.entry.objtype === FOLDER && depth === '1') throw new DavFailure(400)
      const done = (await copyTo(tx, both, depth)) !== undefined
      return { done, status: statusOf(both) }
    })
    return {
      status: done || (await inBackground(request, goal)) ? status : 202,
      href: hrefOf(goal.place, goal.names, false),
    }
  }

  /** What was in the way is in the trash by now. False while it is not complete. */
  async function inBackground({ actor: { nsname }, names }: StoreRequest, { actor, names: to }: StoreRequest) {
    const folders = { srcdirpath: names, dstdirpath: to, conflict: 'keepboth' as const }
    const { jobid } = await copies.start(actor, folders, nsname)
    for (const until = Date.now() + longestWaitMs; Date.now() < until; await pause(lookEveryMs)) {
      const { state } = await copies.info(actor, jobid)
      if (state === 'failed') throw new DavFailure(507)
      if (state !== 'running') return true
    }
    return false
  }

  async function move(request: StoreRequest): Promise<Outcome> {
    const goal = await goalOf(request)
    const status = await tables.transaction(async tx => {
      const both = await ends(tx, request, goal)
      const { store, guard, source, entry } = both
      if (entry.objtype === FOLDER && depthOf(store.headers) !== 'infinity') throw new DavFailure(400)
      if (!both.isAcross && isWithin(goal.names, store.names)) throw new DavFailure(403)
      const ended = await guard.refuseLockedRemoval(source)
      if (both.isAcross) await moveAcross(tx, both)
      else await moveTo(tx, both)
      await removeLocks(
        tx,
        ended.map(({ token }) => token),
      )
      return statusOf(both)
    })
    return { status, href: hrefOf(goal.place, goal.names, false) }
  }

  return { copy, move }
}

const statusOf = ({ destination }: Ends) => (destination.entry ? (204 as const) : (201 as const))

/** Where it is to go, as a request of its own, perhaps to another filestore. Another server is out of reach. */
async function goalOf(request: StoreRequest): Promise<StoreRequest> {
  const { headers, place, hosts, names } = request
  if (headers.destination === undefined) throw new DavFailure(400)
  const to = addressWithin(headers.destination, hosts)
  if (!to) throw new DavFailure(502)
  const isHere = isSamePlace(to.place, place)
  if (names.length === 0 || to.names.length === 0 || (isHere && isWithin(names, to.names))) throw new DavFailure(403)
  const goal = isHere ? { ...request, names: to.names } : { ...request, ...to, ...(await reached(request, to.place)) }
  if (!may([goal.actor.level], 'file.write')) throw new DavFailure(403)
  return goal
}

/** What is not there for this person is a folder that is missing: the file itself is where it was asked for. */
const reached = ({ reach }: StoreRequest, place: string[]) =>
  reach(place).catch(error => {
    throw error instanceof DavFailure && error.status === 404 ? new DavFailure(409) : error
  })

/** Whether it is the folder itself or something below. */
const isWithin = (names: readonly string[], folder: readonly string[]) =>
  names.length >= folder.length && folder.every((name, index) => names[index] === name)

/** What is copied or moved, and where to, each with what guards it there. */
interface Ends {
  store: StoreRequest
  guard: Guard
  source: Target
  entry: Entry
  there: StoreRequest
  guardThere: Guard
  destination: Target
  /** From one filestore to another. */
  isAcross: boolean
}

async function ends(tx: FileTx, request: StoreRequest, goal: StoreRequest): Promise<Ends> {
  const isAcross = goal.actor.nsname !== request.actor.nsname
  // As it is now: the trash may have been emptied since the request came, and what goes there is not to count as gone with the rest.
  const anew = async (one: StoreRequest) => ({ ...one, namespace: await namespaceOf(tx, one.actor.nsname) })
  const store = await anew(isAcross ? { ...request, conditions: conditionsHere(request) } : request)
  const there = await anew(goal)
  const guard = await openGuard(tx, store)
  const guardThere = isAcross ? await openGuard(tx, there) : guard
  const source = await guard.find(store.names)
  const { entry } = source
  if (!entry) throw new DavFailure(404)
  await guard.refuseUnmet(source)
  const destination = await guardThere.find(there.names)
  folderFor(destination)
  if (destination.entry && !mayOverwrite(store.headers)) throw new DavFailure(412)
  guardThere.refuseLockedWrite(destination)
  return { store, guard, source, entry, there, guardThere, destination, isAcross }
}

/** What is said of the other filestore shows a lock's token there, and is no condition here. */
const conditionsHere = ({ conditions, place, hosts }: StoreRequest) =>
  conditions.filter(({ uri }) => uri === undefined || namesWithin(uri, place, hosts))

async function moveTo(tx: FileTx, { entry, there, guardThere, destination }: Ends): Promise<void> {
  await clear(tx, there, guardThere, destination)
  const { namespace, actor, names } = there
  const { objid: parentid } = folderFor(destination)
  await moveEntry(tx, { namespace, actor, entry, parentid, name: names.at(-1) ?? '', conflict: 'refuse' })
  if (destination.entry) await carryLocks(tx, destination.entry.objid, entry.objid)
}

/** Each filestore has its own members, room and trash: so it is a copy there, and what was here is in the trash with its versions. */
async function moveAcross(tx: FileTx, both: Ends): Promise<void> {
  const { namespace, actor } = both.store
  if ((await copyTo(tx, both, 'infinity')) === undefined) {
    throw new DavFailure(403).saying(
      'This folder is too large to be moved to another filestore. Copy it there instead.',
    )
  }
  await throwAway(tx, namespace, actor, both.entry)
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

async function putCopy(tx: FileTx, store: StoreRequest, entry: Entry, parentid: string, name: string): Promise<string> {
  const { namespace, actor } = store
  const { blobhash, size, modifiedat: lastmodified } = entry
  const content = { hash: blobhash ?? EMPTY, size, mediatype: mediatypeOf(name), lastmodified }
  const action = 'file.copy' as const
  const copy = await putFile(tx, { namespace, actor, parentid, name, conflict: 'replace', content, action })
  await copyProperties(tx, [entry.objid], [copy.objid])
  return copy.objid
}

/** Answers what it is now. Nothing is copied where there is too much of it. */
async function copyTo(tx: FileTx, both: Ends, depth: Depth): Promise<string | undefined> {
  const { entry, there, guardThere, destination } = both
  const { entry: before } = destination
  const { objid: parentid } = folderFor(destination)
  const name = there.names.at(-1) ?? ''
  // A file over a file is a new version of that one.
  if (entry.objtype === FILE && before?.objtype === FILE) return putCopy(tx, there, entry, parentid, before.name)
  await clear(tx, there, guardThere, destination)
  const copyid =
    entry.objtype === FILE
      ? await putCopy(tx, there, entry, parentid, name)
      : await copyFolder(tx, there, { entry, parentid, name, depth })
  if (before) await carryLocks(tx, before.objid, copyid)
  return copyid
}

interface FolderCopy {
  entry: Entry
  parentid: string
  name: string
  depth: Depth
}

async function copyFolder(tx: FileTx, there: StoreRequest, copy: FolderCopy): Promise<string | undefined> {
  const { entry, parentid, name, depth } = copy
  const { actor, namespace } = there
  const held = depth === 'infinity' ? await allBelow(tx, entry.objid) : []
  if (!held) {
    await refuseBeyondQuota(tx, namespace, (await sizesOf(tx, [entry.objid])).get(entry.objid)?.bytes ?? 0)
    return undefined
  }
  const files = held.flatMap(({ entries }) => entries).filter(({ objtype }) => objtype === FILE)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseBeyondQuota(tx, namespace, bytes)
  const root = await addFolder(tx, actor, { parentid, name, conflict: 'refuse' })
  await copyProperties(tx, [entry.objid], [root.objid])
  await copyAll(tx, there, held, new Map([[entry.objid, root.objid]]))
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
    const objids = await insertCopies(tx, entries, { nsname, parentid: dstid, userid })
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
