import type { AuditEntry } from '@plinth/contract/audit'
import type { Queries, Tx } from '@plinth/platform/database/database'
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
  before: number | null
  limit: number
}

export async function auditPage(db: Queries<AccountTables>, { orgid, action, actorid, before, limit }: Asked) {
  return db.query
    .selectFrom('audit')
    .select(['id', 'actorid', 'action', 'target', 'data', 'createdat'])
    .where('orgid', '=', orgid)
    .$if(action !== undefined, select => select.where('action', '=', action ?? ''))
    .$if(actorid !== undefined, select => select.where('actorid', '=', actorid ?? ''))
    .$if(before !== null, select => select.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
