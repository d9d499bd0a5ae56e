import type { Queries, Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { Entry } from '../entries/entries.repository.ts'
import { unindexNames } from '../search/namegrams.repository.ts'
import type { FileTables } from '../tables.ts'

/** The last deleted first. What was there when the trash was emptied is not shown any more, though it may not be gone yet. */
export async function trashPage(
  db: Queries<FileTables>,
  { nsname, trashemptiedat }: { nsname: string; trashemptiedat: number },
  after: [trashedat: number, objid: string] | null,
  limit: number,
): Promise<Entry[]> {
  return db.query
    .selectFrom('entries')
    .selectAll()
    .where('nsname', '=', nsname)
    .where('trashedat', 'is not', null)
    .where('trashedat', '>', trashemptiedat)
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('trashedat', 'objid'), '<', tuple(after?.[0] as never, after?.[1] ?? '')),
      ),
    )
    .orderBy('trashedat', 'desc')
    .orderBy('objid', 'desc')
    .limit(limit)
    .execute()
}

/** The time of what is to be removed, before any at which something was deleted. */
export const CONDEMNED = 0

/** From then on nobody sees it, and it is removed before all else. */
export async function condemn(tx: Tx<FileTables>, objids: readonly string[], trashid: string): Promise<void> {
  const gone = tx.query
    .updateTable('entries')
    .set({ parentid: trashid, trashedat: CONDEMNED })
    .where('objid', 'in', objids)
  unindexNames(
    tx,
    (await gone.returning('entryno').execute()).map(({ entryno }) => entryno),
  )
}

/** Something to remove: deleted too long ago, or there when its trash was emptied. */
export async function someCondemned(db: Queries<FileTables>, before: number): Promise<Entry | undefined> {
  const old = await db.query
    .selectFrom('entries')
    .selectAll()
    .where('trashedat', 'is not', null)
    .where('trashedat', '<', before)
    .orderBy('trashedat')
    .limit(1)
    .executeTakeFirst()
  return old
}

/** The same in a trash that was emptied. */
export async function someEmptied(db: Queries<FileTables>, nsname: string, upto: number): Promise<Entry | undefined> {
  return db.query
    .selectFrom('entries')
    .selectAll()
    .where('nsname', '=', nsname)
    .where('trashedat', 'is not', null)
    .where('trashedat', '<=', upto)
    .orderBy('trashedat')
    .limit(1)
    .executeTakeFirst()
}

export async function someChildren(
  db: Queries<FileTables>,
  parentid: string,
  objtype: 1 | 2,
  limit: number,
): Promise<Entry[]> {
  return db.query
    .selectFrom('entries')
    .selectAll()
    .where('parentid', '=', parentid)
    .where('objtype', '=', sql.lit(objtype))
    .limit(limit)
    .execute()
}

export async function removeEntries(
  tx: Tx<FileTables>,
  entries: readonly Pick<Entry, 'objid' | 'entryno'>[],
): Promise<void> {
  if (entries.length === 0) return
  const objids = entries.map(({ objid }) => objid)
  await tx.query.deleteFrom('entries').where('objid', 'in', objids).execute()
  unindexNames(
    tx,
    entries.map(({ entryno }) => entryno),
  )
}
