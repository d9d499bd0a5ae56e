import type { Queries } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { Entry } from '../entries/entries.repository.ts'
import { hasGrams } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { holdsGrams } from './namegrams.repository.ts'

type Place = [key: string, objid: string] | null

/** So many matches are sorted; more are common enough that reading the names in their order finds a page of them soon. */
const commonFrom = 2_000

/**
 * Entries whose name holds the text, in the order of their names. What is below something in the trash is among them: the caller
 * sees that from the way up.
 */
export async function namesWith(
  db: Queries<FileTables>,
  { nsname, text, after, limit }: { nsname: string; text: string; after: Place; limit: number },
): Promise<Entry[]> {
  const from = after ? sql`and (searchname, objid) > (${after[0]}, ${after[1]})` : sql``
  const inOrder = sql`nsname = ${nsname} and trashedat is null and parentid is not null ${from}`
  const last = sql`order by searchname, objid limit ${limit}`
  const read = async (source: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) =>
    (await sql<Entry>`${source} where ${inOrder} and ${condition} ${last}`.execute(db.query)).rows
  const all = sql`select * from entries`
  if (!hasGrams(text)) return read(all, sql`searchname >= ${text} and searchname < ${text + LAST}`)
  const matches = sql`searchname like ${`%${text.replace(/[\\%_]/g, char => `\\${char}`)}%`} escape '\\'`
  if (await isCommon(db, nsname, text)) return read(all, matches)
  // Materialised and first in the join: otherwise SQLite reads all names in their order and looks each up in the index.
  const found = sql`with found as materialized (${holdsGrams(db.engine, nsname, text)})
    select entries.* from found cross join entries`
  return read(found, sql`entries.entryno = found.entryno and ${matches}`)
}

/** Behind every character. */
const LAST = '\u{10ffff}'

async function isCommon(db: Queries<FileTables>, nsname: string, text: string): Promise<boolean> {
  const { rows } = await sql`${holdsGrams(db.engine, nsname, text)} limit ${commonFrom}`.execute(db.query)
  return rows.length === commonFrom
}

/** Files, the last changed first. */
export async function lastChanged(
  db: Queries<FileTables>,
  { nsname, after, limit }: { nsname: string; after: [modifiedat: number, objid: string] | null; limit: number },
): Promise<Entry[]> {
  const from = after ? sql`and (modifiedat, objid) < (${after[0]}, ${after[1]})` : sql``
  const { rows } = await sql<Entry>`
    select * from entries where nsname = ${nsname} and objtype = 2 and trashedat is null ${from}
    order by modifiedat desc, objid desc limit ${limit}`.execute(db.query)
  return rows
}
