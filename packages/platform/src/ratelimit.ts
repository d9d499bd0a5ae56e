import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
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

/** Keys hold addresses of people, so they are not kept as they are. */
const hash = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Limits that all nodes share. One row a key says when its whole allowance is back; a try moves that time by its share. */
export function createRateLimit(database: Database, { now = Date.now }: { now?: () => number } = {}) {
  const { query } = database.withTables<RateLimitTables>().lax

  async function fullAt(keyhash: string): Promise<number> {
    const row = await query.selectFrom('ratelimits').select('fullat').where('keyhash', '=', keyhash).executeTakeFirst()
    return row?.fullat ?? 0
  }

  return {
    async take(key: string, { burst, perMs }: Rate): Promise<Taken> {
      const keyhash = hash(key)
      const time = now()
      const share = Math.ceil(perMs / burst)
      const latest = time + share * (burst - 1)
      const { rows } = await sql`
        insert into ratelimits (keyhash, fullat) values (${keyhash}, ${time + share})
        on conflict (keyhash) do update
        set fullat = case when ratelimits.fullat > ${time} then ratelimits.fullat else ${time} end + ${share}
        where ratelimits.fullat <= ${latest}
        returning fullat`.execute(query)
      if (rows.length > 0) return { ok: true }
      return { ok: false, retryAfterMs: Math.max(1, (await fullAt(keyhash)) - latest) }
    },

    async reset(key: string): Promise<void> {
      await query.deleteFrom('ratelimits').where('keyhash', '=', hash(key)).execute()
    },

    /** Deletes the rows that say nothing any more. */
    sweep: () => sweep(database, { table: 'ratelimits', key: 'keyhash', column: 'fullat', below: now() }),
  }
}
