import { createWorkerClient, type WorkerClient } from './worker-client.ts'
import type { Slice } from './worker-protocol.ts'

/** A file on a slow network drive takes its time. */
const timeoutMs = 60_000

let client: WorkerClient | undefined

async function opened(): Promise<WorkerClient> {
  if (!client || client.isClosed()) {
    client = createWorkerClient(new Worker('/worker.js'), timeoutMs)
    await client.ask('START', null)
  }
  return client
}

/** Reads and hashes a piece of a file, off the main thread. */
export async function pieceOf(slice: Slice) {
  return (await opened()).ask('PROCESS_DATA', slice)
}

export function closeWorker(): void {
  client?.close()
  client = undefined
}
