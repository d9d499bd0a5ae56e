import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../errors.ts'
import type { Backend } from './database.ts'
import { createLocalSignals } from './signals.ts'
import { createSqliteDialects } from './sqlite-dialect.ts'

export const DATABASE_FILE = 'plinth.db'

/** With `beside` it writes next to a process that has the folder for itself: for commands that do so shortly and rarely. */
export function openSqlite(folder: string, { beside = false }: { beside?: boolean } = {}): Backend {
  makeFolder(folder)
  const lock = beside ? undefined : lockFolder(folder)
  const file = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: 5_000, enableForeignKeyConstraints: true })
  file.exec('pragma journal_mode = wal; pragma synchronous = full')
  return {
    engine: 'sqlite',
    ...createSqliteDialects(file),
    signals: createLocalSignals(),
    // There is one connection, and other processes write only shortly: SQLite itself waits for them.
    isRetryable: () => false,
    close: async () => {
      if (file.isOpen) file.close()
      lock?.close()
    },
  }
}

function makeFolder(folder: string): void {
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
