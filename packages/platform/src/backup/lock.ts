import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockFile } from '../database/sqlite.ts'
import { StartRefused } from '../errors.ts'

/** One at a time in a folder. Answers the way to let go of it, which the end of the process is too. */
export function lockBackup(folder: string): () => void {
  const lock = lockFile(new DatabaseSync(join(folder, 'plinth-backup.lock')))
  if (!lock) throw new StartRefused(`Another backup or restore is using ${folder}.`)
  return () => lock.close()
}
