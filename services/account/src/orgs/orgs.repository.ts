import type { Org } from '@plinth/contract/orgs'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { Selectable } from 'kysely'
import type { AccountTables } from '../tables.ts'

type NewOrg = Selectable<AccountTables['orgs']>

export async function insertOrg(tx: Tx<AccountTables>, org: NewOrg): Promise<void> {
  try {
    await tx.query.insertInto('orgs').values(org).execute()
  } catch (error) {
    if (uniqueViolation(error) === 'orgs.orgid') throw new Refusal('ORGID_TAKEN')
    throw error
  }
}

export async function insertMember(
  tx: Tx<AccountTables>,
  { orgid, orgname, createdat }: NewOrg,
  userid: string,
  role: Org['role'],
) {
  const member = { orgid, orgname, userid, role: role.join(','), joinedat: createdat }
  await tx.query.insertInto('orgmembers').values(member).execute()
}

export async function orgsOf(
  db: Queries<AccountTables>,
  userid: string,
  after: [orgname: string, orgid: string] | null,
  limit: number,
): Promise<Org[]> {
  const rows = await db.query
    .selectFrom('orgmembers as m')
    .innerJoin('orgs as o', 'o.orgid', 'm.orgid')
    .select(['m.orgid', 'm.orgname', 'm.role', 'o.description'])
    .where('m.userid', '=', userid)
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('m.orgname', 'm.orgid'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('m.orgname')
    .orderBy('m.orgid')
    .limit(limit)
    .execute()
  return rows.map(({ orgid, orgname, role, description }) => ({
    orgid,
    orgname,
    orgmeta: description ? { description } : {},
    role: role.split(',') as Org['role'],
  }))
}

export async function orgExists(db: Queries<AccountTables>, orgid: string): Promise<boolean> {
  return (await db.query.selectFrom('orgs').select('orgid').where('orgid', '=', orgid).executeTakeFirst()) !== undefined
}
