import type { Queries } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { FileTables } from '../tables.ts'

const columns = [
  'objtype',
  'objid',
  'nsname',
  'parentid',
  'name',
  'searchname',
  'size',
  'mediatype',
  'createdat',
  'createdby',
  'modifiedat',
  'modifiedby',
] as const

export type Listed = Awaited<ReturnType<typeof filePage>>[number]

const childrenOf = (db: Queries<FileTables>, parentid: string, objtype: 1 | 2) =>
  db.query
    .selectFrom('entries')
    .select(columns)
    .where('parentid', '=', parentid)
    // Written out, so that the planner sees that an index of files alone will do.
    .where('objtype', '=', sql.lit(objtype))

export async function foldersIn(db: Queries<FileTables>, parentid: string) {
  return childrenOf(db, parentid, 1).orderBy('searchname').orderBy('objid').execute()
}

interface Page {
  by: 'searchname' | 'modifiedat' | 'size'
  direction: 'asc' | 'desc'
  after: [key: string | number, objid: string] | null
  limit: number
}

/** Reads along the index of the sort key, from the place where the page before ended: page 20,000 costs what page 1 does. */
export async function filePage(db: Queries<FileTables>, parentid: string, { by, direction, after, limit }: Page) {
  return childrenOf(db, parentid, 2)
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(by, 'objid'), direction === 'asc' ? '>' : '<', tuple(after?.[0] as never, after?.[1] ?? '')),
      ),
    )
    .orderBy(by, direction)
    .orderBy('objid', direction)
    .limit(limit)
    .execute()
}
