import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

interface Settings {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** Hash the password, or compare it with a hash. */
export type Task = { password: string; settings: Settings } | { password: string; passwordhash: string }
export type Answer = string | boolean

interface Waiting {
  task: Task
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * Hashing takes all of a core for a while. It is done by as many threads as there are cores, which stand back for everything
 * else, so that a crowd that signs in does not slow down those who are in.
 */
export function createHashing(): (task: Task) => Promise<Answer> {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  let started = 0

  function next(): void {
    if (waiting.length === 0) return
    const worker = idle.pop() ?? startWorker()
    const first = worker && waiting.shift()
    if (first) give(worker, first)
  }

  function startWorker(): Worker | undefined {
    if (started === availableParallelism()) return undefined
    started++
    return new Worker(new URL('./hashing.worker.ts', import.meta.url))
  }

  function give(worker: Worker, { task, resolve, reject }: Waiting): void {
    const fail = (error: Error) => {
      started--
      reject(error)
      next()
    }
    worker.once('error', fail)
    worker.once('message', (answer: Answer) => {
      worker.off('error', fail)
      // A thread with nothing to do keeps no process alive.
      worker.unref()
      idle.push(worker)
      resolve(answer)
      next()
    })
    worker.ref()
    worker.postMessage(task)
  }

  return task =>
    new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject })
      next()
    })
}
