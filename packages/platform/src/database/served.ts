import { StartRefused } from '../errors.ts'
import { openSnapshot } from './snapshot.ts'

/** SQLite's folder has a lock; of a PostgreSQL database it is asked who has it open. */
export async function refuseIfServed(url: string | undefined): Promise<void> {
  if (!url) return
  const snapshot = await openSnapshot({ url, folder: '' })
  const query = `select 1 as open from pg_stat_activity
    where datname = current_database() and application_name = 'plinth' and pid <> pg_backend_pid() limit 1`
  try {
    for await (const _open of snapshot.pages(query))
      throw new StartRefused('Plinth is running on this database (DATABASE_URL). Stop it first.')
  } finally {
    await snapshot.close()
  }
}
