import type { AuditEntry } from '@plinth/contract/audit'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { beyond } from '../search-words.ts'
import type { AccountTables } from '../tables.ts'

interface Entry {
  orgid: string
  actorid: string
  action: AuditEntry['action']
  /** To whom or what. */
  target: string
  data?: AuditEntry['data']
}

/** In the transaction that does it, so that there is no deed without its entry and no entry without its deed. */
export async function record(tx: Tx<AccountTables>, { data = {}, ...entry }: Entry): Promise<void> {
  await tx.query
    .insertInto('audit')
    .values({ ...entry, data: JSON.stringify(data), createdat: Date.now() })
    .execute()
}

interface Asked {
  orgid: string
  action: string | undefined
  actorid: string | undefined
  limit: number
}

const entries = (db: Queries<AccountTables>, { orgid, action, actorid, limit }: Asked) =>
  db.query
    .selectFrom('audit')
    .select(['id', 'actorid', 'action', 'target', 'data', 'createdat'])
    .where('orgid', '=', orgid)
    .$if(action !== undefined, select => select.where('action', '=', action ?? ''))
    .$if(actorid !== undefined, select => select.where('actorid', '=', actorid ?? ''))
    .limit(limit)

export async function auditPage(db: Queries<AccountTables>, asked: Asked, before: number | null) {
  return entries(db, asked)
    .$if(before !== null, select => select.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .execute()
}

/**
 * What was done to each target that begins so, one target after the other, the newest first: along the index, which could
 * not be walked by time for all of them together.
 */
export async function auditOfTargets(
  db: Queries<AccountTables>,
  asked: Asked,
  prefix: string,
  after: [target: string, id: number] | null,
) {
  const rest = after
    ? await entries(db, asked).where('target', '=', after[0]).where('id', '<', after[1]).orderBy('id', 'desc').execute()
    : []
  if (rest.length === asked.limit) return rest
  const others = await entries(db, { ...asked, limit: asked.limit - rest.length })
    .where('target', after ? '>' : '>=', after ? after[0] : prefix)
    .where('target', '<', beyond(prefix))
    .orderBy('target')
    .orderBy('id', 'desc')
    .execute()
  return [...rest, ...others]
}
