import type { OrgRole, ProjectRole } from '@plinth/contract/permissions'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Kysely, sql } from 'kysely'
import { keyIn } from '../keys.repository.ts'
import type { AccountTables } from '../tables.ts'
import { inOrderFound, searchWords } from '../words.repository.ts'
import { type Place, rolesFrom } from './projects.repository.ts'

const flag = (holds: boolean) => (holds ? 1 : 0)

const stored = (role: readonly ProjectRole[]) => ({
  role: role.join(','),
  isowner: flag(role.includes('owner')),
  isadmin: flag(role.includes('owner') || role.includes('admin')),
})

interface Standing {
  inOrg: OrgRole[]
  inProject: ProjectRole[]
  requirestwofactor: boolean
}

const standing = prepared((query: Kysely<AccountTables>, given: Given<Place & { userid: string }>) =>
  query
    .selectFrom('orgmembers as m')
    .innerJoin('orgs as o', 'o.orgid', 'm.orgid')
    .innerJoin('projects as p', 'p.orgid', 'm.orgid')
    .leftJoin('projectmembers as pm', join =>
      join
        .onRef('pm.orgid', '=', 'p.orgid')
        .onRef('pm.projectid', '=', 'p.projectid')
        .onRef('pm.userid', '=', 'm.userid'),
    )
    .select(['m.role as inorg', 'pm.role as inproject', 'o.requiretwofactor'])
    .where('m.orgid', '=', given('orgid'))
    .where('m.userid', '=', given('userid'))
    .where('p.projectid', '=', given('projectid'))
    .where('o.deletedat', 'is', null)
    .where('p.deletedat', 'is', null),
)

/** What decides over somebody in a project, in one look. Null outside the organisation, and where either is deleted. */
export async function standingIn(
  db: Queries<AccountTables>,
  { orgid, projectid }: Place,
  userid: string,
): Promise<Standing | null> {
  const [row] = await standing(db, { orgid, projectid, userid })
  if (!row) return null
  return {
    inOrg: row.inorg.split(',') as OrgRole[],
    inProject: rolesFrom(row.inproject),
    requirestwofactor: row.requiretwofactor === 1,
  }
}

interface NewProjectMember extends Place {
  userid: string
  role: readonly ProjectRole[]
}

/** Of somebody in the organisation, in a project that is there. Answers when they joined. */
export async function insertProjectMember(tx: Tx<AccountTables>, { orgid, projectid, userid, role }: NewProjectMember) {
  const joinedat = Date.now()
  const { role: roles, isowner, isadmin } = stored(role)
  try {
    await sql`
      insert into projectmembers
        (orgid, projectid, userid, name, projectname, projectcreatedat, role, isowner, isadmin, joinedat)
      select p.orgid, p.projectid, m.userid, m.name, p.projectname, p.createdat,
        cast(${roles} as ctext), cast(${isowner} as smallint), cast(${isadmin} as smallint), cast(${joinedat} as bigint)
      from projects as p join orgmembers as m on m.orgid = p.orgid
      where p.orgid = ${orgid} and p.projectid = ${projectid} and m.userid = ${userid}`.execute(tx.query)
  } catch (error) {
    if (uniqueViolation(error) === 'projectmembers.orgid,projectid,userid') throw new Refusal('ALREADY_IN_PROJECT')
    throw error
  }
  await sql`
    insert into projectmemberwords (orgid, projectid, word, userid)
    select orgid, cast(${projectid} as ctext), word, userid from orgmemberwords
    where orgid = ${orgid} and userid = ${userid}`.execute(tx.query)
  await countMembers(tx, { orgid, projectid }, 1)
  return joinedat
}

export async function deleteProjectMember(tx: Tx<AccountTables>, place: Place, userid: string): Promise<void> {
  await tx.query
    .deleteFrom('projectmembers')
    .where('orgid', '=', place.orgid)
    .where('projectid', '=', place.projectid)
    .where('userid', '=', userid)
    .execute()
  await countMembers(tx, place, -1)
}

async function countMembers(tx: Tx<AccountTables>, { orgid, projectid }: Place, by: number): Promise<void> {
  await tx.query
    .updateTable('projects')
    .set(({ eb }) => ({ membercount: eb('membercount', '+', by) }))
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .execute()
}

export async function updateProjectRoles(
  tx: Tx<AccountTables>,
  { orgid, projectid }: Place,
  userid: string,
  role: readonly ProjectRole[],
): Promise<void> {
  await tx.query
    .updateTable('projectmembers')
    .set(stored(role))
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('userid', '=', userid)
    .execute()
}

const everywhere = (db: Queries<AccountTables>) =>
  db.query.selectFrom('projectmembers').select(['userid', 'name', 'role', 'joinedat'])

const members = (db: Queries<AccountTables>, { orgid, projectid }: Place) =>
  everywhere(db).where('orgid', '=', orgid).where('projectid', '=', projectid)

const named = (db: Queries<AccountTables>, { orgid, projectid }: Place, userids: string[]) =>
  everywhere(db)
    .where(
      keyIn(
        ['orgid', 'projectid', 'userid'],
        userids.map(userid => [orgid, projectid, userid]),
      ),
    )
    .execute()

export async function findProjectMember(db: Queries<AccountTables>, place: Place, userid: string) {
  const row = await members(db, place).where('userid', '=', userid).executeTakeFirst()
  return row ? { ...row, role: rolesFrom(row.role) } : undefined
}

/** Asked inside the transaction that takes an owner away. It is serialisable, so two of them cannot both see the other. */
export async function hasProjectOwnerBesides(tx: Tx<AccountTables>, place: Place, userid: string): Promise<boolean> {
  const other = await members(tx, place)
    .where('isowner', '=', sql.lit(1))
    .where('userid', '!=', userid)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

interface Page {
  adminsOnly: boolean
  after: [name: string, userid: string] | null
  limit: number
}

/** By name, from the place where the page before ended. */
export async function projectMemberPage(db: Queries<AccountTables>, place: Place, { adminsOnly, after, limit }: Page) {
  return members(db, place)
    .$if(adminsOnly, select => select.where('isadmin', '=', sql.lit(1)))
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('name', 'userid'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('name')
    .orderBy('userid')
    .limit(limit)
    .execute()
}

interface Searched {
  search: string
  after: [word: string, userid: string] | null
  limit: number
}

export async function searchProjectMembers(db: Queries<AccountTables>, place: Place, searched: Searched) {
  const { orgid, projectid } = place
  const within = { orgid, projectid }
  const found = await searchWords(db, { table: 'projectmemberwords', finds: 'userid', within, ...searched })
  if (found.length === 0) return []
  const userids = found.map(({ id }) => id)
  return inOrderFound(found, await named(db, place, userids), row => row.userid)
}

export async function projectMembersAmong(db: Queries<AccountTables>, place: Place, userids: string[]) {
  if (userids.length === 0) return new Set<string>()
  const rows = await named(db, place, userids)
  return new Set(rows.map(({ userid }) => userid))
}

/** Those of deleted projects too: whoever belongs to one is to hear when it comes back. */
export async function projectsOf(db: Queries<AccountTables>, userid: string): Promise<Place[]> {
  return db.query.selectFrom('projectmembers').select(['orgid', 'projectid']).where('userid', '=', userid).execute()
}
