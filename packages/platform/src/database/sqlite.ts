import { closeSync, fdatasync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { StartRefused } from '../errors.ts'
import type { Backend } from './backend.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createSharedSync } from './shared-sync.ts'
import { createLocalSignals } from './signals.ts'
import { createSqliteDialects } from './sqlite-dialect.ts'

export const DATABASE_FILE = 'plinth.db'

/** With `beside` it writes next to a process that has the folder for itself: for commands that do so shortly and rarely. */
export function openSqlite(folder: string, { beside = false }: { beside?: boolean } = {}): Backend {
  makeFolder(folder)
  const lock = beside ? undefined : lockFolder(folder)
  const file = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: 5_000, enableForeignKeyConstraints: true })
  // Only where the log never comes to its end because somebody always writes; what is left to do then is little.
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16000')
  // What a statement keeps so that it can be undone by itself is not worth a file: measured with small uploads, a tenth of their time.
  file.exec('pragma temp_store = memory')
  settleLog(file)
  const log = createLogSync(`${join(folder, DATABASE_FILE)}-wal`)
  const checkpoints = createCheckpoints(join(folder, DATABASE_FILE))
  const committed = () => {
    log.wrote()
    checkpoints.wrote()
  }
  return {
    engine: 'sqlite',
    ...createSqliteDialects(file, committed),
    signals: createLocalSignals(),
    // There is one connection, and other processes write only shortly: SQLite itself waits for them.
    isRetryable: () => false,
    allSafe: log.allSafe,
    close: async () => {
      await checkpoints.close()
      if (file.isOpen) file.close()
      await log.close()
      lock?.close()
    },
  }
}

/**
 * What the write-ahead log holds from before, and the disk may only seem to have, goes into the database and is synced with it.
 * A disk without room for that is no reason not to start: SQLite does it later.
 */
function settleLog(file: DatabaseSync): void {
  try {
    file.exec('pragma wal_checkpoint')
  } catch {}
}

const syncData = promisify(fdatasync)

/**
 * Syncs SQLite's write-ahead log for it, beside the thread that answers requests and once for all who commit at about the same time.
 * It is one and the same file as long as the database is open. Why that is safe: docs/adr/0023.
 */
function createLogSync(path: string) {
  const descriptor = openSync(path, 'r+')
  const shared = createSharedSync(() => syncData(descriptor), giveUp)
  return {
    ...shared,
    /** Once nothing can be committed any more. */
    close: async () => {
      await shared.allSafe()
      closeSync(descriptor)
    },
  }
}

/**
 * What a disk has once failed to write, it may say to have written the next time. So this ends like a loss of power, before anybody
 * is told anything: the next start takes from the log what is whole, and all that was acknowledged is.
 */
function giveUp(error: unknown): void {
  process.stderr.write(`Plinth ends: the disk did not take what was written to the database (${codeOf(error)}).\n`)
  process.kill(process.pid, 'SIGKILL')
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new StartRefused(
      `The data folder ${folder} cannot be made (${codeOf(error)}). Set PLINTH_DATA to a folder that this user can write to.`,
    )
  }
}

function lockFolder(folder: string): DatabaseSync {
  const lock = lockFile(open(folder))
  if (lock) return lock
  throw new StartRefused(
    `Plinth is already running on this data folder (${folder}). Stop it first, or set PLINTH_DATA to another folder.`,
  )
}

/**
 * The lock is one that SQLite takes on a file of its own: the operating system lets go of it however the process ends,
 * so there is never a stale one. The database itself stays readable to backup tools. Undefined where somebody else has it.
 */
export function lockFile(lock: DatabaseSync): DatabaseSync | undefined {
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!/locked/.test(String(error))) throw error
    return undefined
  }
}

function open(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'plinth.lock'))
  } catch {
    throw new StartRefused(
      `The data folder ${folder} cannot be written to. Set PLINTH_DATA to a folder that this user can write to.`,
    )
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error))
