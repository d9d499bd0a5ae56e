import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import type { Kysely } from 'kysely'
import type { AccountTables } from '../tables.ts'
import { isTotpCode, recoveryCodeHash, totpStep } from './codes.ts'

const byUserid = prepared((query: Kysely<AccountTables>, given: Given<{ userid: string }>) =>
  query.selectFrom('totps').selectAll().where('userid', '=', given('userid')),
)

export async function findTotp(db: Queries<AccountTables>, userid: string) {
  const [totp] = await byUserid(db, { userid })
  return totp
}

export const isTotpOn = async (db: Queries<AccountTables>, userid: string) =>
  (await findTotp(db, userid))?.confirmedat != null

/** Those of an organisation who sign in without a second step. */
export async function membersWithoutTotp(db: Queries<AccountTables>, orgid: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('orgmembers as m')
    .leftJoin('totps as t', 't.userid', 'm.userid')
    .select('m.userid')
    .where('m.orgid', '=', orgid)
    .where('t.confirmedat', 'is', null)
    .execute()
  return rows.map(({ userid }) => userid)
}

/** The organisations of somebody that are closed to them without it. */
export async function orgsRequiringTotp(db: Queries<AccountTables>, userid: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('orgmembers as m')
    .innerJoin('orgs as o', 'o.orgid', 'm.orgid')
    .select('m.orgid')
    .where('m.userid', '=', userid)
    .where('o.requiretwofactor', '=', 1)
    .execute()
  return rows.map(({ orgid }) => orgid)
}

/** False where one is confirmed already. */
export async function proposeTotp(tx: Tx<AccountTables>, userid: string, secret: string): Promise<boolean> {
  const rows = await tx.query
    .insertInto('totps')
    .values({ userid, secret, confirmedat: null, laststep: 0 })
    .onConflict(conflict => conflict.column('userid').doUpdateSet({ secret }).where('totps.confirmedat', 'is', null))
    .returning('userid')
    .execute()
  return rows.length > 0
}

export async function confirmTotp(tx: Tx<AccountTables>, userid: string, laststep: number): Promise<void> {
  await tx.query.updateTable('totps').set({ confirmedat: Date.now(), laststep }).where('userid', '=', userid).execute()
}

export async function removeTotp(tx: Tx<AccountTables>, userid: string): Promise<void> {
  await tx.query.deleteFrom('totps').where('userid', '=', userid).execute()
  await tx.query.deleteFrom('recoverycodes').where('userid', '=', userid).execute()
}

export async function replaceRecoveryCodes(tx: Tx<AccountTables>, userid: string, codes: string[]): Promise<void> {
  await tx.query.deleteFrom('recoverycodes').where('userid', '=', userid).execute()
  const rows = codes.map(code => ({ userid, codehash: recoveryCodeHash(userid, code) }))
  await tx.query.insertInto('recoverycodes').values(rows).execute()
}

export async function countRecoveryCodes(db: Queries<AccountTables>, userid: string): Promise<number> {
  const { left } = await db.query
    .selectFrom('recoverycodes')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('userid', '=', userid)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export const hasRecoveryCodes = async (db: Queries<AccountTables>, userid: string) =>
  (await countRecoveryCodes(db, userid)) > 0

/** Takes the code: of several who come with it at the same moment one gets it. Says which kind it was, undefined if wrong. */
export async function takeCode(tx: Tx<AccountTables>, userid: string, code: string) {
  if (isTotpCode(code)) return (await takeTotpCode(tx, userid, code)) ? 'totp' : undefined
  const taken = await tx.query
    .deleteFrom('recoverycodes')
    .where('userid', '=', userid)
    .where('codehash', '=', recoveryCodeHash(userid, code))
    .returning('userid')
    .executeTakeFirst()
  return taken && 'recovery'
}

async function takeTotpCode(tx: Tx<AccountTables>, userid: string, code: string): Promise<boolean> {
  const totp = await findTotp(tx, userid)
  const step = totp?.confirmedat == null ? undefined : totpStep(totp.secret, code)
  if (step === undefined) return false
  const taken = await tx.query
    .updateTable('totps')
    .set({ laststep: step })
    .where('userid', '=', userid)
    .where('laststep', '<', step)
    .returning('userid')
    .executeTakeFirst()
  return taken !== undefined
}
