import type { Org } from '@plinth/contract/orgs'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { Kysely, Selectable } from 'kysely'
import { keptMs } from '../kept.ts'
import type { AccountTables } from '../tables.ts'

export async function insertOrg(tx: Tx<AccountTables>, org: Selectable<AccountTables['orgs']>): Promise<void> {
  try {
    await tx.query.insertInto('orgs').values(org).execute()
  } catch (error) {
    if (uniqueViolation(error) === 'orgs.orgid') throw new Refusal('ORGID_TAKEN')
    throw error
  }
}

interface PageValues {
  userid: string
  afterName: string
  afterOrgid: string
  limit: number
}

const pageOf = prepared((query: Kysely<AccountTables>, given: Given<PageValues>, { isFirst }: { isFirst: boolean }) =>
  query
    .selectFrom('orgmembers as m')
    .innerJoin('orgs as o', 'o.orgid', 'm.orgid')
    .select(['o.orgid', 'o.orgname', 'o.description', 'm.role'])
    .where('m.userid', '=', given('userid'))
    .where('o.deletedat', 'is', null)
    .$if(!isFirst, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('o.orgname', 'o.orgid'), '>', tuple(given('afterName'), given('afterOrgid'))),
      ),
    )
    .orderBy('o.orgname')
    .orderBy('o.orgid')
    .limit(given('limit')),
)

/** A page of somebody's organisations by name, beginning after the given name and id. */
export async function orgsOf(
  db: Queries<AccountTables>,
  userid: string,
  after: [orgname: string, orgid: string] | null,
  limit: number,
): Promise<Org[]> {
  const values = { userid, afterName: after?.[0] ?? '', afterOrgid: after?.[1] ?? '', limit }
  const rows = await pageOf(db, values, { isFirst: after === null })
  return rows.map(({ orgid, orgname, role, description }) => ({
    orgid,
    orgname,
    orgmeta: description ? { description } : {},
    role: role.split(',') as Org['role'],
  }))
}

const columns = ['orgid', 'orgname', 'description', 'membercount', 'requiretwofactor', 'createdat'] as const

const byOrgid = prepared((query: Kysely<AccountTables>, given: Given<{ orgid: string }>) =>
  query.selectFrom('orgs').select(columns).where('orgid', '=', given('orgid')).where('deletedat', 'is', null),
)

/** Not once it is deleted. */
export async function findOrg(db: Queries<AccountTables>, orgid: string) {
  const [org] = await byOrgid(db, { orgid })
  return org
}

/** The id of a deleted organisation stays taken until it is purged. */
export async function isOrgidTaken(db: Queries<AccountTables>, orgid: string): Promise<boolean> {
  return (await db.query.selectFrom('orgs').select('orgid').where('orgid', '=', orgid).executeTakeFirst()) !== undefined
}

export async function renameOrg(tx: Tx<AccountTables>, orgid: string, orgname: string): Promise<void> {
  await tx.query.updateTable('orgs').set({ orgname }).where('orgid', '=', orgid).execute()
}

export async function describeOrg(tx: Tx<AccountTables>, orgid: string, description: string): Promise<void> {
  await tx.query.updateTable('orgs').set({ description }).where('orgid', '=', orgid).execute()
}

export async function setTwoFactor(tx: Tx<AccountTables>, orgid: string, required: boolean): Promise<void> {
  await tx.query
    .updateTable('orgs')
    .set({ requiretwofactor: required ? 1 : 0 })
    .where('orgid', '=', orgid)
    .execute()
}

export async function hideOrg(tx: Tx<AccountTables>, orgid: string): Promise<void> {
  await tx.query.updateTable('orgs').set({ deletedat: Date.now() }).where('orgid', '=', orgid).execute()
}

/** Answers false where there was nothing hidden. */
export async function showOrg(tx: Tx<AccountTables>, orgid: string): Promise<boolean> {
  const shown = await tx.query
    .updateTable('orgs')
    .set({ deletedat: null })
    .where('orgid', '=', orgid)
    .where('deletedat', 'is not', null)
    .returning('orgid')
    .execute()
  return shown.length > 0
}

/** Those that can be brought back. One that is due to be purged may lose what it holds at any moment. */
export async function deletedOrgsOf(db: Queries<AccountTables>, userid: string) {
  return db.query
    .selectFrom('orgmembers as m')
    .innerJoin('orgs as o', 'o.orgid', 'm.orgid')
    .select(['o.orgid', 'o.orgname', 'o.deletedat'])
    .where('m.userid', '=', userid)
    .where('m.isowner', '=', 1)
    .where('o.deletedat', '>=', Date.now() - keptMs)
    .orderBy('o.deletedat', 'desc')
    .limit(100)
    .execute()
}

export async function orgidsDeletedBefore(db: Queries<AccountTables>, time: number): Promise<string[]> {
  const rows = await db.query.selectFrom('orgs').select('orgid').where('deletedat', '<', time).limit(100).execute()
  return rows.map(({ orgid }) => orgid)
}

/** Some rows of a deleted organisation at a time, so that nobody waits long behind it. False once all are gone. */
export async function purgeSome(tx: Tx<AccountTables>, orgid: string, atOnce: number): Promise<boolean> {
  const { query } = tx
  const some = {
    invites: query.selectFrom('invites').select('inviteid').where('orgid', '=', orgid).limit(atOnce),
    userids: query.selectFrom('orgmembers').select('userid').where('orgid', '=', orgid).limit(atOnce),
    audit: query.selectFrom('audit').select('id').where('orgid', '=', orgid).limit(atOnce),
  }
  const gone = [
    await query.deleteFrom('invites').where('inviteid', 'in', some.invites).returning('inviteid').execute(),
    await query
      .deleteFrom('orgmembers')
      .where('orgid', '=', orgid)
      .where('userid', 'in', some.userids)
      .returning('userid')
      .execute(),
    await query.deleteFrom('audit').where('id', 'in', some.audit).returning('id').execute(),
  ]
  if (gone.some(rows => rows.length > 0)) return true
  await query.deleteFrom('orgs').where('orgid', '=', orgid).execute()
  return false
}
