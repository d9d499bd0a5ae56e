import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../errors.ts'
import { BlobMissing } from './blobs.ts'
import type { Room } from './disk-room.ts'
import { assertHash } from './names.ts'

/** Measured: larger blocks fall out of the processor's cache before they are hashed. */
export const blocks = { bytesOf: () => 512 * 1024, atOnce: 4 }
export const READ_BYTES = 512 * 1024

/** Where things are. Temporary files lie beside the blobs, on the same file system, so that a rename is all it takes. */
export interface Places {
  uploads: string
  newPath(): string
  room: Room
  /** Where a blob belongs, in folders that are there for good. */
  place(hash: string): Promise<string>
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What the file system refuses, in the contract's words. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || error instanceof BlobMissing || !codeOf(error)) throw error
    throw new Refusal(full.has(codeOf(error)) ? 'STORAGE_FULL' : 'STORAGE_DOWN', { cause: error })
  }
}

export const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })

/** A name is only durable once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Gives a complete and synced temporary file its name for good, also where the same content has it already: these bytes have just
 * been proved by their hash, and the older ones may have gone bad on the disk.
 */
export async function settle(temporary: string, target: string): Promise<void> {
  await rename(temporary, target)
  await syncFolder(dirname(target))
  // Two names of one file stay both.
  await rm(temporary, { force: true })
}

export function blobPath(root: string, hash: string): string {
  assertHash(hash)
  return join(root, hash.slice(0, 2), hash.slice(2, 4), hash)
}

/** Files that nobody has written to since. */
export async function removeOlder(folder: string, than: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const there = await unlessMissing(stat(path))
    if (there && there.mtimeMs < than) await rm(path, { force: true })
  }
}
