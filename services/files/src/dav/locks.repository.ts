import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import type { Kysely, Selectable } from 'kysely'
import type { FileTables } from '../tables.ts'

export type Lock = Selectable<FileTables['davlocks']>

const locksOf = prepared((query: Kysely<FileTables>, given: Given<{ nsname: string; now: number }>) =>
  query.selectFrom('davlocks').selectAll().where('nsname', '=', given('nsname')).where('expiresat', '>', given('now')),
)

/** All that hold now in a namespace. There are few at any time; how many there can be is limited where they are made. */
export async function liveLocks(db: Queries<FileTables>, nsname: string): Promise<Lock[]> {
  return locksOf(db, { nsname, now: Date.now() })
}

export async function insertLock(tx: Tx<FileTables>, lock: Lock): Promise<void> {
  await tx.query.insertInto('davlocks').values(lock).execute()
}

/** Those that are over would be read along by everybody who writes, until they are swept. */
export async function removeExpired(tx: Tx<FileTables>, nsname: string): Promise<void> {
  const ofHere = tx.query.deleteFrom('davlocks').where('nsname', '=', nsname)
  await ofHere.where('expiresat', '<=', Date.now()).execute()
}

export async function renewLock(tx: Tx<FileTables>, token: string, timeoutms: number): Promise<void> {
  const expiresat = Date.now() + timeoutms
  await tx.query.updateTable('davlocks').set({ timeoutms, expiresat }).where('token', '=', token).execute()
}

export async function removeLocks(tx: Tx<FileTables>, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await tx.query.deleteFrom('davlocks').where('token', 'in', tokens).execute()
}

/** Locks are a name's: what has taken the place of something is under its locks. They end where nothing has yet. */
export async function carryLocks(tx: Tx<FileTables>, from: string, to: string | undefined): Promise<void> {
  if (to === undefined) await tx.query.deleteFrom('davlocks').where('objid', '=', from).execute()
  else await tx.query.updateTable('davlocks').set({ objid: to }).where('objid', '=', from).execute()
}
