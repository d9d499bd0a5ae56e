import type { Queries, Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { AccountTables } from '../tables.ts'
import type { Store, Stores } from './filestores.repository.ts'

const storesIn = (db: Queries<AccountTables>, { orgid, projectid }: Stores) =>
  db.query
    .selectFrom('filestores')
    .select(['orgid', 'projectid', 'fsid'])
    .where('orgid', '=', orgid)
    .$if(projectid !== undefined, select => select.where('projectid', '=', projectid ?? ''))

/** Some of them, in whatever state they are. */
export async function someFilestores(db: Queries<AccountTables>, place: Stores, limit: number): Promise<Store[]> {
  return storesIn(db, place).limit(limit).execute()
}

/**
 * Whether there are any in the organisations that somebody belongs to, in whatever state. No join: PostgreSQL, before it has counted
 * its rows, would begin with all filestores that there are.
 */
export async function hasFilestores(db: Queries<AccountTables>, userid: string): Promise<boolean> {
  const one = await db.query
    .selectFrom('orgmembers')
    .select('orgid')
    .where('userid', '=', userid)
    .where(({ eb, selectFrom }) => {
      const stores = selectFrom('filestores').select('fsid').whereRef('filestores.orgid', '=', 'orgmembers.orgid')
      return eb(stores.limit(1), 'is not', null)
    })
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export async function filestoresDeletedBefore(db: Queries<AccountTables>, time: number, limit: number) {
  return db.query
    .selectFrom('filestores')
    .select(['orgid', 'projectid', 'fsid'])
    .where('deletedat', 'is not', null)
    .where('deletedat', '<', time)
    .limit(limit)
    .execute()
}

/** Its words and levels go with it. */
export async function removeFilestore(tx: Tx<AccountTables>, { orgid, projectid, fsid }: Store): Promise<void> {
  await tx.query
    .deleteFrom('filestores')
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('fsid', '=', fsid)
    .execute()
}

/** Whether the organisation, project or filestore is deleted and not yet purged. */
export async function isHidden(db: Queries<AccountTables>, { orgid, projectid, fsid }: Stores): Promise<boolean> {
  const table = fsid !== undefined ? 'filestores' : projectid !== undefined ? 'projects' : 'orgs'
  const key = Object.entries({ orgid, projectid, fsid }).filter(([, id]) => id !== undefined)
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where deletedat is not null and ${sql.join(
      key.map(([column, id]) => sql`${sql.ref(column)} = ${id}`),
      sql` and `,
    )}`.execute(db.query)
  return rows.length > 0
}
