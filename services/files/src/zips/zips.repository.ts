import type { Queries, Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { Entry } from '../entries/entries.repository.ts'
import type { FileTables } from '../tables.ts'

const columns = ['objid', 'parentid', 'name', 'searchname', 'objtype', 'blobhash', 'size', 'modifiedat'] as const

export type ZipRow = Pick<Entry, (typeof columns)[number]>

/** Files or folders of a folder along the index of names, from the place where the page before ended. */
export async function zipPage(
  db: Queries<FileTables>,
  folderid: string,
  { objtype, after, limit }: { objtype: 1 | 2; after: ZipRow | undefined; limit: number },
): Promise<ZipRow[]> {
  return db.query
    .selectFrom('entries')
    .select(columns)
    .where('parentid', '=', folderid)
    .where('objtype', '=', sql.lit(objtype))
    .$if(after !== undefined, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('searchname', 'objid'), '>', tuple(after?.searchname ?? '', after?.objid ?? '')),
      ),
    )
    .orderBy('searchname')
    .orderBy('objid')
    .limit(limit)
    .execute()
}

/** Of those contents that are in the database. */
export async function inlineBytesOf(
  db: Queries<FileTables>,
  hashes: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (hashes.length === 0) return new Map()
  const rows = await db.query.selectFrom('blobbytes').selectAll().where('hash', 'in', hashes).execute()
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]))
}

export async function insertZipTicket(tx: Tx<FileTables>, ticket: FileTables['ziptickets']): Promise<void> {
  await tx.query.insertInto('ziptickets').values(ticket).execute()
}

export async function findZipTicket(db: Queries<FileTables>, ticketid: string) {
  return db.query.selectFrom('ziptickets').selectAll().where('ticketid', '=', ticketid).executeTakeFirst()
}

export async function entriesOf(db: Queries<FileTables>, nsname: string, objids: readonly string[]): Promise<ZipRow[]> {
  if (objids.length === 0) return []
  return db.query
    .selectFrom('entries')
    .select(columns)
    .where('objid', 'in', objids)
    .where('nsname', '=', nsname)
    .execute()
}
