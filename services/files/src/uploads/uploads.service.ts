import { uploadMetadata } from '@plinth/contract/tus'
import { type AppendOptions, type Source, UPLOAD_KEPT_MS } from '@plinth/platform/blobs/blobs'
import { Refusal } from '@plinth/platform/errors'
import { type FileActor, parse } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { entryBelow, FOLDER } from '../entries/entries.repository.ts'
import { folderAt, locate, namespaceOf, refuseTooDeep } from '../entries/entries.service.ts'
import { refuseBeyondQuota } from '../files/quota.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import type { FileTables } from '../tables.ts'
import { createFinishing } from './finishing.service.ts'
import {
  findUpload,
  findUploads,
  insertUpload,
  isForsaken,
  type NewUpload,
  newUploadid,
  postpone,
  removeExpired,
  removeQuietLike,
  someExpired,
  type Upload,
} from './uploads.repository.ts'

const hour = 3_600_000
const sweptAtOnce = 100
/** Longer than a client that is there lets pass between two pieces. */
const forsakenMs = 10_000

interface Announced {
  size: number
  /** Upload-Metadata as it came, and what it says. */
  header: string
  metadata: Record<string, string | null>
}

const wrong = (field: string, sentence: string) => new Refusal('BAD_INPUT', { data: { fields: { [field]: sentence } } })

/** Uploads that can be resumed: over any number of requests, restarts and nodes. */
export function createResumableUploads(platform: Pick<Platform, 'db' | 'blobs' | 'jobs' | 'log'>, contents: Contents) {
  const { db, blobs, jobs } = platform
  const tables = db.withTables<FileTables>()
  const finishing = createFinishing(platform, contents)

  jobs.every('files.uploads', hour, (_payload, { signal }) => sweepExpired(signal))

  /** The row goes first: bytes without one are swept by their age, which they have reached too. */
  async function sweepExpired(signal: AbortSignal): Promise<void> {
    for (let found = sweptAtOnce; found === sweptAtOnce; ) {
      const now = Date.now()
      const expired = await someExpired(tables, now, sweptAtOnce)
      for (const uploadid of expired) {
        signal.throwIfAborted()
        if (await removeExpired(tables, uploadid, now)) await blobs.parts.abort(uploadid)
      }
      found = expired.length
    }
  }

  /** Where it is to go. What can be known to fail is said here, before the bytes set out; the end decides once more. */
  async function placeOf(namespace: Namespace, metadata: Announced['metadata']) {
    const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value))
    const announced = parse(uploadMetadata, given)
    const { filename, parentdirpath, parentid, conflict, relativePath } = announced
    const folders = relativePath?.slice(0, -1) ?? []
    const { entry: parent, depth } = parentdirpath
      ? { entry: await folderAt(tables, namespace, parentdirpath), depth: parentdirpath.length }
      : await located(namespace, parentid ?? '')
    const field = relativePath ? 'relativePath' : parentdirpath ? 'parentdirpath' : 'parentid'
    refuseTooDeep(field, depth + folders.length + 1)
    if (conflict === 'refuse' && (await entryBelow(tables, parent.objid, [...folders, filename])))
      throw new Refusal('NAME_TAKEN')
    const { sha256 = null, lastmodified = null } = announced
    return { parentid: parent.objid, folders: folders.join('/'), filename, conflict, sha256, lastmodified }
  }

  async function located(namespace: Namespace, parentid: string) {
    const { entry, wayUp } = await locate(tables, namespace, parentid, FOLDER)
    return { entry, depth: wayUp.length - 1 }
  }

  const unnamed = { parentid: '', folders: '', filename: '', sha256: null, lastmodified: null }
  const nowhere = { ...unnamed, conflict: 'refuse' as const }

  async function announce(
    actor: FileActor,
    kind: Upload['kind'],
    announced: Announced,
    reserved = 0,
  ): Promise<NewUpload> {
    const { size, header, metadata } = announced
    const namespace = await namespaceOf(tables, actor.nsname)
    const place = kind === 'partial' ? nowhere : await placeOf(namespace, metadata)
    const { nsname, userid, held: { via } = { via: '' } } = actor
    const now = Date.now()
    const upload: NewUpload = {
      ...{ uploadid: newUploadid(), nsname, userid, kind, partids: '', ...place },
      ...{ size, metadata: header, objid: null, createdat: now, expiresat: now + UPLOAD_KEPT_MS, via, received: 0 },
    }
    await refuseBeyondQuota(tables, namespace, size, reserved).catch(error => takeRoom(namespace, upload, error))
    return upload
  }

  /**
   * Somebody begins anew what they began before, on another computer or because its address was lost on the way: the room is kept
   * for the first, and they could do nothing about that for a week.
   */
  async function takeRoom(namespace: Namespace, upload: NewUpload, refusal: unknown): Promise<void> {
    if (upload.kind !== 'whole' || !(refusal instanceof Refusal)) throw refusal
    const before = await tables.transaction(async tx => {
      const removed = await removeQuietLike(tx, upload, Date.now() - forsakenMs)
      await refuseBeyondQuota(tx, namespace, upload.size)
      return removed
    })
    // Bytes without a row are swept by their age.
    for (const uploadid of before) await blobs.parts.abort(uploadid).catch(() => {})
  }

  function assertOwn({ nsname, userid }: FileActor, upload: Upload | undefined): asserts upload is Upload {
    if (!upload || upload.nsname !== nsname || upload.userid !== userid) throw new Refusal('NOT_FOUND')
    if (upload.expiresat < Date.now()) throw new Refusal('UPLOAD_GONE')
  }

  async function sizeOf({ uploadid, objid, size }: NewUpload): Promise<number> {
    if (objid) return size
    return blobs.parts.size(uploadid).catch(error => {
      throw error instanceof Refusal && error.errcode === 'NOT_FOUND' ? new Refusal('UPLOAD_GONE') : error
    })
  }

  async function partsOf(actor: FileActor, partids: readonly string[]): Promise<Upload[]> {
    // Its room is kept once, and so are its bytes.
    if (new Set(partids).size < partids.length) throw wrong('Upload-Concat', 'An upload can be named once.')
    const known = new Map((await findUploads(tables, partids)).map(upload => [upload.uploadid, upload]))
    const parts = partids.map(partid => known.get(partid))
    for (const part of parts) {
      assertOwn(actor, part)
      if (part.kind !== 'partial') throw wrong('Upload-Concat', 'Only partial uploads can be put together.')
      if ((await sizeOf(part)) !== part.size) throw wrong('Upload-Concat', 'One of these uploads is not complete.')
    }
    return parts as Upload[]
  }

  async function* bytesOf(partids: readonly string[]): Source {
    for (const partid of partids) yield* await blobs.parts.read(partid)
  }

  return {
    sizeOf,
    announce,
    discard: finishing.discard,
    takeWhole: finishing.takeWhole,

    /** Of the caller, and none other's. */
    async find(actor: FileActor, uploadid: string): Promise<Upload> {
      const upload = await findUpload(tables, uploadid)
      assertOwn(actor, upload)
      return upload
    },

    /** From here on its room is kept: of two that together do not fit, one is refused before its bytes set out. */
    async begin(upload: NewUpload): Promise<void> {
      const { uploadid, nsname, size } = upload
      await blobs.parts.begin(uploadid)
      try {
        await tables.transaction(async tx => {
          await refuseBeyondQuota(tx, await namespaceOf(tx, nsname), size)
          await insertUpload(tx, upload)
        })
      } catch (error) {
        await blobs.parts.abort(uploadid).catch(() => {})
        throw error
      }
    },

    /** Answers how many bytes are there now; the time until it expires begins anew. */
    async append({ held }: FileActor, upload: NewUpload, offset: number, source: Source, options: AppendOptions) {
      const { uploadid, nsname, size } = upload
      // Others may have taken the room by now. It counts as under way already.
      if (isForsaken(upload)) await refuseBeyondQuota(tables, await namespaceOf(tables, nsname), size, size)
      try {
        upload.received = await blobs.parts.append(uploadid, offset, source, { ...options, limit: size })
        return upload.received
      } catch (error) {
        upload.received = await blobs.parts.size(uploadid).catch(() => size)
        throw error
      } finally {
        upload.expiresat = Date.now() + UPLOAD_KEPT_MS
        upload.via = held?.via ?? ''
        await postpone(tables.lax, upload)
      }
    },

    /** Makes a file of it where all bytes are there and it is none yet. */
    async finish(actor: FileActor, upload: NewUpload): Promise<void> {
      if (upload.kind === 'whole' && !upload.objid) upload.objid = await finishing.finish(actor, upload)
    },

    /** Puts partial uploads together to a file. Each byte is read and written once. */
    async concatenate(actor: FileActor, partids: readonly string[], announced: Omit<Announced, 'size'>) {
      const parts = await partsOf(actor, partids)
      const size = parts.reduce((sum, part) => sum + part.size, 0)
      // Its parts hold its room already.
      const upload = { ...(await announce(actor, 'final', { ...announced, size }, size)), partids: partids.join(' ') }
      return { ...upload, objid: await finishing.takeWhole(actor, upload, bytesOf(partids)) }
    },
  }
}

export type ResumableUploads = ReturnType<typeof createResumableUploads>
