import { hash as digest, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AnyTx, Database } from './database/database.ts'
import { type Given, prepared } from './database/prepared.ts'
import { sweep } from './database/sweep.ts'
import { Refusal } from './errors.ts'
import { publish } from './events.ts'
import type { Log } from './log.ts'

interface SessionTables {
  sessions: {
    sessionid: string
    tokenhash: string
    userid: string
    device: string
    address: string
    createdat: number
    lastseenat: number
  }
}

const MINUTE = 60_000
const IDLE_MS = 30 * 24 * 60 * MINUTE

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const hash = (token: string) => digest('sha256', token, 'base64url')

const sessionOf = prepared((query: Kysely<SessionTables>, given: Given<{ tokenhash: string }>) =>
  query
    .selectFrom('sessions')
    .select(['userid', 'sessionid', 'lastseenat'])
    .where('tokenhash', '=', given('tokenhash')),
)

const newSession = prepared((query: Kysely<SessionTables>, given: Given<SessionTables['sessions']>) =>
  query.insertInto('sessions').values({
    sessionid: given('sessionid'),
    tokenhash: given('tokenhash'),
    userid: given('userid'),
    device: given('device'),
    address: given('address'),
    createdat: given('createdat'),
    lastseenat: given('lastseenat'),
  }),
)

/** What came through a session, and hears of its end, goes by this name. */
export const viaSession = (sessionid: string) => `session:${sessionid}`

/** When the person whose id stands in the column was last there, as far as their sessions of today tell. */
export const lastSeen = (userid: string) =>
  sql<number | null>`(select max(lastseenat) from sessions where sessions.userid = ${sql.ref(userid)})`

export function createSessions(database: Database, options: { now?: () => number; log?: Pick<Log, 'warn'> } = {}) {
  const tables = database.withTables<SessionTables>()
  const { query, lax } = tables
  const { now = Date.now, log } = options
  const beingTouched = new Set<string>()

  /** Beside the request, which need not wait for it, and at most once a minute. */
  function touch(sessionid: string): void {
    if (beingTouched.has(sessionid)) return
    beingTouched.add(sessionid)
    lax.query
      .updateTable('sessions')
      .set({ lastseenat: now() })
      .where('sessionid', '=', sessionid)
      .execute()
      .catch(error => log?.warn({ err: error }, 'could not note that a session is in use'))
      .finally(() => beingTouched.delete(sessionid))
  }

  return {
    /** The token is told here and never again: only its hash is kept. */
    async open(tx: AnyTx, { userid, device, address }: { userid: string; device: string; address: string }) {
      const accesstoken = random(32)
      const sessionid = random(12)
      const row = {
        sessionid,
        tokenhash: hash(accesstoken),
        userid,
        device,
        address,
        createdat: now(),
        lastseenat: now(),
      }
      await newSession(tx.withTables<SessionTables>(), row)
      publishChange(tx, userid)
      return { accesstoken, sessionid }
    },

    async check(accesstoken: string): Promise<{ userid: string; sessionid: string } | null> {
      const [session] = await sessionOf(tables, { tokenhash: hash(accesstoken) })
      if (!session || session.lastseenat <= now() - IDLE_MS) return null
      if (session.lastseenat <= now() - MINUTE) touch(session.sessionid)
      return { userid: session.userid, sessionid: session.sessionid }
    },

    /** Only a session of this user: an id from somewhere else ends nothing. Answers what has ended, as `viaSession` calls it. */
    end: async (tx: AnyTx, { userid, sessionid }: { userid: string; sessionid: string }) =>
      publishEnds(tx, userid, await endingOf(tx, userid).where('sessionid', '=', sessionid).execute()),

    endAll: async (tx: AnyTx, userid: string, exceptSessionid = '') =>
      publishEnds(tx, userid, await endingOf(tx, userid).where('sessionid', '!=', exceptSessionid).execute()),

    /** The most recently used first. */
    async list(userid: string) {
      return query
        .selectFrom('sessions')
        .select(['sessionid', 'device', 'address', 'createdat', 'lastseenat'])
        .where('userid', '=', userid)
        .where('lastseenat', '>', now() - IDLE_MS)
        .orderBy('lastseenat', 'desc')
        .limit(100)
        .execute()
    },

    /** Deletes what has ended by itself. */
    sweep: () => sweep(database, { table: 'sessions', key: 'sessionid', column: 'lastseenat', below: now() - IDLE_MS }),
  }
}

/** Asked inside a transaction whose result outlasts the session: it may have ended since the request was let in. */
export async function refuseEnded(tx: AnyTx, { userid, sessionid }: { userid: string; sessionid: string }) {
  const open = await tx
    .withTables<SessionTables>()
    .query.selectFrom('sessions')
    .select('sessionid')
    .where('sessionid', '=', sessionid)
    .where('userid', '=', userid)
    .executeTakeFirst()
  if (!open) throw new Refusal('UNAUTHENTICATED')
}

const endingOf = (tx: AnyTx, userid: string) =>
  tx.withTables<SessionTables>().query.deleteFrom('sessions').where('userid', '=', userid).returning('sessionid')

/** Tells the ended sessions that they are, and the others that there are fewer. */
function publishEnds(tx: AnyTx, userid: string, ended: { sessionid: string }[]): string[] {
  for (const { sessionid } of ended)
    publish(tx, { topic: viaSession(sessionid), event: { type: 'session.ended', data: { sessionid } } })
  if (ended.length > 0) publishChange(tx, userid)
  return ended.map(({ sessionid }) => viaSession(sessionid))
}

/** Tells all the person's open pages that the list of their sessions changed. */
function publishChange(tx: AnyTx, userid: string): void {
  publish(tx, { topic: `user:${userid}`, event: { type: 'sessions.changed', data: { userid } } })
}
