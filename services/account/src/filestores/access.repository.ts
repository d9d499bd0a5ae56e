import type { FileLevel, OrgRole } from '@plinth/contract/permissions'
import type { Queries, Tx } from '@plinth/platform/database/database'
import type { AccountTables } from '../tables.ts'
import type { Store } from './filestores.repository.ts'

/** What beside their roles in the project decides over people's levels: what they are in the organisation, and what was set by hand. */
export async function accessAmong(db: Queries<AccountTables>, { orgid, projectid, fsid }: Store, userids: string[]) {
  if (userids.length === 0) return new Map<string, { inOrg: OrgRole[]; level: FileLevel | null }>()
  const rows = await db.query
    .selectFrom('orgmembers as m')
    .leftJoin('filestoreaccess as a', join =>
      join
        .onRef('a.orgid', '=', 'm.orgid')
        .onRef('a.userid', '=', 'm.userid')
        .on('a.projectid', '=', projectid)
        .on('a.fsid', '=', fsid),
    )
    .select(['m.userid', 'm.role', 'a.level'])
    .where('m.orgid', '=', orgid)
    .where('m.userid', 'in', userids)
    .execute()
  return new Map(rows.map(({ userid, role, level }) => [userid, { inOrg: role.split(',') as OrgRole[], level }]))
}

/** Null for what the role gives. */
export async function saveLevel(tx: Tx<AccountTables>, store: Store, userid: string, level: FileLevel | null) {
  const { orgid, projectid, fsid } = store
  await tx.query
    .deleteFrom('filestoreaccess')
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('fsid', '=', fsid)
    .where('userid', '=', userid)
    .execute()
  if (level === null) return
  await tx.query.insertInto('filestoreaccess').values({ orgid, projectid, fsid, userid, level }).execute()
}
