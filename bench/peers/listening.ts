import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const longestMs = 60_000

/** Waits until somebody listens there, or whoever should has ended. */
export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + longestMs; ; await pause(20)) {
    if (await isListening(port)) return
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} before it listened`)
    if (Date.now() > until) throw new Error(`${child.spawnfile} did not listen within a minute`)
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answered
}
