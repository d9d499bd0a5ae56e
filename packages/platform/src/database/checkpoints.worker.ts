import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const file = new DatabaseSync(workerData)

parentPort?.on('message', (task: 'checkpoint' | 'end') => {
  if (task === 'checkpoint') {
    checkpoint()
    parentPort?.postMessage('done')
  } else {
    file.close()
    parentPort?.close()
  }
})

/** A disk without room for it is not ours to tell of: whoever writes next is told. */
function checkpoint(): void {
  try {
    file.exec('pragma wal_checkpoint')
  } catch {}
}
