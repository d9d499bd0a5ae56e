import type { Queries, Tx } from '@plinth/platform/database/database'
import { isForeignKeyViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Selectable, sql } from 'kysely'
import type { FileTables } from '../tables.ts'

export type ShareRow = Selectable<FileTables['shares']>

export async function insertShare(tx: Tx<FileTables>, share: ShareRow): Promise<void> {
  try {
    await tx.query.insertInto('shares').values(share).execute()
  } catch (error) {
    // It was removed for good a moment ago.
    if (isForeignKeyViolation(error)) throw new Refusal('NOT_FOUND')
    throw error
  }
}

export async function shareByToken(db: Queries<FileTables>, tokenhash: string): Promise<ShareRow | undefined> {
  return db.query.selectFrom('shares').selectAll().where('tokenhash', '=', tokenhash).executeTakeFirst()
}

interface Page {
  objid: string | undefined
  after: [createdat: number, shareid: string] | null
  limit: number
}

/** The newest first. What is in the trash has its links still: they work again when it is restored. */
export async function sharePage(db: Queries<FileTables>, nsname: string, { objid, after, limit }: Page) {
  return db.query
    .selectFrom('shares')
    .innerJoin('entries', 'entries.objid', 'shares.objid')
    .selectAll('shares')
    .select(['entries.name as objname', 'entries.objtype'])
    .where('shares.nsname', '=', nsname)
    .$if(objid !== undefined, select => select.where('shares.objid', '=', objid ?? ''))
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('shares.createdat', 'shares.shareid'), '<', tuple(after?.[0] ?? 0, after?.[1] ?? '')),
      ),
    )
    .orderBy('shares.createdat', 'desc')
    .orderBy('shares.shareid', 'desc')
    .limit(limit)
    .execute()
}

export async function removeShare(tx: Tx<FileTables>, nsname: string, shareid: string) {
  return tx.query
    .deleteFrom('shares')
    .where('shareid', '=', shareid)
    .where('nsname', '=', nsname)
    .returning(['objid', 'kind'])
    .executeTakeFirst()
}

/** One more download, or false where there were as many as there may be. One statement, so that those who come at once are counted too. */
export async function takeDownload(db: Queries<FileTables>, shareid: string): Promise<boolean> {
  const { rows } = await sql`
    update shares set downloads = downloads + 1
    where shareid = ${shareid} and (downloadlimit is null or downloads < downloadlimit)
    returning shareid`.execute(db.query)
  return rows.length > 0
}

export async function giveBackDownload(db: Queries<FileTables>, shareid: string): Promise<void> {
  await sql`update shares set downloads = downloads - 1 where shareid = ${shareid} and downloads > 0`.execute(db.query)
}
