import { Refusal } from '../errors.ts'
import { INLINE_BYTES, type Received } from './blobs.ts'
import { assertHash } from './names.ts'
import { inline } from './received.ts'
import type { S3Objects } from './s3-objects.ts'

export const BLOBS = 'blobs/'

export function blobKey(hash: string): string {
  assertHash(hash)
  return BLOBS + hash
}

export function receivedInMemory(objects: S3Objects, whole: Buffer<ArrayBuffer>, hash: string): Received {
  if (whole.length <= INLINE_BYTES) return inline(whole, undefined)
  return {
    hash,
    size: whole.length,
    keep: async () => {
      const key = blobKey(hash)
      if (!(await objects.isFresh(key, whole.length))) await objects.put(key, whole)
    },
    drop: async () => {},
  }
}

/** S3 cannot rename, so the store itself copies. */
export function receivedAt(
  objects: S3Objects,
  at: string,
  hash: string,
  size: number,
  tidy: () => Promise<void>,
): Received {
  let kept = false
  return {
    hash,
    size,
    keep: async () => {
      const key = blobKey(hash)
      if (!(await objects.isFresh(key, size))) await copyWhole(objects, at, key, size)
      kept = true
      // What is left here is swept.
      await tidy().catch(() => {})
    },
    // Whoever has kept it is not to fail for want of a store that is away by now: somebody refers to it.
    drop: async () => {
      if (!kept) await tidy()
    },
  }
}

/**
 * A store that broke off in between must not leave half of it under a name that promises the whole. Others may have the whole under
 * that name already: half of it is not even copied there.
 */
async function copyWhole(objects: S3Objects, from: string, to: string, size: number): Promise<void> {
  const found = await objects.head(from)
  if (found?.size !== size) throw notWhole(from, found?.size, size)
  await objects.copy(from, to, size)
  const there = await objects.head(to)
  if (there?.size === size) return
  await objects.remove(to)
  throw notWhole(to, there?.size, size)
}

const notWhole = (key: string, is: number | undefined, size: number) =>
  new Refusal('STORAGE_DOWN', { cause: new Error(`${key} has ${is} bytes, not ${size}`) })
