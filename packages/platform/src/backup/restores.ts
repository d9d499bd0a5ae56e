import type { Queries, Tx } from '../database/database.ts'
import { noTables } from '../database/migrate.ts'
import { StartRefused } from '../errors.ts'

interface RestoreTables {
  restores: { id: number; startedat: number }
}

/** Rows follow each other: the contents are on their way, then all rows are there and the indexes are made. */
const BEGUN = 1
const LOADED = 2

/**
 * How far a restore has come that did not end, null where there is none. `loadedof` is when the backup was made whose rows are
 * there. A database without any tables has none.
 */
export async function restoreUnderWay(database: Queries): Promise<{ loadedof: number | null } | null> {
  const { query } = database.withTables<RestoreTables>()
  const [row] = await query.selectFrom('restores').selectAll().execute().catch(noTables)
  return row ? { loadedof: row.id === LOADED ? row.startedat : null } : null
}

/** Half an installation is not to be served, and nothing is to be written to it. */
export async function refuseIfRestoring(database: Queries): Promise<void> {
  if (await restoreUnderWay(database))
    throw new StartRefused(
      'A restore into this installation was broken off. Run it again (npm run restore -- <backup>), which completes it.',
    )
}

export async function beginRestore(database: Queries): Promise<void> {
  await database
    .withTables<RestoreTables>()
    .query.insertInto('restores')
    .values({ id: BEGUN, startedat: Date.now() })
    .onConflict(known => known.column('id').doNothing())
    .execute()
}

/** Together with the rows. */
export async function markLoaded(tx: Tx, madeat: number): Promise<void> {
  const { query } = tx.withTables<RestoreTables>()
  await query.updateTable('restores').set({ id: LOADED, startedat: madeat }).execute()
}

export async function endRestore(tx: Tx): Promise<void> {
  await tx.withTables<RestoreTables>().query.deleteFrom('restores').execute()
}
