import type { Queries } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import { type Filter, fits } from '../dirs/listing.repository.ts'
import type { Entry } from '../entries/entries.repository.ts'
import { hasGrams } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { holdsGrams } from './namegrams.repository.ts'

/** Whether it is among those that only hold the text (1) or begin with it (0), and its place there. */
export type Place = [group: 0 | 1, searchname: string, objid: string]

interface Wanted {
  nsname: string
  text: string
  after: Place | null
  limit: number
  filter: Filter
}

/** So many matches are sorted; more are common enough that reading the names in their order finds a page of them soon. */
const commonFrom = 5_000
/** Behind every character. */
const LAST = '\u{10ffff}'

/**
 * Entries whose name holds the text: first those that begin with it, each group in the order of the names. What is below something
 * in the trash is among them for a moment, until that is written down: the caller sees that from the way up.
 */
export async function namesWith(db: Queries<FileTables>, wanted: Wanted): Promise<Found> {
  const { after, limit } = wanted
  const first = after?.[0] === 1 ? nothing : await beginningWith(db, wanted)
  if (first.rows.length === limit || first.end) return first
  const others = { ...wanted, after: after?.[0] === 1 ? after : null, limit: limit - first.rows.length }
  const { rows, end } = await holding(db, others)
  return { rows: [...first.rows, ...rows], end }
}

/** `end` is where reading stopped although the page is not full: a filter, or a short text, may pass over much. */
export interface Found {
  rows: Entry[]
  end: { searchname: string; objid: string } | null
}

const nothing: Found = { rows: [], end: null }
/** No request reads more names than this. */
const mostRead = 10_000

const beginningWith = (db: Queries<FileTables>, wanted: Wanted) =>
  read(db, wanted, sql`select * from entries`, sql`searchname >= ${wanted.text} and searchname < ${wanted.text + LAST}`)

async function holding(db: Queries<FileTables>, wanted: Wanted): Promise<Found> {
  const { nsname, text } = wanted
  const plain = text.replace(/[\\%_]/g, char => `\\${char}`)
  const inside = sql`searchname like ${`%${plain}%`} escape '\\'`
  const notFirst = sql`searchname not like ${`${plain}%`} escape '\\'`
  const all = sql`select * from entries`
  // Most names hold a letter or two; where they are rare, name after name is looked at.
  if (!hasGrams(text)) return read(db, wanted, all, notFirst, [inside])
  const matches = sql`${inside} and ${notFirst}`
  if (await isCommon(db, nsname, text)) return read(db, wanted, all, matches)
  // Materialised and first in the join: otherwise SQLite reads all names in their order and looks each up in the index.
  const found = sql`with found as materialized (${holdsGrams(db.engine, nsname, text)})
    select entries.* from found cross join entries`
  return read(db, wanted, found, sql`entries.entryno = found.entryno and ${matches}`)
}

type Sql = ReturnType<typeof sql>

/** Names that fit the condition are read in their order, as many as a request may; of these the ones that pass the filters. */
async function read(
  db: Queries<FileTables>,
  wanted: Wanted,
  source: Sql,
  condition: Sql,
  more: Sql[] = [],
): Promise<Found> {
  const { nsname, after, limit } = wanted
  const filter = [...fits(wanted.filter), ...more]
  const from = after ? sql`and (searchname, objid) > (${after[1]}, ${after[2]})` : sql``
  const names = sql`${source} where nsname = ${nsname} and trashedat is null and buried = 0 and parentid is not null ${from} and ${condition}`
  const end = filter.length > 0 ? await endOf(db, names) : null
  const until = end ? [sql`(searchname, objid) <= (${end.searchname}, ${end.objid})`] : []
  const passing = sql.join([sql``, ...filter, ...until], sql` and `)
  const { rows } = await sql<Entry>`${names} ${passing} order by searchname, objid limit ${limit} + 0`.execute(db.query)
  return { rows, end: rows.length < limit ? end : null }
}

async function endOf(db: Queries<FileTables>, names: Sql): Promise<Found['end']> {
  const { rows } =
    await sql<Entry>`${names} order by searchname, objid limit 1 offset ${sql.lit(mostRead - 1)}`.execute(db.query)
  return rows[0] ?? null
}

async function isCommon(db: Queries<FileTables>, nsname: string, text: string): Promise<boolean> {
  const { rows } = await sql`${holdsGrams(db.engine, nsname, text)} limit ${commonFrom} + 0`.execute(db.query)
  return rows.length === commonFrom
}

/** Files, the last changed first: as it happened here, whatever dates they have. */
export async function lastChanged(
  db: Queries<FileTables>,
  { nsname, after, limit }: { nsname: string; after: [changedat: number, objid: string] | null; limit: number },
): Promise<Entry[]> {
  const changed = sql`coalesce(changedat, modifiedat)`
  // The first of the conditions is for SQLite, which begins at a pair only in an index of columns.
  const from = after ? sql`and ${changed} <= ${after[0]} and (${changed}, objid) < (${after[0]}, ${after[1]})` : sql``
  const { rows } = await sql<Entry>`
    select * from entries where nsname = ${nsname} and objtype = 2 and trashedat is null and buried = 0 ${from}
    order by ${changed} desc, objid desc limit ${limit} + 0`.execute(db.query)
  return rows
}
