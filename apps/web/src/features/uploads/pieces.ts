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

/** Reads, hashes and writes out files that are sent together. */
export async function smallContentsOf(files: readonly { file: Blob; size: number }[]) {
  const ask = { all: new Blob(files.map(({ file }) => file)), sizes: files.map(({ size }) => size) }
  return (await opened()).ask('PROCESS_SMALL', ask)
}

/** Larger ones take so long on their way that it does not matter, and would fill the memory. */
const mostAhead = 1024 * 1024

const ahead = new WeakMap<Blob, ReturnType<typeof pieceOf>>()

/** Reads a small file whose turn comes next, so that the line does not wait for the disk. */
export function readAhead(file: Blob): void {
  if (file.size <= mostAhead && !ahead.has(file)) ahead.set(file, pieceOf({ file, start: 0, end: file.size }))
}

/** A whole file, once: what was read ahead is handed out to the first who asks. */
export function wholeOf(file: Blob) {
  const read = ahead.get(file) ?? pieceOf({ file, start: 0, end: file.size })
  ahead.delete(file)
  return read
}

export function closeWorker(): void {
  client?.close()
  client = undefined
}
