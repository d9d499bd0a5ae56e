import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Measured with small uploads: some 8,000 pages. Many of them change with each commit, and are written once for all. */
const COMMITS = 200

/**
 * Brings SQLite's write-ahead log into the database now and then, beside the thread that answers requests: it takes two syncs and
 * thousands of writes, and everybody would wait for it. Who writes meanwhile goes on.
 */
export function createCheckpoints(path: string) {
  let worker: Worker | undefined
  let commits = 0
  let busy = false

  function start(): Worker {
    const started = new Worker(new URL('./checkpoints.worker.ts', import.meta.url), { workerData: path })
    started.unref()
    started.on('message', () => {
      busy = false
    })
    // Nothing is lost: SQLite does it by itself where the log grows too long, and the next time another one tries.
    started.on('error', () => {
      busy = false
      worker = undefined
    })
    return started
  }

  return {
    /** After each commit. */
    wrote(): void {
      commits += 1
      if (busy || commits < COMMITS) return
      commits = 0
      busy = true
      worker ??= start()
      worker.postMessage('checkpoint')
    },

    /** Nothing is under way any more afterwards. */
    async close(): Promise<void> {
      if (!worker) return
      // So far it keeps no process alive; from here on somebody waits for it.
      worker.ref()
      const ended = once(worker, 'exit')
      worker.postMessage('end')
      await ended
    },
  }
}
