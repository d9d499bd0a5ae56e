import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../errors.ts'
import type { Backend } from './database.ts'
import { createLocalSignals } from './signals.ts'
import { createSqliteDialects } from './sqlite-dialect.ts'

export function openSqlite(folder: string): Backend {
  makeFolder(folder)
  const lock = lockFolder(folder)
  const file = new DatabaseSync(join(folder, 'plinth.db'), { timeout: 5_000, enableForeignKeyConstraints: true })
  file.exec('pragma journal_mode = wal; pragma synchronous = full')
  return {
    engine: 'sqlite',
    ...createSqliteDialects(file),
    signals: createLocalSignals(),
    // There is one connection and no other process, so nothing can be in a transaction's way.
    isRetryable: () => false,
    close: async () => {
      if (file.isOpen) file.close()
      lock.close()
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

/**
 * The lock is one that SQLite takes on a file of its own: the operating system lets go of it however the process ends,
 * so there is never a stale one. The database itself stays readable to backup tools.
 */
function lockFolder(folder: string): DatabaseSync {
  const lock = open(folder)
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!/locked/.test(String(error))) throw error
    throw new StartRefused(
      `Plinth is already running on this data folder (${folder}). Stop it first, or set PLINTH_DATA to another folder.`,
    )
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
