import type { Queries, Tx } from '@plinth/platform/database/database'
import { enqueueNow } from '@plinth/platform/jobs'
import { type Entry, FOLDER } from '../entries/entries.repository.ts'
import { indexNames, unindexNames } from '../search/namegrams.repository.ts'
import type { FileTables } from '../tables.ts'

export const buryJob = 'files.bury'

/** A folder came to the trash, or back from it: what is below it is written down as such a moment later. */
export async function buryLater(
  tx: Tx<FileTables>,
  { objid, objtype }: Pick<Entry, 'objid' | 'objtype'>,
): Promise<void> {
  if (objtype === FOLDER) await enqueueNow(tx, buryJob, { objid })
}

type Child = Pick<Entry, 'entryno' | 'objid' | 'nsname' | 'objtype' | 'searchname' | 'buried'>

/** What is in a folder, from behind the given one on: folders first, each by name. */
export async function childrenBehind(
  db: Queries<FileTables>,
  folderid: string,
  after: Child | undefined,
  limit: number,
): Promise<Child[]> {
  return db.query
    .selectFrom('entries')
    .select(['entryno', 'objid', 'nsname', 'objtype', 'searchname', 'buried'])
    .where('parentid', '=', folderid)
    .$if(after !== undefined, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('objtype', 'searchname', 'objid'),
          '>',
          tuple(after?.objtype ?? FOLDER, after?.searchname ?? '', after?.objid ?? ''),
        ),
      ),
    )
    .orderBy('objtype')
    .orderBy('searchname')
    .orderBy('objid')
    .limit(limit)
    .execute()
}

/** With their names out of the index, or in it again. */
export async function setBuried(tx: Tx<FileTables>, entries: readonly Child[], buried: 0 | 1): Promise<void> {
  const others = entries.filter(entry => entry.buried !== buried)
  if (others.length === 0) return
  const objids = others.map(({ objid }) => objid)
  await tx.query.updateTable('entries').set({ buried }).where('objid', 'in', objids).execute()
  if (buried === 0) return indexNames(tx, others)
  unindexNames(
    tx,
    others.map(({ entryno }) => entryno),
  )
}

export type { Child }
