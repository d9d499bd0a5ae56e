import { createReadStream } from 'node:fs'
import { copyFile, type FileHandle, link, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import { type AppendOptions, INLINE_BYTES, type Parts, type Received, type Source, UPLOAD_KEPT_MS } from './blobs.ts'
import { admitted, createTurns, pump } from './blocks.ts'
import {
  blocks,
  codeOf,
  onDisk,
  type Places,
  READ_BYTES,
  removeOlder,
  settle,
  syncFolder,
  unlessMissing,
} from './disk-files.ts'
import { createWriter } from './disk-writer.ts'
import { createHashing } from './hashing.ts'
import { assertUploadid } from './names.ts'
import { assertExpected, inline } from './received.ts'
import { createRunningHashes } from './running-hashes.ts'

const MARK = '.size'
const PAGE = 1_000

/** Always as long, so that writing it again is one step for the disk. */
const markOf = (size: number) => String(size).padStart(20, '0')

/**
 * An upload is a file of what came, and a mark beside it of how much of that is safely on the disk. After a crash the file can be
 * longer, and what is beyond the mark can be anything; it is cut off when the upload goes on.
 */
export function createDiskParts({
  uploads,
  newPath,
  room,
  place,
}: Places): Parts & { sweep(now: number): Promise<void> } {
  const running = createRunningHashes()
  const inTurn = createTurns()
  const pathOf = (uploadid: string) => join(uploads, uploadid)

  async function begin(uploadid: string): Promise<void> {
    await writeFile(pathOf(uploadid), '', { flag: 'a' })
    await writeFile(pathOf(uploadid) + MARK, markOf(0), { flag: 'wx', flush: true }).catch(error => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await syncFolder(uploads)
  }

  /** Never more than there is: going on behind the end of the file would fill the gap with zeros. */
  async function sizeOf(uploadid: string): Promise<number> {
    const mark = await unlessMissing(readFile(pathOf(uploadid) + MARK, 'utf8'))
    const file = await unlessMissing(stat(pathOf(uploadid)))
    if (!mark || !file) throw new Refusal('NOT_FOUND')
    return Math.min(Number(mark), file.size)
  }

  async function append(uploadid: string, offset: number, given: Source, options: AppendOptions): Promise<number> {
    const size = await onDisk(() => sizeOf(uploadid))
    if (offset !== size) throw new Refusal('UPLOAD_OFFSET', { data: { size } })
    const source = await admitted(given, offset, options)
    await onDisk(room.look)
    const { file, mark } = await onDisk(() => openUpload(pathOf(uploadid), offset))
    const hashing = running.take(uploadid, String(offset), offset === 0)
    const onSynced = async (synced: number) => {
      await mark.write(markOf(synced), 0)
      await mark.datasync()
    }
    const writer = createWriter(async () => file, { at: offset, hashing, onSynced })
    try {
      const take = async (bytes: Uint8Array) => {
        room.take(bytes.length)
        await writer.take(bytes)
      }
      const broken = await pump(source, blocks, block => onDisk(() => take(block.bytes))).then(
        () => undefined,
        error => ({ error }),
      )
      const reached = await onDisk(writer.finish).catch(error => {
        hashing?.forget()
        throw error
      })
      running.put(uploadid, hashing, String(reached))
      if (broken) throw broken.error
      return reached
    } catch (error) {
      // What is beyond the mark is of no use, and on a full disk its room is.
      await file.truncate(await sizeOf(uploadid)).catch(() => {})
      throw error
    } finally {
      await writer.close()
      await mark.close()
    }
  }

  async function finish(uploadid: string, expected: string | undefined): Promise<Received> {
    const size = await sizeOf(uploadid)
    const path = pathOf(uploadid)
    if (size <= INLINE_BYTES) return inline((await readFile(path)).subarray(0, size), expected)
    const hashing = running.take(uploadid, String(size), false)
    const hash = await (hashing?.digest() ?? hashOfFile(path, size))
    assertExpected(hash, expected)
    return {
      hash,
      size,
      keep: () => inTurn(uploadid, () => onDisk(() => keep(uploadid, hash, size))),
      drop: async () => {},
    }
  }

  /** Under a second name, so that the upload can be finished again should the process end before it is noted anywhere. */
  async function keep(uploadid: string, hash: string, size: number): Promise<void> {
    if ((await sizeOf(uploadid)) !== size) throw new Error('Something was appended to a finished upload')
    const temporary = newPath()
    await secondName(pathOf(uploadid), temporary)
    await settle(temporary, await place(hash))
  }

  async function abort(uploadid: string): Promise<void> {
    running.forget(uploadid)
    // Without its mark there is no upload; a file alone is swept.
    await rm(pathOf(uploadid) + MARK, { force: true })
    await rm(pathOf(uploadid), { force: true })
  }

  async function list(after: string, limit: number) {
    const names = (await readdir(uploads)).filter(name => name.endsWith(MARK)).map(name => name.slice(0, -MARK.length))
    const found: { uploadid: string; modified: number }[] = []
    for (const uploadid of names
      .sort()
      .filter(name => name > after)
      .slice(0, limit)) {
      const there = await unlessMissing(stat(pathOf(uploadid) + MARK))
      if (there) found.push({ uploadid, modified: Math.round(there.mtimeMs) })
    }
    return found
  }

  /** One at a time for each upload, and only for an id that can be one. */
  const during = <T>(uploadid: string, work: () => Promise<T>): Promise<T> => {
    assertUploadid(uploadid)
    return inTurn(uploadid, work)
  }

  return {
    begin: async uploadid => during(uploadid, () => onDisk(() => begin(uploadid))),
    append: async (uploadid, offset, source, options = {}) =>
      during(uploadid, () => append(uploadid, offset, source, options)),
    // Not in turn: what is safe can be told while more is coming.
    size: async uploadid => {
      assertUploadid(uploadid)
      return onDisk(() => sizeOf(uploadid))
    },
    finish: async (uploadid, { expect } = {}) => during(uploadid, () => onDisk(() => finish(uploadid, expect?.sha256))),
    read: async uploadid =>
      during(uploadid, () => onDisk(async () => readUpload(pathOf(uploadid), await sizeOf(uploadid)))),
    abort: async uploadid => during(uploadid, () => onDisk(() => abort(uploadid))),
    list: ({ after = '', limit = PAGE } = {}) => onDisk(() => list(after, limit)),
    sweep: now => removeOlder(uploads, now - UPLOAD_KEPT_MS),
  }
}

async function openUpload(path: string, size: number): Promise<{ file: FileHandle; mark: FileHandle }> {
  const file = await open(path, 'r+')
  try {
    // A second name means that it is a blob by now.
    if ((await file.stat()).nlink > 1) throw new Refusal('UPLOAD_OFFSET', { data: { size } })
    await file.truncate(size)
    return { file, mark: await open(path + MARK, 'r+') }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function hashOfFile(path: string, size: number): Promise<string> {
  const hashing = createHashing()
  await pump(readUpload(path, size), blocks, block => hashing.update(block.bytes))
  return hashing.digest()
}

const readUpload = (path: string, size: number): Readable =>
  size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1, highWaterMark: READ_BYTES })

/** Some file systems know no second names; there it is a copy. */
async function secondName(path: string, name: string): Promise<void> {
  await link(path, name).catch(async () => {
    await copyFile(path, name)
    const copy = await open(name, 'r+')
    await copy.datasync().finally(() => copy.close())
  })
}
