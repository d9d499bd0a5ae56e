import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Answer, Task } from './hashing.ts'

stepBack()
parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(task)))

function perform({ password, ...task }: Task): Answer {
  return 'passwordhash' in task ? verifySync(task.passwordhash, password) : hashSync(password, task.settings)
}

/** Linux has a priority for each thread, so that this one alone can wait for those that answer requests. */
function stepBack(): void {
  try {
    const [, thread] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (thread) setPriority(Number(thread), Math.min(getPriority() + 10, 19))
  } catch {
    // Elsewhere all threads are alike, and other requests are a little slower while people sign in.
  }
}
