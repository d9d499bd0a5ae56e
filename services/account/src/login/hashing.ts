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

interface Hasher {
  worker: Worker
  /** In the order in which they will be answered. */
  given: Waiting[]
}

/** One at work and one at hand: a thread that is done does not stand idle until this one has found it the next. */
const MOST_GIVEN = 2

/**
 * Hashing takes all of a core for a while. It is done by as many threads as there are cores, which stand back for everything
 * else, so that a crowd that signs in does not slow down those who are in.
 */
export function createHashing(): (task: Task) => Promise<Answer> {
  const waiting: Waiting[] = []
  const hashers: Hasher[] = []

  function handOut(): void {
    while (waiting.length > 0) {
      const hasher = leastBusy()
      const first = hasher && waiting.shift()
      if (!first) return
      hasher.given.push(first)
      hasher.worker.ref()
      hasher.worker.postMessage(first.task)
    }
  }

  function leastBusy(): Hasher | undefined {
    const [least] = hashers.toSorted((a, b) => a.given.length - b.given.length)
    if (least?.given.length === 0) return least
    if (hashers.length < availableParallelism()) return startHasher()
    return least && least.given.length < MOST_GIVEN ? least : undefined
  }

  function startHasher(): Hasher {
    const hasher: Hasher = { worker: new Worker(new URL('./hashing.worker.ts', import.meta.url)), given: [] }
    hasher.worker.on('message', (answer: Answer) => {
      hasher.given.shift()?.resolve(answer)
      handOut()
      // A thread with nothing to do keeps no process alive.
      if (hasher.given.length === 0) hasher.worker.unref()
    })
    hasher.worker.on('error', error => {
      hashers.splice(hashers.indexOf(hasher), 1)
      const [failed, ...rest] = hasher.given
      failed?.reject(error instanceof Error ? error : new Error(String(error)))
      waiting.unshift(...rest)
      handOut()
    })
    hashers.push(hasher)
    return hasher
  }

  return task =>
    new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject })
      handOut()
    })
}
