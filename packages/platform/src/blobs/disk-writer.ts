import type { FileHandle } from 'node:fs/promises'
import type { Hashing } from './hashing.ts'

/** Every so often what was written is sent to the disk, so that the wait at the end is short and dirty memory stays little. */
const SYNC_BYTES = 32 * 1024 * 1024

interface WriterOptions {
  at?: number
  hashing?: Hashing | undefined
  /** That much of the file survives a loss of power. */
  onSynced?(size: number): Promise<void>
}

/** Writes blocks to a file one after the other, hashing each at the same time. The file is only opened when one comes. */
export function createWriter(openFile: () => Promise<FileHandle>, options: WriterOptions = {}) {
  const { hashing, onSynced = async () => {} } = options
  let opening: Promise<FileHandle> | undefined
  let next = options.at ?? 0
  let written = next
  let lastSynced = next
  let writing: Promise<unknown> = Promise.resolve()
  let syncing: Promise<void> | undefined
  let failure: { error: unknown } | undefined

  /** In its own order, since callers do not wait for each other. */
  function write(bytes: Uint8Array): Promise<void> {
    const position = next
    next += bytes.length
    opening ??= openFile()
    const done = Promise.all([opening, writing]).then(async ([file]) => {
      for (let at = 0; at < bytes.length; )
        at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
      written = position + bytes.length
      if (written - lastSynced >= SYNC_BYTES) syncing ??= sync(file).finally(() => (syncing = undefined))
    })
    writing = done
    return done
  }

  async function sync(file: FileHandle): Promise<void> {
    // What a disk has failed to write once, it may say to have written the next time.
    if (failure) return
    const size = written
    try {
      await file.datasync()
      await onSynced(size)
      lastSynced = size
    } catch (error) {
      // Told once only, so it is kept until somebody asks.
      failure ??= { error }
    }
  }

  return {
    /** Resolves once the bytes are written and hashed, and their memory may be used again. */
    async take(bytes: Uint8Array): Promise<void> {
      const results = await Promise.allSettled([write(bytes), hashing?.update(bytes)])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },

    /** Answers the size of the file once all of it is on the disk. */
    async finish(): Promise<number> {
      const file = await opening
      // Also where a write has failed: what a sync makes safe meanwhile is noted before anybody cuts off what is not.
      await writing.catch(() => {})
      await syncing
      await writing
      if (file && (lastSynced < written || options.at === undefined)) await sync(file)
      if (failure) throw failure.error
      return written
    },

    /** Nothing is under way any more afterwards, whatever failed. */
    async close(): Promise<void> {
      await writing.catch(() => {})
      await syncing
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
