import { hash as digest, randomBytes } from 'node:crypto'
import type { AccessToken } from '@plinth/contract/access-tokens'
import type { Scope } from '@plinth/contract/call'
import type { Kysely } from 'kysely'
import type { AnyTx, Database } from './database/database.ts'
import { type Given, prepared } from './database/prepared.ts'
import { sweep } from './database/sweep.ts'
import { Refusal } from './errors.ts'
import { publish } from './events.ts'
import type { Log } from './log.ts'
import { refuseEnded } from './sessions.ts'

interface AccessTokenTables {
  accesstokens: AccessToken & { tokenhash: string; userid: string }
}

/** A script that calls in a person's name. It may do less than the person, and not for ever. */
export interface TokenActor {
  userid: string
  tokenid: string
  scope: Scope
  expiresat: number
}

interface NewToken {
  userid: string
  sessionid: string
  name: string
  scope: Scope
  days: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MOST_PER_USER = 50
/** Longer than a session's token, so that neither can be taken for the other. Scanners for leaked secrets know it by its beginning. */
const shape = /^plinth_[\w-]{43}$/

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const hash = (token: string) => digest('sha256', token, 'base64url')

const tokenOf = prepared((query: Kysely<AccessTokenTables>, given: Given<{ tokenhash: string }>) =>
  query
    .selectFrom('accesstokens')
    .select(['userid', 'tokenid', 'scope', 'expiresat', 'lastseenat'])
    .where('tokenhash', '=', given('tokenhash')),
)

/** What came through an access token, and hears of its end, goes by this name. */
export const viaToken = (tokenid: string) => `token:${tokenid}`

export const isAccessToken = (token: string) => shape.test(token)

export function createAccessTokens(database: Database, options: { now?: () => number; log?: Pick<Log, 'warn'> } = {}) {
  const tables = database.withTables<AccessTokenTables>()
  const { query, transaction, lax } = tables
  const { now = () => Date.now(), log } = options
  const beingTouched = new Set<string>()

  /** Beside the request, which need not wait for it, and at most once a minute. */
  function touch(tokenid: string): void {
    if (beingTouched.has(tokenid)) return
    beingTouched.add(tokenid)
    lax.query
      .updateTable('accesstokens')
      .set({ lastseenat: now() })
      .where('tokenid', '=', tokenid)
      .execute()
      .catch(error => log?.warn({ err: error }, 'could not note that an access token is in use'))
      .finally(() => beingTouched.delete(tokenid))
  }

  const ofUser = (queries: typeof query, userid: string) =>
    queries.selectFrom('accesstokens').where('userid', '=', userid).where('expiresat', '>', now())

  return {
    /** Through a session. The token is told here and never again: only its hash is kept. */
    async create({ userid, sessionid, name, scope, days }: NewToken) {
      const token = `plinth_${random(32)}`
      const createdat = now()
      const accesstoken = {
        ...{ tokenid: random(12), name, scope },
        ...{ createdat, lastseenat: null, expiresat: createdat + days * DAY },
      }
      await transaction(async tx => {
        await refuseEnded(tx, { userid, sessionid })
        const { held } = await ofUser(tx.query, userid)
          .select(({ fn }) => fn.countAll().as('held'))
          .executeTakeFirstOrThrow()
        if (Number(held) >= MOST_PER_USER) throw new Refusal('TOO_MANY_TOKENS')
        const row = { ...accesstoken, tokenhash: hash(token), userid }
        await tx.query.insertInto('accesstokens').values(row).execute()
      })
      return { token, accesstoken }
    },

    async check(token: string): Promise<TokenActor | null> {
      const [found] = await tokenOf(tables, { tokenhash: hash(token) })
      if (!found || found.expiresat <= now()) return null
      const { lastseenat, ...actor } = found
      if ((lastseenat ?? 0) <= now() - MINUTE) touch(actor.tokenid)
      return actor
    },

    /** The newest first. */
    async list(userid: string): Promise<AccessToken[]> {
      return ofUser(query, userid)
        .select(['tokenid', 'name', 'scope', 'createdat', 'lastseenat', 'expiresat'])
        .orderBy('createdat', 'desc')
        .orderBy('tokenid')
        .execute()
    },

    /** Only a token of this user: an id from somewhere else ends nothing. Answers what has ended, as `viaToken` calls it. */
    revoke: async (tx: AnyTx, { userid, tokenid }: { userid: string; tokenid: string }) =>
      publishEnds(tx, await endingOf(tx, userid).where('tokenid', '=', tokenid).execute()),

    revokeAll: async (tx: AnyTx, userid: string) => publishEnds(tx, await endingOf(tx, userid).execute()),

    /** Deletes what has ended by itself. */
    sweep: () => sweep(database, { table: 'accesstokens', key: 'tokenid', column: 'expiresat', below: now() }),
  }
}

const endingOf = (tx: AnyTx, userid: string) =>
  tx.withTables<AccessTokenTables>().query.deleteFrom('accesstokens').where('userid', '=', userid).returning('tokenid')

function publishEnds(tx: AnyTx, ended: { tokenid: string }[]): string[] {
  for (const { tokenid } of ended)
    publish(tx, { topic: viaToken(tokenid), event: { type: 'token.ended', data: { tokenid } } })
  return ended.map(({ tokenid }) => viaToken(tokenid))
}
