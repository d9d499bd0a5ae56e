import { createHash } from 'node:crypto'
import type { OrgRole } from '@plinth/contract/permissions'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Selectable, sql } from 'kysely'
import type { AccountTables } from '../tables.ts'
import type { User } from '../users.repository.ts'
import { inOrderFound, searchWords } from '../words.repository.ts'

/** Of the secret in a link only this is kept. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Part of the statement, not one of its values: the indexes of open invites serve only who says that these are meant. */
const pending = sql.lit<'pending'>('pending')

export type Invite = Selectable<AccountTables['invites']>

/** What the invite lets somebody be. */
export const rolesOf = ({ role }: Pick<Invite, 'role'>) => role.split(',') as OrgRole[]

export async function insertInvite(tx: Tx<AccountTables>, invite: Invite): Promise<void> {
  try {
    await tx.query.insertInto('invites').values(invite).execute()
  } catch (error) {
    const taken = uniqueViolation(error)
    if (taken === 'invites.orgid,userid' || taken === 'invites.orgid,email') throw new Refusal('INVITE_PENDING')
    throw error
  }
}

const columns = [
  'inviteid',
  'orgid',
  'isexternal',
  'userid',
  'email',
  'role',
  'invitedby',
  'status',
  'createdat',
  'expiresat',
  'answeredat',
] as const

export async function findInvite(db: Queries<AccountTables>, inviteid: string): Promise<Invite | undefined> {
  return db.query.selectFrom('invites').select(columns).where('inviteid', '=', inviteid).executeTakeFirst()
}

export async function findInviteByToken(db: Queries<AccountTables>, tokenhash: string): Promise<Invite | undefined> {
  return db.query
    .selectFrom('invitetokens as t')
    .innerJoin('invites as i', 'i.inviteid', 't.inviteid')
    .select(columns.map(column => `i.${column}` as const))
    .where('t.tokenhash', '=', tokenhash)
    .executeTakeFirst()
}

export async function orgidOfInvite(db: Queries<AccountTables>, inviteid: string): Promise<string | undefined> {
  return (await findInvite(db, inviteid))?.orgid
}

type Token = Selectable<AccountTables['invitetokens']>

export async function insertToken(tx: Tx<AccountTables>, token: Token): Promise<void> {
  await tx.query.insertInto('invitetokens').values(token).execute()
}

export async function deleteTokens(tx: Tx<AccountTables>, inviteid: string): Promise<void> {
  await tx.query.deleteFrom('invitetokens').where('inviteid', '=', inviteid).execute()
}

/** Some of those to invites that are over. Answers how many. */
export async function deleteEndedTokens(db: Queries<AccountTables>, limit: number): Promise<number> {
  const ended = db.query
    .selectFrom('invitetokens as t')
    .innerJoin('invites as i', 'i.inviteid', 't.inviteid')
    .select('t.tokenhash')
    .where('i.status', '<>', 'pending')
    .limit(limit)
  const deleted = db.query.deleteFrom('invitetokens').where('tokenhash', 'in', ended).returning('tokenhash')
  return (await deleted.execute()).length
}

/** Ends a pending invite one way or another: of two who try at once, one does. */
export async function endInvite(tx: Tx<AccountTables>, inviteid: string, status: Exclude<Invite['status'], 'pending'>) {
  const ended = await tx.query
    .updateTable('invites')
    .set({ status, answeredat: Date.now() })
    .where('inviteid', '=', inviteid)
    .where('status', '=', 'pending')
    .where('expiresat', '>', Date.now())
    .returning('inviteid')
    .execute()
  if (ended.length === 0) throw new Refusal('INVITE_DEAD')
}

/** Whoever sends it again answers for it from then on. */
export async function renewInvite(
  tx: Tx<AccountTables>,
  inviteid: string,
  renewed: Pick<Invite, 'expiresat' | 'invitedby'>,
): Promise<void> {
  await tx.query.updateTable('invites').set(renewed).where('inviteid', '=', inviteid).execute()
}

const openIn = (tx: Tx<AccountTables>, orgid: string) =>
  tx.query
    .selectFrom('invites')
    .select(columns)
    .where('orgid', '=', orgid)
    .where('status', '=', pending)
    .where('expiresat', '>', Date.now())

/** The open invites of an organisation that somebody sent. */
export async function openSentBy(tx: Tx<AccountTables>, orgid: string, userid: string): Promise<Invite[]> {
  return openIn(tx, orgid).where('invitedby', '=', userid).execute()
}

/** Those to somebody, by user id or by the address that they have now. */
export async function openTo(tx: Tx<AccountTables>, orgid: string, { userid, email }: User): Promise<Invite[]> {
  const open = openIn(tx, orgid)
  return open
    .where('userid', '=', userid)
    .unionAll(open.where('email', '=', email))
    .execute()
}

/** The links to open invites of an organisation that somebody took, and the roles that they lead to. */
export async function openLinksOf(tx: Tx<AccountTables>, orgid: string, userid: string) {
  return tx.query
    .selectFrom('invitetokens as t')
    .innerJoin('invites as i', 'i.inviteid', 't.inviteid')
    .select(['t.tokenhash', 'i.role'])
    .where('t.madeby', '=', userid)
    .where('i.orgid', '=', orgid)
    .where('i.status', '=', 'pending')
    .execute()
}

export async function deleteToken(tx: Tx<AccountTables>, tokenhash: string): Promise<void> {
  await tx.query.deleteFrom('invitetokens').where('tokenhash', '=', tokenhash).execute()
}

/** Marks what has run out, of one person in one organisation or of all, so that it stands in the way of no new invite. */
export async function expireInvites(
  db: Queries<AccountTables>,
  of?: { orgid: string; userid: string | null; email: string | null },
) {
  await db.query
    .updateTable('invites')
    .set(({ ref }) => ({ status: 'expired', answeredat: ref('expiresat') }))
    .where('status', '=', pending)
    .where('expiresat', '<=', Date.now())
    .$if(of !== undefined, update => update.where('orgid', '=', of?.orgid ?? ''))
    .$if(of?.userid != null, update => update.where('userid', '=', of?.userid ?? ''))
    .$if(of?.email != null, update => update.where('email', '=', of?.email ?? ''))
    .execute()
}

export async function hasExpiredInvites(db: Queries<AccountTables>, orgid: string): Promise<boolean> {
  const expired = await db.query
    .selectFrom('invites')
    .select('inviteid')
    .where('orgid', '=', orgid)
    .where('status', '=', pending)
    .where('expiresat', '<=', Date.now())
    .limit(1)
    .execute()
  return expired.length > 0
}

interface SentPage {
  orgid: string
  isexternal: boolean
  history: boolean
  after: [createdat: number, inviteid: string] | null
  limit: number
}

export async function sentInvites(db: Queries<AccountTables>, { orgid, isexternal, history, after, limit }: SentPage) {
  return db.query
    .selectFrom('invites')
    .select(columns)
    .where('orgid', '=', orgid)
    .where('isexternal', '=', isexternal ? 1 : 0)
    .where('status', history ? '<>' : '=', pending)
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdat', 'inviteid'), '<', tuple(after?.[0] ?? 0, after?.[1] ?? '')),
      ),
    )
    .orderBy('createdat', 'desc')
    .orderBy('inviteid', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Those to the user id, and those to the address once it is proven to be theirs. Each along its index: asked for either in one
 * condition, SQLite goes through all that are open on the server.
 */
export async function receivedInvites(db: Queries<AccountTables>, userid: string, email: string | null) {
  const open = db.query.selectFrom('invites').select('inviteid').where('status', '=', pending)
  const toUser = open.where('userid', '=', userid)
  return db.query
    .selectFrom('invites as i')
    .innerJoin('orgs as o', 'o.orgid', 'i.orgid')
    .leftJoin('users as u', 'u.userid', 'i.invitedby')
    .select(['i.inviteid', 'i.orgid', 'o.orgname', 'i.role', 'i.invitedby', 'i.createdat', 'i.expiresat'])
    .select(({ fn }) => fn.coalesce('u.name', 'i.invitedby').as('invitername'))
    .where('i.inviteid', 'in', email ? toUser.unionAll(open.where('email', '=', email)) : toUser)
    .where('o.deletedat', 'is', null)
    .where('i.expiresat', '>', Date.now())
    .orderBy('i.createdat', 'desc')
    .limit(100)
    .execute()
}

export async function pendingTo(db: Queries<AccountTables>, orgid: string, userids: string[], emails: string[]) {
  if (userids.length === 0) return []
  const open = db.query
    .selectFrom('invites')
    .select(['userid', 'email'])
    .where('orgid', '=', orgid)
    .where('status', '=', pending)
    .where('expiresat', '>', Date.now())
  return open
    .where('userid', 'in', userids)
    .unionAll(open.where('email', 'in', emails))
    .execute()
}

/** People on this server by the beginning of words of their user id and name. Few at a time: it is no directory. */
export async function searchPeople(db: Queries<AccountTables>, search: string, limit: number) {
  const found = await searchWords(db, { table: 'userwords', finds: 'userid', within: {}, search, after: null, limit })
  if (found.length === 0) return []
  const userids = found.map(({ id }) => id)
  const people = await db.query
    .selectFrom('users')
    .select(['userid', 'name', 'email'])
    .where('userid', 'in', userids)
    .execute()
  return inOrderFound(found, people, ({ userid }) => userid)
}
