import { statfs } from 'node:fs/promises'
import { Refusal } from '../errors.ts'

/**
 * What files leave free for the database beside them: without any room nobody could sign in, delete something or empty the trash,
 * which is how people make room. Of a small disk a tenth.
 */
const mostKept = 64 * 1024 * 1024
const keptShare = 0.1

/** How long a look at the disk is believed. */
const believedMs = 250

export interface Room {
  /** Before the first of some bytes. */
  look(): Promise<void>
  /** Refuses bytes that would take the last of the room. It does not wait, since blocks are written in the order of these calls. */
  take(bytes: number): void
}

export function createRoom(folder: string): Room {
  let lookedAt = Number.NEGATIVE_INFINITY
  let left = 0

  async function measure(): Promise<void> {
    lookedAt = performance.now()
    const { bavail, blocks, bsize } = await statfs(folder)
    // Some network disks do not tell.
    left = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize - Math.min(mostKept, keptShare * blocks * bsize)
  }

  const isOld = () => performance.now() - lookedAt > believedMs

  return {
    look: async () => void ((isOld() || left <= mostKept) && (await measure())),
    take(bytes) {
      left -= bytes
      if (left < 0) throw new Refusal('STORAGE_FULL')
      // What others write and remove meanwhile is seen a moment later.
      if (isOld()) measure().catch(() => {})
    },
  }
}
