import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { type Kysely, sql } from 'kysely'
import type { FileTables } from '../tables.ts'

/** So far the clocks of two nodes may be apart. */
const clocksDifferMs = 60_000

/** The places a namespace is in: its organisation, its project, and itself. */
const placesOf = (nsname: string) => {
  const [orgid = '', projectid = ''] = nsname.split('/')
  return [orgid, `${orgid}/${projectid}`, nsname]
}

/** Only where there is something to close, so that a place that is made anew later is not found closed. */
export async function suspend(tx: Tx<FileTables>, place: string): Promise<void> {
  if (!(await hasNamespaces(tx, place))) return
  await tx.query
    .insertInto('suspensions')
    .values({ place })
    .onConflict(known => known.doNothing())
    .execute()
}

export async function resume(tx: Tx<FileTables>, place: string): Promise<void> {
  await tx.query.deleteFrom('suspensions').where('place', '=', place).execute()
}

/** After a namespace is deleted: what closed it, and closes nothing more, is over. */
export async function endSuspensions(tx: Tx<FileTables>, nsname: string): Promise<void> {
  for (const place of placesOf(nsname)) if (!(await hasNamespaces(tx, place))) await resume(tx, place)
}

async function hasNamespaces(tx: Tx<FileTables>, place: string): Promise<boolean> {
  const one = await tx.query
    .selectFrom('namespaces')
    .select('nsname')
    .where(({ and, or, eb }) =>
      // The character after the slash: names in a place lie between the two.
      or([eb('nsname', '=', place), and([eb('nsname', '>', `${place}/`), eb('nsname', '<', `${place}0`)])]),
    )
    .where('deletedat', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

interface Revocation {
  /** Of one person, or of several. */
  userid: string | readonly string[]
  /** Of namespaces, or the sessions and access tokens through which tokens were got: those stand for every namespace. */
  places: readonly string[]
  before: number
}

/** Of two times the later one counts, whichever came last. */
export async function revoke(tx: Tx<FileTables>, { userid, places, before }: Revocation): Promise<void> {
  await tx.query
    .insertInto('revocations')
    .values([...new Set([userid].flat())].flatMap(userid => places.map(place => ({ userid, place, before }))))
    .onConflict(known =>
      known.columns(['userid', 'place']).doUpdateSet({ before }).where('revocations.before', '<', before),
    )
    .execute()
}

export interface Held {
  nsname: string
  userid: string
  issuedat: number
  /** Through which session or access token; empty where that is not known. */
  via: string
}

interface Places {
  org: string
  project: string
  nsname: string
}

type Asked = Places & Omit<Held, 'nsname'>

const asked = ({ nsname, ...held }: Held): Asked => {
  const [org = '', project = ''] = placesOf(nsname)
  return { org, project, nsname, ...held }
}

const closed = (given: Given<Asked>) => {
  const places = sql`(${given('org')}, ${given('project')}, ${given('nsname')})`
  const revoked = sql`(${given('org')}, ${given('project')}, ${given('nsname')}, ${given('via')})`
  const held = sql`userid = ${given('userid')} and place in ${revoked} and before > ${given('issuedat')}`
  return sql`
    case when exists (select 1 from suspensions where place in ${places}) then 1 else 0 end as suspended,
    case when exists (select 1 from revocations where ${held}) then 1 else 0 end as revoked`
}

interface Closed {
  suspended: number
  revoked: number
}

const closures = prepared((_query: Kysely<FileTables>, given: Given<Asked>) => sql<Closed>`select ${closed(given)}`)

/** Whether a namespace is closed, and whether somebody's tokens of that time were taken back. */
export async function closuresOf(db: Queries<FileTables>, held: Held) {
  const [row] = await closures(db, asked(held))
  return { suspended: row?.suspended === 1, revoked: row?.revoked === 1 }
}

/**
 * Those of a clock that was far ahead when it was told: once it is right, they would hold until that time. What has ended with a
 * session is told ahead on purpose, and never begins again.
 */
export async function recallRevocations(db: Queries<FileTables>, { nsname, userid }: Held, now: number) {
  const ahead = db.query.updateTable('revocations').set({ before: now }).where('userid', '=', userid)
  await ahead
    .where('place', 'in', placesOf(nsname))
    .where('before', '>', now + clocksDifferMs)
    .execute()
}

const admissions = prepared(
  (_query: Kysely<FileTables>, given: Given<Asked>) => sql<{ pubkey: string } & Closed>`
    select pubkey, ${closed(given)} from namespaces where nsname = ${given('nsname')} and deletedat is null`,
)

/** All that decides whether a token lets in, by one query: every call asks it. Undefined where there is no such namespace. */
export async function admissionOf(db: Queries<FileTables>, held: Held) {
  const [row] = await admissions(db, asked(held))
  return row && { pubkey: row.pubkey, suspended: row.suspended === 1, revoked: row.revoked === 1 }
}
