import type { Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { AccountTables } from '../tables.ts'

interface Departure {
  orgid: string
  /** Who goes. */
  userid: string
  /** Who becomes owner of the projects that would have none left. */
  heir: string
}

/** The projects that nobody but the one who goes is an owner of. */
const leftAlone = ({ orgid, userid }: Departure) => sql`
  select m.projectid from projectmembers as m
  where m.orgid = ${orgid} and m.userid = ${userid} and m.isowner = 1 and not exists (
    select 1 from projectmembers as o
    where o.orgid = m.orgid and o.projectid = m.projectid and o.isowner = 1 and o.userid <> m.userid)`

/**
 * Takes somebody out of all projects of an organisation, whatever their number, and hands on what they were the only owner of.
 * Answers with the projects they were in, and those that were handed on.
 */
export async function leaveProjects(tx: Tx<AccountTables>, departure: Departure) {
  const { orgid, userid } = departure
  const inherited = await handOn(tx, departure)
  await sql`
    update projects set membercount = membercount - 1 where orgid = ${orgid} and projectid in (
      select projectid from projectmembers where orgid = ${orgid} and userid = ${userid})`.execute(tx.query)
  const left = await tx.query
    .deleteFrom('projectmembers')
    .where('orgid', '=', orgid)
    .where('userid', '=', userid)
    .returning('projectid')
    .execute()
  return { left: left.map(({ projectid }) => projectid), inherited }
}

/** The heir joins first where need be, not yet as owner, so that what is left alone stays the same until the last step. */
async function handOn({ query }: Tx<AccountTables>, departure: Departure): Promise<string[]> {
  const { orgid, heir } = departure
  const alone = leftAlone(departure)
  const joined = await sql<{ projectid: string }>`
    insert into projectmembers
      (orgid, projectid, userid, name, projectname, projectcreatedat, role, isowner, isadmin, joinedat)
    select p.orgid, p.projectid, m.userid, m.name, p.projectname, p.createdat, 'owner', 0, 0, cast(${Date.now()} as bigint)
    from projects as p join orgmembers as m on m.orgid = p.orgid
    where p.orgid = ${orgid} and m.userid = ${heir} and p.projectid in (${alone}) and not exists (
      select 1 from projectmembers as h
      where h.orgid = p.orgid and h.projectid = p.projectid and h.userid = m.userid)
    returning projectid`.execute(query)
  if (joined.rows.length > 0) await countHeir({ query }, departure)
  const { rows } = await sql<{ projectid: string }>`
    update projectmembers set isowner = 1, isadmin = 1,
      role = case when role = 'owner' then role else 'owner,' || role end
    where orgid = ${orgid} and userid = ${heir} and projectid in (${alone}) returning projectid`.execute(query)
  return rows.map(({ projectid }) => projectid)
}

/** Wherever the heir has just joined: that is where they have no words yet. */
async function countHeir({ query }: Pick<Tx<AccountTables>, 'query'>, { orgid, heir }: Departure): Promise<void> {
  const joined = sql`
    select m.projectid from projectmembers as m where m.orgid = ${orgid} and m.userid = ${heir} and not exists (
      select 1 from projectmemberwords as w
      where w.orgid = m.orgid and w.projectid = m.projectid and w.userid = m.userid)`
  await sql`update projects set membercount = membercount + 1
    where orgid = ${orgid} and projectid in (${joined})`.execute(query)
  await sql`
    insert into projectmemberwords (orgid, projectid, word, userid)
    select w.orgid, j.projectid, w.word, w.userid from orgmemberwords as w, (${joined}) as j
    where w.orgid = ${orgid} and w.userid = ${heir}`.execute(query)
}
