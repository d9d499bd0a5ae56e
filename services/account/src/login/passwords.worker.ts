import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Answer, Task } from './hashing.ts'

/** argon2id, the library's default kind, with 19 MiB and two passes: the least that OWASP's cheat sheet advises. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

stepBack()
parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(task)))

function perform({ password, passwordhash }: Task): Answer {
  return passwordhash === undefined ? hashSync(password, settings) : verifySync(passwordhash, password)
}

/** Linux counts threads like processes, so this one alone can be made to wait for those that answer other requests. */
function stepBack(): void {
  try {
    const [, thread] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (thread) setPriority(Number(thread), Number(process.env.PW_NICE ?? 10))
  } catch {
    // Elsewhere all threads are alike, and other requests are a little slower while somebody signs in.
  }
}
