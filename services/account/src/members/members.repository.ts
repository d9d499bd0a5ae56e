import { may, type OrgRole, type Permission } from '@plinth/contract/permissions'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { lastSeen } from '@plinth/platform/sessions'
import { type Kysely, sql } from 'kysely'
import { wordsOf } from '../search-words.ts'
import type { AccountTables } from '../tables.ts'
import { inOrderFound, searchWords } from '../words.repository.ts'

interface NewMember {
  orgid: string
  userid: string
  name: string
  role: readonly OrgRole[]
  isexternal: boolean
}

const stored = (role: readonly OrgRole[]) => ({ role: role.join(','), isowner: role.includes('Owner') ? 1 : 0 })

export async function insertMember(tx: Tx<AccountTables>, { orgid, userid, name, role, isexternal }: NewMember) {
  const member = { orgid, userid, name, ...stored(role), isexternal: isexternal ? 1 : 0, joinedat: Date.now() }
  try {
    await tx.query.insertInto('orgmembers').values(member).execute()
  } catch (error) {
    if (uniqueViolation(error) === 'orgmembers.orgid,userid') throw new Refusal('ALREADY_MEMBER')
    throw error
  }
  const words = wordsOf(userid, name).map(word => ({ orgid, word, userid }))
  await tx.query.insertInto('orgmemberwords').values(words).execute()
  await countMembers(tx, orgid, 1)
}

/** Answers false where there was no such member. Their words go with them. */
export async function deleteMember(tx: Tx<AccountTables>, orgid: string, userid: string): Promise<boolean> {
  const deleted = await tx.query
    .deleteFrom('orgmembers')
    .where('orgid', '=', orgid)
    .where('userid', '=', userid)
    .returning('userid')
    .execute()
  if (deleted.length > 0) await countMembers(tx, orgid, -1)
  return deleted.length > 0
}

async function countMembers(tx: Tx<AccountTables>, orgid: string, by: number): Promise<void> {
  await tx.query
    .updateTable('orgs')
    .set(({ eb }) => ({ membercount: eb('membercount', '+', by) }))
    .where('orgid', '=', orgid)
    .execute()
}

export async function updateRoles(tx: Tx<AccountTables>, orgid: string, userid: string, role: readonly OrgRole[]) {
  await tx.query
    .updateTable('orgmembers')
    .set(stored(role))
    .where('orgid', '=', orgid)
    .where('userid', '=', userid)
    .execute()
}

const membership = prepared((query: Kysely<AccountTables>, given: Given<{ orgid: string; userid: string }>) =>
  query
    .selectFrom('orgmembers as m')
    .innerJoin('orgs as o', 'o.orgid', 'm.orgid')
    .select(['m.role', 'o.requiretwofactor'])
    .where('m.orgid', '=', given('orgid'))
    .where('m.userid', '=', given('userid'))
    .where('o.deletedat', 'is', null),
)

/** Null for somebody who does not belong to it, and for everybody once it is deleted. */
export async function memberOf(db: Queries<AccountTables>, orgid: string, userid: string) {
  const [member] = await membership(db, { orgid, userid })
  return member ? { role: member.role.split(',') as OrgRole[], requirestwofactor: member.requiretwofactor === 1 } : null
}

export async function rolesIn(db: Queries<AccountTables>, orgid: string, userid: string): Promise<OrgRole[] | null> {
  return (await memberOf(db, orgid, userid))?.role ?? null
}

/** Asked inside a transaction whose result hangs on it: the role may have been taken away since the request was let in. */
export async function stillMay(tx: Tx<AccountTables>, orgid: string, actorid: string, permission: Permission) {
  const role = await rolesIn(tx, orgid, actorid)
  if (!role) throw new Refusal('NOT_FOUND')
  if (!may(role, permission)) throw new Refusal('FORBIDDEN')
}

export async function membersAmong(db: Queries<AccountTables>, orgid: string, userids: string[]): Promise<Set<string>> {
  if (userids.length === 0) return new Set()
  const rows = await db.query
    .selectFrom('orgmembers')
    .select('userid')
    .where('orgid', '=', orgid)
    .where('userid', 'in', userids)
    .execute()
  return new Set(rows.map(({ userid }) => userid))
}

/** Asked inside the transaction that takes an Owner away. It is serialisable, so two of them cannot both see the other. */
export async function hasOwnerBesides(tx: Tx<AccountTables>, orgid: string, userid: string): Promise<boolean> {
  const other = await tx.query
    .selectFrom('orgmembers')
    .select('userid')
    .where('orgid', '=', orgid)
    .where('isowner', '=', 1)
    .where('userid', '!=', userid)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Who inherits what nobody else can: of the other Owners the one who has been there longest. */
export async function oldestOwnerBesides(tx: Tx<AccountTables>, orgid: string, userid: string): Promise<string> {
  const owner = await tx.query
    .selectFrom('orgmembers')
    .select('userid')
    .where('orgid', '=', orgid)
    .where('isowner', '=', sql.lit(1))
    .where('userid', '!=', userid)
    .orderBy('joinedat')
    .orderBy('userid')
    .limit(1)
    .executeTakeFirstOrThrow()
  return owner.userid
}

export async function orgsAndRolesOf(db: Queries<AccountTables>, userid: string) {
  const rows = await db.query.selectFrom('orgmembers').select(['orgid', 'role']).where('userid', '=', userid).execute()
  return rows.map(({ orgid, role }) => ({ orgid, role: role.split(',') as OrgRole[] }))
}

const columns = ['m.userid', 'm.name', 'm.role', 'm.isexternal', 'm.joinedat', 'u.email'] as const

const members = (query: Kysely<AccountTables>, orgid: string) =>
  query
    .selectFrom('orgmembers as m')
    .innerJoin('users as u', 'u.userid', 'm.userid')
    .select([...columns, lastSeen('m.userid').as('lastseenat')])
    .where('m.orgid', '=', orgid)

export type MemberRow = Awaited<ReturnType<typeof memberPage>>[number]

export async function findMember(db: Queries<AccountTables>, orgid: string, useridOrEmail: string) {
  const column = useridOrEmail.includes('@') ? 'u.email' : 'm.userid'
  return members(db.query, orgid).where(column, '=', useridOrEmail).executeTakeFirst()
}

interface Page {
  by: 'name' | 'joinedat'
  direction: 'asc' | 'desc'
  after: [key: string | number, userid: string] | null
  isexternal: boolean | undefined
  limit: number
}

type PageShape = Pick<Page, 'by' | 'direction'> & { isFirst: boolean; isFiltered: boolean }

interface PageValues {
  orgid: string
  isexternal: number
  /** Of the sort key, whichever it is. */
  after: never
  afterUserid: string
  limit: number
}

const pageOf = prepared((query: Kysely<AccountTables>, given: Given<PageValues>, shape: PageShape) => {
  const { by, direction, isFirst, isFiltered } = shape
  const key = `m.${by}` as const
  return members(query, given('orgid'))
    .$if(isFiltered, select => select.where('m.isexternal', '=', given('isexternal')))
    .$if(!isFirst, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(key, 'm.userid'), direction === 'asc' ? '>' : '<', tuple(given('after'), given('afterUserid'))),
      ),
    )
    .orderBy(key, direction)
    .orderBy('m.userid', direction)
    .limit(given('limit'))
})

/** Reads along the index of the sort key, from the place where the page before ended. */
export async function memberPage(db: Queries<AccountTables>, orgid: string, page: Page) {
  const { by, direction, after, isexternal, limit } = page
  const values = {
    orgid,
    isexternal: isexternal ? 1 : 0,
    after: after?.[0] as never,
    afterUserid: after?.[1] ?? '',
    limit,
  }
  return pageOf(db, values, { by, direction, isFirst: after === null, isFiltered: isexternal !== undefined })
}

interface Searched {
  search: string
  isexternal?: boolean | undefined
  after: [word: string, userid: string] | null
  limit: number
}

/** Members with words that begin with each word of the search. */
export async function searchMembers(db: Queries<AccountTables>, orgid: string, { isexternal, ...searched }: Searched) {
  const where =
    isexternal === undefined
      ? undefined
      : sql`(select 1 from orgmembers as m where m.orgid = w.orgid and m.userid = w.userid
          and m.isexternal = ${isexternal ? 1 : 0}) is not null`
  const found = await searchWords(db, {
    table: 'orgmemberwords',
    finds: 'userid',
    within: { orgid },
    where,
    ...searched,
  })
  if (found.length === 0) return []
  const userids = found.map(({ id }) => id)
  const rows = await members(db.query, orgid).where('m.userid', 'in', userids).execute()
  return inOrderFound(found, rows, ({ userid }) => userid)
}
