import { randomUUID } from 'node:crypto'
import { fstat, open as openFd } from 'node:fs'
import { mkdir, open as openFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { StartRefused } from '../errors.ts'
import { BlobMissing, type Blobs, INLINE_BYTES, type Received, type Source, type StoredBlob } from './blobs.ts'
import { limited, pump } from './blocks.ts'
import {
  blobPath,
  blocks,
  codeOf,
  onDisk,
  type Places,
  removeOlder,
  settle,
  syncFolder,
  unlessMissing,
} from './disk-files.ts'
import { createDiskParts } from './disk-parts.ts'
import { readPart } from './disk-reading.ts'
import { createRoom } from './disk-room.ts'
import { createWriter } from './disk-writer.ts'
import { createHashing } from './hashing.ts'
import { assertExpected, inline } from './received.ts'

const PAGE = 1_000
const DAY = 24 * 3_600_000

/** Blobs under `folder`/blobs: two levels of folders named by the hash, and beside them what is not complete. */
export async function createDiskBlobs(folder: string): Promise<Blobs> {
  const root = join(folder, 'blobs')
  const incoming = join(root, 'incoming')
  const uploads = join(root, 'uploads')
  await prepare(root, [incoming, uploads])
  const newPath = () => join(incoming, randomUUID())
  const places = { uploads, newPath, room: createRoom(root), place: createPlaces(root) }
  const { sweep: sweepParts, ...parts } = createDiskParts(places)

  return {
    parts,

    receive: (source, { limit, expect, signal } = {}) =>
      receive(places, limited(source, limit, signal), expect?.sha256),

    open: (hash, range = {}) => onDisk(async () => openBlob(blobPath(root, hash), hash, range)),
    size: hash => onDisk(() => sizeOf(root, hash)),
    has: hash => onDisk(async () => (await sizeOf(root, hash)) !== undefined),
    remove: hash => onDisk(async () => rm(blobPath(root, hash), { force: true })),
    list: ({ after = '', limit = PAGE } = {}) => onDisk(() => list(root, after, limit)),

    sweep: (now = Date.now()) =>
      onDisk(async () => {
        await removeOlder(incoming, now - DAY)
        await sweepParts(now)
      }),

    ping: () => onDisk(() => writeFile(join(incoming, '.ping'), '.')),
  }
}

async function prepare(root: string, folders: string[]): Promise<void> {
  try {
    for (const folder of folders) await mkdir(folder, { recursive: true })
    await syncFolder(root)
  } catch (error) {
    throw new StartRefused(`The folder ${root} in PLINTH_DATA cannot be used (${codeOf(error)}).`)
  }
}

/** Folders are made when the first blob needs them. They are synced before anything in them counts, once a process. */
function createPlaces(root: string) {
  const safe = new Set<string>()
  return async (hash: string): Promise<string> => {
    const path = blobPath(root, hash)
    const inner = dirname(path)
    if (safe.has(inner)) return path
    await mkdir(inner, { recursive: true })
    await syncFolder(dirname(inner))
    await syncFolder(root)
    safe.add(inner)
    return path
  }
}

async function receive({ newPath, place, room }: Places, source: Source, expected?: string): Promise<Received> {
  const path = newPath()
  const hashing = createHashing()
  const writer = createWriter(() => openFile(path, 'wx'), { hashing })
  let small: Buffer | undefined
  try {
    await onDisk(room.look)
    await pump(source, blocks, async ({ bytes, index, last }) => {
      room.take(bytes.length)
      if (last && index === 0 && bytes.length <= INLINE_BYTES) small = Buffer.from(bytes)
      else await onDisk(() => writer.take(bytes))
    })
    if (small) return inline(small, expected)
    const hash = await hashing.digest()
    assertExpected(hash, expected)
    const size = await onDisk(writer.finish)
    return {
      hash,
      size,
      keep: () => onDisk(async () => settle(path, await place(hash))),
      drop: () => onDisk(() => rm(path, { force: true })),
    }
  } catch (error) {
    hashing.forget()
    await rm(path, { force: true }).catch(() => {})
    throw error
  } finally {
    await writer.close()
  }
}

const openDescriptor = promisify(openFd)
const statDescriptor = promisify(fstat)

/** On a bare descriptor: measured, reading through a FileHandle is slower. */
async function openBlob(path: string, hash: string, range: { start?: number; end?: number }): Promise<Readable> {
  const descriptor = await unlessMissing(openDescriptor(path, 'r'))
  if (descriptor === undefined) throw new BlobMissing(hash)
  const last = (await statDescriptor(descriptor)).size - 1
  return readPart(descriptor, { start: range.start ?? 0, end: Math.min(range.end ?? last, last) })
}

async function sizeOf(root: string, hash: string): Promise<number | undefined> {
  return (await unlessMissing(stat(blobPath(root, hash))))?.size
}

/** Walks the folders in their order, beginning with the one that `after` lies in. */
async function list(root: string, after: string, limit: number): Promise<StoredBlob[]> {
  const found: StoredBlob[] = []
  for (const outer of await namesIn(root, /^[0-9a-f]{2}$/, after.slice(0, 2))) {
    for (const inner of await namesIn(join(root, outer), /^[0-9a-f]{2}$/, after.slice(0, 4), outer)) {
      for (const hash of await namesIn(join(root, outer, inner), /^[0-9a-f]{64}$/, after)) {
        const there = hash === after ? undefined : await unlessMissing(stat(blobPath(root, hash)))
        if (there) found.push({ hash, size: there.size, modified: Math.round(there.mtimeMs) })
        if (found.length === limit) return found
      }
    }
  }
  return found
}

async function namesIn(folder: string, pattern: RegExp, from: string, prefix = ''): Promise<string[]> {
  const names = (await unlessMissing(readdir(folder))) ?? []
  return names.filter(name => pattern.test(name) && prefix + name >= from).sort()
}
