import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { changed } from '../changes.ts'
import { addFolder } from '../entries/adding.service.ts'
import { type Entry, FOLDER, findEntry } from '../entries/entries.repository.ts'
import { namespaceOf } from '../entries/entries.service.ts'
import { throwAway } from '../entries/moving.service.ts'
import { type Content, putFile, putVersion } from '../files/putting.service.ts'
import { bytesLeft, refuseBeyondQuota } from '../files/quota.ts'
import { mediatypeOf } from '../names.ts'
import { refuseShutOut } from '../namespaces/closures.service.ts'
import type { FileTables } from '../tables.ts'
import { DavFailure } from './failures.ts'
import { openGuard, type Target, tagOf } from './guard.service.ts'
import { removeLocks } from './locks.repository.ts'
import type { StoreRequest } from './store.ts'

interface Incoming {
  bytes: AsyncIterable<Uint8Array>
  /** Tells a sender that waits for it to send the bytes. */
  goOn(): void
}

/** The folder that something new goes to. */
export function folderFor({ parent, names }: Target): Entry {
  if (names.length === 0) throw new DavFailure(405)
  if (!parent) throw new DavFailure(409)
  return parent
}

/** As it is now, if it is still where it was found. */
async function unmoved(tx: Tx<FileTables>, { objid, parentid, name }: Entry): Promise<Entry> {
  const entry = await findEntry(tx, objid)
  if (entry?.parentid !== parentid || entry.name !== name || entry.trashedat !== null) throw new Refusal('NOT_FOUND')
  return entry
}

/** The file's own date in seconds, as clients send it that know ownCloud or Nextcloud. What is none says nothing. */
function dateOf({ 'x-oc-mtime': seconds = '' }: StoreRequest['headers']): number | undefined {
  return /^\d+(\.\d+)?$/.test(seconds) ? Math.round(Number(seconds) * 1_000) : undefined
}

const mostTries = 5
/** How long what was found counts as found just now. */
const freshMs = 1_000

/** Somebody put something there, or took it away, between the look and the transaction: it is looked at anew. */
const again = (tries: number) => (error: unknown) => {
  const raced = error instanceof Refusal && (error.errcode === 'NAME_TAKEN' || error.errcode === 'NOT_FOUND')
  if (!raced || tries === mostTries) throw error
  return false
}

export function createWriting({ db }: Platform, contents: Contents) {
  const tables = db.withTables<FileTables>()

  /**
   * Looked up outside the transaction that then writes: those who write to one folder at the same time would meet at its names.
   * That one looks at the locks again, and sees whether what was found here is still so.
   */
  async function whereToPut(store: StoreRequest): Promise<Target> {
    const guard = await openGuard(tables, store)
    const target = await guard.find(store.names)
    const { entry } = target
    if (entry?.objtype === FOLDER) throw new DavFailure(405)
    await guard.refuseUnmet(target)
    folderFor(target)
    guard.refuseLockedWrite(target)
    return target
  }

  async function putAt(tx: Tx<FileTables>, store: StoreRequest, target: Target, content: Content): Promise<void> {
    const { namespace, actor } = store
    const guard = await openGuard(tx, store)
    const entry = target.entry && (await unmoved(tx, target.entry))
    await guard.refuseUnmet({ entry })
    guard.refuseLockedWrite(target)
    if (!entry) {
      const place = { parentid: folderFor(target).objid, name: target.names.at(-1) ?? '' }
      const action = 'file.upload' as const
      await putFile(tx, { namespace, actor, ...place, conflict: 'refuse', content, action })
      return
    }
    await refuseBeyondQuota(tx, namespace, content.size)
    await putVersion(tx, actor, entry, content)
  }

  async function receive({ namespace, headers }: StoreRequest, { bytes, goOn }: Incoming) {
    const left = await bytesLeft(tables, namespace)
    // Finder sends files in pieces, and says beforehand how long they will be.
    const announced = Number(headers['content-length'] ?? headers['x-expected-entity-length'] ?? 0)
    if (left !== null && announced > left) throw new Refusal('QUOTA_FULL')
    goOn()
    return contents.receive(bytes, left === null ? {} : { limit: left }).catch(error => {
      throw error instanceof Refusal && error.errcode === 'TOO_LARGE' ? new Refusal('QUOTA_FULL') : error
    })
  }

  return {
    async put(store: StoreRequest, incoming: Incoming) {
      const { headers } = store
      // A part of a file cannot be told from a whole one by those who do not know the header.
      if (headers['content-range'] !== undefined) throw new DavFailure(400)
      const found = await whereToPut(store)
      const foundat = performance.now()
      const received = await receive(store, incoming)
      const { hash, size } = received
      const lastmodified = dateOf(headers)
      const content = { hash, size, mediatype: mediatypeOf(store.names.at(-1) ?? ''), lastmodified }
      try {
        await refuseShutOut(tables, store.actor)
        for (let tries = 1; ; tries++) {
          const isFresh = tries === 1 && performance.now() - foundat < freshMs
          const target = isFresh ? found : await whereToPut(store)
          const put = contents.commit(received, tx => putAt(tx, store, target, content))
          if (await put.then(() => true, again(tries)))
            return { isNew: !target.entry, etag: tagOf(hash), isDated: lastmodified !== undefined }
        }
      } finally {
        await received.drop()
      }
    },

    async mkcol(store: StoreRequest): Promise<void> {
      const { actor } = store
      const target = await (await openGuard(tables, store)).find(store.names)
      if (target.entry) throw new DavFailure(405)
      const { objid: parentid } = folderFor(target)
      const name = store.names.at(-1) ?? ''
      const made = tables.transaction(async tx => {
        const guard = await openGuard(tx, store)
        await guard.refuseUnmet(target)
        guard.refuseLockedWrite(target)
        const { objid } = await addFolder(tx, actor, { parentid, name, conflict: 'refuse' })
        await changed(tx, actor, { action: 'folder.create', target: objid, name, folderids: [parentid] })
      })
      await made.catch(error => {
        throw error instanceof Refusal && error.errcode === 'NAME_TAKEN' ? new DavFailure(405) : error
      })
    },

    /** To the trash. */
    async delete(store: StoreRequest): Promise<void> {
      const { actor, names } = store
      await tables.transaction(async tx => {
        // As it is now: the trash may have been emptied since the request came, and this is not to count as gone with the rest.
        const namespace = await namespaceOf(tx, actor.nsname)
        const guard = await openGuard(tx, store)
        const target = await guard.find(names)
        const { entry } = target
        if (!entry) throw new DavFailure(404)
        if (names.length === 0) throw new DavFailure(403)
        await guard.refuseUnmet(target)
        const ended = await guard.refuseLockedRemoval(target)
        await removeLocks(
          tx,
          ended.map(({ token }) => token),
        )
        await throwAway(tx, namespace, actor, entry)
      })
    },
  }
}
