import type { FsObject } from '@plinth/contract/file-fields'
import type { ThumbnailSize } from '@plinth/contract/thumbnails'
import { isForeignKeyViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { oneAtATime } from '@plinth/platform/one-at-a-time'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { tellFolders } from '../changes.ts'
import { type Entry, FILE } from '../entries/entries.repository.ts'
import { locate, namespaceOf } from '../entries/entries.service.ts'
import type { FileTables } from '../tables.ts'
import { createDecoder, type Decoded } from './decoder.ts'
import { isPicture } from './pictures.ts'
import {
  type Claimed,
  claimThumbnail,
  forgetThumbnail,
  hurryThumbnails,
  postponeThumbnail,
  setThumbnail,
  sizeOfContent,
  stateOf,
  statesOfFiles,
  takeWaits,
  thumbnailBytes,
  thumbnailsChannel,
  type Wanted,
  wantThumbnail,
} from './thumbnails.repository.ts'

const minute = 60_000
const leaseMs = 5 * minute
/** A picture that brings the decoder down, or keeps it busy for too long, does so again. */
const mostAttempts = 3
const againMs = minute
/** Those who watch a folder into which hundreds are put read it anew this often. */
const tellMs = 1_000
const mostNoticed = 1_000
/** Whoever reads a list again within this time looks at what they looked at. */
const lookedMs = 10_000

/** Changes where the content does. */
const tagOf = (hash: string) => hash.slice(0, 16)

/**
 * Makes thumbnails of pictures, one at a time on each node, so that those who work do not feel it. What is to be made stands in the
 * database: a node that dies leaves it to the next one.
 */
export function createThumbnails({ db, jobs, log, onClose }: Platform, contents: Contents) {
  const tables = db.withTables<FileTables>()
  const decoder = createDecoder()
  const stopping = new AbortController()
  /** Seen in lists without a thumbnail: they came before there were any, or got the name of a picture later. */
  const noticed = new Map<string, Wanted>()

  const makeAll = oneAtATime(async () => {
    await wantNoticed()
    let toldat = Date.now()
    for (let next = await claim(); next; next = await claim()) {
      await make(next)
      if (Date.now() - toldat < tellMs) continue
      await tell()
      toldat = Date.now()
    }
    await tell()
  })

  async function wantNoticed(): Promise<void> {
    for (const [hash, wanted] of noticed) {
      noticed.delete(hash)
      await tables.transaction(tx => wantThumbnail(tx, wanted)).catch(unlessGone)
    }
  }

  async function claim(): Promise<Claimed | undefined> {
    if (stopping.signal.aborted) return undefined
    return claimThumbnail(tables, Date.now(), Date.now() + leaseMs)
  }

  async function make({ hash, attempts }: Claimed): Promise<void> {
    try {
      const decoded = await decode(hash)
      if ('reason' in decoded) log.info({ hash, reason: decoded.reason }, 'there can be no thumbnail of a content')
      await tables.transaction(tx => setThumbnail(tx, hash, 'reason' in decoded ? null : decoded))
    } catch (error) {
      if (stopping.signal.aborted) return postponeThumbnail(tables, hash, Date.now())
      log.warn({ err: error, hash, attempts }, 'could not make a thumbnail')
      if (isAway(error)) return postponeThumbnail(tables, hash, Date.now() + againMs)
      if (attempts < mostAttempts) return postponeThumbnail(tables, hash, Date.now() + againMs * attempts)
      await tables.transaction(tx => setThumbnail(tx, hash, null))
    }
  }

  async function decode(hash: string): Promise<Decoded> {
    const size = await sizeOfContent(tables, hash)
    if (size === undefined) return { reason: 'The content is gone' }
    const bytes = await contents.open({ hash, size })
    // It may break off before the decoder reads, which then hears of it.
    bytes.on('error', () => {})
    return decoder.decode(size, async () => bytes).finally(() => bytes.destroy())
  }

  /** In a transaction of its own: what a crash comes before is told later. */
  async function tell(): Promise<void> {
    await tables.transaction(async tx => {
      const folders = Map.groupBy(await takeWaits(tx), ({ nsname }) => nsname)
      for (const [nsname, waits] of folders) {
        tellFolders(
          tx,
          nsname,
          waits.map(({ folderid }) => folderid),
        )
      }
    })
  }

  const soon = () => void makeAll().catch(error => log.warn({ err: error }, 'could not make thumbnails'))

  function stop(): void {
    stopping.abort()
    decoder.stop()
  }

  jobs.every('files.thumbnails', minute, (_payload, { signal }) => {
    signal.addEventListener('abort', stop)
    return makeAll()
  })
  const deafen = db.onSignal(thumbnailsChannel, () => setImmediate(soon))
  onClose(async () => {
    deafen()
    stop()
    await makeAll().catch(() => {})
  })

  function notice({ blobhash, nsname, parentid }: Pick<Entry, 'blobhash' | 'nsname' | 'parentid'>): void {
    if (!blobhash || noticed.size >= mostNoticed) return
    noticed.set(blobhash, { hash: blobhash, nsname, folderid: parentid ?? '' })
    setImmediate(soon)
  }

  /** What somebody looks at comes first, however many others have brought. */
  function hurry(hashes: string[]): void {
    if (hashes.length === 0) return
    void hurryThumbnails(tables, hashes, Date.now())
      .then(soon)
      .catch(error => log.warn({ err: error }, 'could not hurry thumbnails'))
  }

  /** Says of those that have one that they do. Those that should have one get it soon. */
  async function withThumbnails<T extends FsObject>(fsobjects: T[]): Promise<T[]> {
    const pictures = fsobjects.filter(isPicture).map(({ objid }) => objid)
    if (pictures.length === 0) return fsobjects
    const tags = new Map<string, string>()
    const waiting: string[] = []
    for (const { objid, state, dueat, attempts, ...picture } of await statesOfFiles(tables, pictures)) {
      const hash = picture.blobhash ?? ''
      if (state === null) notice(picture)
      if (state === 'made') tags.set(objid, tagOf(hash))
      if (state === 'wanted' && attempts === 0 && -(dueat ?? 0) < Date.now() - lookedMs) waiting.push(hash)
    }
    hurry(waiting)
    return fsobjects.map(object => {
      const thumbnail = tags.get(object.objid)
      return thumbnail ? { ...object, thumbnail } : object
    })
  }

  return {
    /** For a list that is about to be sent. */
    async inList<T extends FsObject, List extends { fsobjects: T[] }>(list: Promise<List>): Promise<List> {
      const { fsobjects, ...rest } = await list
      return { ...(rest as List), fsobjects: await withThumbnails(fsobjects) }
    },

    async inOne<T extends FsObject>(object: Promise<T>): Promise<T> {
      const one = await object
      return (await withThumbnails([one]))[0] ?? one
    },

    /** Of the file as it is now, to whoever may read it. */
    async find({ nsname }: FileActor, objectid: string, size: ThumbnailSize) {
      const { entry } = await locate(tables, await namespaceOf(tables, nsname), objectid, FILE)
      const { blobhash: hash } = entry
      if (!hash || !isPicture(entry)) throw new Refusal('THUMBNAIL_NONE')
      const bytes = await thumbnailBytes(tables, hash, size)
      if (bytes) return { bytes, etag: `"${tagOf(hash)}-${size}"` }
      const state = await stateOf(tables, hash)
      if (state === 'none') throw new Refusal('THUMBNAIL_NONE')
      if (state === 'made') await tables.transaction(tx => forgetThumbnail(tx, hash))
      if (state !== 'wanted') notice(entry)
      throw new Refusal('THUMBNAIL_NOT_YET')
    },
  }
}

/** A store that does not answer says nothing against a picture, however long that lasts. */
const isAway = (error: unknown) => error instanceof Refusal && error.errcode === 'STORAGE_DOWN'

/** The content was removed in the meantime. */
function unlessGone(error: unknown): void {
  if (!isForeignKeyViolation(error)) throw error
}

export type Thumbnails = ReturnType<typeof createThumbnails>
