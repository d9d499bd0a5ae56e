import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import type { FileTables } from '../tables.ts'
import { releaseLock, renewLock, setWanted, takeLock, type Upload } from './uploads.repository.ts'

const leaseMs = 10_000
const renewMs = 2_500
const lookAgainMs = 50
/** A lock of a process that died has ended by then. */
const longestWaitMs = leaseMs + 5_000
const channel = 'files.uploads.wanted'

const busy = () => new Refusal('UPLOAD_BUSY', { retryAfterMs: 1_000 })

interface Held {
  stop: AbortController
  renew(): void
}

/**
 * One writer at a time for each upload, on whichever node. A lock is a lease in the upload's row: it ends by itself when its
 * process dies. Whoever asks how far an upload is has lost the connection that wrote, so the writer is asked to stop.
 */
export function createUploadLocks({ db, onClose }: Pick<Platform, 'db' | 'onClose'>) {
  const tables = db.withTables<FileTables>()
  const locknode = randomUUID()
  const alone = db.engine === 'sqlite'
  const held = new Map<string, Held>()
  const deafen = db.onSignal(channel, () => {
    for (const { renew } of held.values()) renew()
  })
  onClose(deafen)

  async function take(uploadid: string, lockid: string): Promise<Upload | undefined> {
    const now = Date.now()
    return takeLock(tables.lax, uploadid, { lockid, locknode, lockeduntil: now + leaseMs, now, alone })
  }

  async function takeOver(uploadid: string, lockid: string): Promise<Upload | undefined> {
    const deadline = performance.now() + longestWaitMs
    let upload = await take(uploadid, lockid)
    if (!upload) {
      await tables.lax.transaction(async tx => {
        await setWanted(tx, uploadid)
        tx.signal(channel)
      })
    }
    while (!upload && performance.now() < deadline) {
      await pause(lookAgainMs)
      upload = await take(uploadid, lockid)
    }
    return upload
  }

  function hold(uploadid: string, lockid: string): AbortSignal {
    const stop = new AbortController()
    let renewedat = performance.now()
    const renew = async () => {
      const began = performance.now()
      const mine = await renewLock(tables.lax, uploadid, lockid, Date.now() + leaseMs).catch(() => undefined)
      if (mine) renewedat = began
      if (mine === false || performance.now() - renewedat > leaseMs - renewMs) stop.abort(busy())
    }
    held.set(lockid, { stop, renew })
    return stop.signal
  }

  return {
    /** The work gets the upload as it is under the lock, and a signal after which it writes nothing more. */
    async within<Result>(
      uploadid: string,
      whenBusy: 'refuse' | 'take over',
      work: (upload: Upload, signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      const lockid = randomUUID()
      const upload = await (whenBusy === 'refuse' ? take : takeOver)(uploadid, lockid)
      if (!upload) throw busy()
      const signal = hold(uploadid, lockid)
      const timer = setInterval(() => held.get(lockid)?.renew(), renewMs).unref()
      try {
        return await work(upload, signal)
      } finally {
        clearInterval(timer)
        held.delete(lockid)
        await releaseLock(tables.lax, uploadid, lockid)
      }
    },

    /** The process wants to end: what came so far is stored, and goes on elsewhere. */
    stopAll(): void {
      for (const { stop } of held.values()) stop.abort(new Refusal('UNAVAILABLE', { retryAfterMs: 1_000 }))
    },
  }
}

export type UploadLocks = ReturnType<typeof createUploadLocks>
