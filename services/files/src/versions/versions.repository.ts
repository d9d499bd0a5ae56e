import type { Queries, Tx } from '@plinth/platform/database/database'
import type { Selectable } from 'kysely'
import type { FileTables } from '../tables.ts'

export type VersionRow = Selectable<FileTables['versions']>

export async function insertVersion(tx: Tx<FileTables>, version: VersionRow): Promise<void> {
  await tx.query.insertInto('versions').values(version).execute()
}

/** The newest first. */
export async function versionsOf(db: Queries<FileTables>, objid: string): Promise<VersionRow[]> {
  return db.query.selectFrom('versions').selectAll().where('objid', '=', objid).orderBy('versionno', 'desc').execute()
}

export async function findVersion(db: Queries<FileTables>, objid: string, versionno: number) {
  return db.query
    .selectFrom('versions')
    .selectAll()
    .where('objid', '=', objid)
    .where('versionno', '=', versionno)
    .executeTakeFirst()
}

export async function removeVersionsUpTo(tx: Tx<FileTables>, objid: string, versionno: number): Promise<VersionRow[]> {
  return tx.query
    .deleteFrom('versions')
    .where('objid', '=', objid)
    .where('versionno', '<=', versionno)
    .returningAll()
    .execute()
}

export async function removeVersionsOf(tx: Tx<FileTables>, objids: readonly string[]): Promise<VersionRow[]> {
  if (objids.length === 0) return []
  return tx.query.deleteFrom('versions').where('objid', 'in', objids).returningAll().execute()
}
