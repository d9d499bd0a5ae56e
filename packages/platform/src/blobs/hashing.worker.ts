import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashTask } from './hashing.ts'

const hashes = new Map<number, Hash>()

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(perform(task)))

function perform({ id, block, end }: HashTask): string {
  const hash = hashes.get(id) ?? createHash('sha256')
  if (block) hash.update(block)
  if (end) hashes.delete(id)
  else hashes.set(id, hash)
  return end === 'digest' ? hash.digest('hex') : ''
}
