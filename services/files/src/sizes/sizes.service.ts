import { setTimeout as pause } from 'node:timers/promises'
import { oneAtATime } from '@plinth/platform/one-at-a-time'
import type { Platform } from '@plinth/platform/service'
import type { FileTables } from '../tables.ts'
import { foldSome, sizesChannel } from './sizes.repository.ts'

const atOnce = 500
const soonMs = 300
/** So that more has gathered by the next time: counting a few at a time would cost those who write more than their writing. */
const restMs = 20
const hour = 3_600_000

/**
 * Counts what was added and removed into the sizes of folders, soon after it happened and together. A node that dies before it
 * comes to that loses nothing: what waits is in the database, is read along, and is counted by the next one.
 */
export function countSizes({ db, jobs, log, onClose }: Platform): void {
  const tables = db.withTables<FileTables>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const fold = oneAtATime(async () => {
    while (!isOver && (await tables.transaction(tx => foldSome(tx, atOnce))) > 0) await pause(restMs)
  })

  /** The rest is for the next one: where other nodes write on and on, there would always be something left to count. */
  const stop = () => {
    isOver = true
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      fold().catch(error => log.warn({ err: error }, 'could not count the sizes of folders'))
    }, soonMs).unref()
  }

  jobs.every('files.fold', hour, (_payload, { signal }) => {
    signal.addEventListener('abort', stop)
    return fold()
  })
  const deafen = db.onSignal(sizesChannel, soon)
  // What a process that died left waiting would otherwise be counted with the next change, or an hour later.
  soon()
  onClose(async () => {
    deafen()
    clearTimeout(timer)
    stop()
    // One that is under way needs the database until it ends.
    await fold().catch(() => {})
  })
}
