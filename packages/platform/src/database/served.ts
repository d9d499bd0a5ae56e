import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../errors.ts'
import { openSnapshot } from './snapshot.ts'

/** PostgreSQL may take a moment to notice that one who had it open is gone. */
const noticedMs = 3_000

/** SQLite's folder has a lock; of a PostgreSQL database it is asked who has it open. */
export async function refuseIfServed(url: string | undefined): Promise<void> {
  if (!url) return
  for (const until = performance.now() + noticedMs; await isServed(url); await pause(100)) {
    if (performance.now() > until)
      throw new StartRefused('Plinth is running on this database (DATABASE_URL). Stop it first.')
  }
}

async function isServed(url: string): Promise<boolean> {
  const snapshot = await openSnapshot({ url, folder: '' })
  const query = `select 1 as open from pg_stat_activity
    where datname = current_database() and application_name = 'plinth' and pid <> pg_backend_pid() limit 1`
  try {
    for await (const _open of snapshot.pages(query)) return true
    return false
  } finally {
    await snapshot.close()
  }
}
