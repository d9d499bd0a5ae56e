import { hash as digest } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database/database.ts'
import { type Given, prepared } from './database/prepared.ts'
import { sweep } from './database/sweep.ts'

interface RateLimitTables {
  ratelimits: { keyhash: string; fullat: number }
}

/** `burst` tries at once, and as many in each `perMs` after that, evenly. */
interface Rate {
  burst: number
  perMs: number
}

type Taken = { ok: true } | { ok: false; retryAfterMs: number }

/** So far the clocks of two nodes may be apart. */
const clocksDifferMs = 60_000

/** Keys hold addresses of people, so they are not kept as they are. */
const hash = (key: string) => digest('sha256', key, 'base64url')

interface Try {
  keyhash: string
  time: number
  share: number
  latest: number
  /** Beyond it, the row is of a clock that was ahead: once that is right, it would hold until then. */
  furthest: number
  /** After the first try in a while. */
  fullat: number
}

const take = prepared(
  (_query: Kysely<RateLimitTables>, given: Given<Try>) =>
    sql<{ fullat: number }>`
      insert into ratelimits (keyhash, fullat) values (${given('keyhash')}, ${given('fullat')})
      on conflict (keyhash) do update
      set fullat = ${given('share')} + case
        when ratelimits.fullat between ${given('time')} and ${given('furthest')} then ratelimits.fullat
        else ${given('time')} end
      where ratelimits.fullat <= ${given('latest')} or ratelimits.fullat > ${given('furthest')}
      returning fullat`,
)

const forget = prepared((query: Kysely<RateLimitTables>, given: Given<{ keyhash: string }>) =>
  query.deleteFrom('ratelimits').where('keyhash', '=', given('keyhash')),
)

/** Limits that all nodes share. One row a key says when its whole allowance is back; a try moves that time by its share. */
export function createRateLimit(database: Database, { now = Date.now }: { now?: () => number } = {}) {
  const { lax } = database.withTables<RateLimitTables>()

  async function fullAt(keyhash: string): Promise<number> {
    const limits = lax.query.selectFrom('ratelimits').select('fullat')
    return (await limits.where('keyhash', '=', keyhash).executeTakeFirst())?.fullat ?? 0
  }

  return {
    async take(key: string, { burst, perMs }: Rate): Promise<Taken> {
      const keyhash = hash(key)
      const time = now()
      const share = Math.ceil(perMs / burst)
      const latest = time + share * (burst - 1)
      const furthest = latest + share + clocksDifferMs
      const taken = await take(lax, { keyhash, time, share, latest, furthest, fullat: time + share })
      if (taken.length > 0) return { ok: true }
      return { ok: false, retryAfterMs: Math.max(1, (await fullAt(keyhash)) - latest) }
    },

    async reset(key: string): Promise<void> {
      await forget(lax, { keyhash: hash(key) })
    },

    /** Deletes the rows that say nothing any more. */
    sweep: () => sweep(database, { table: 'ratelimits', key: 'keyhash', column: 'fullat', below: now() }),
  }
}
