import type { Engine, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { type Kysely, sql } from 'kysely'
import { gramsOf } from '../names.ts'
import type { FileTables } from '../tables.ts'

interface Named {
  entryno: number
  nsname: string
  searchname: string
}

interface Indexed {
  entryno: number
  grams: string
}

/** As the words of a text to SQLite's full-text search, as a list of numbers to PostgreSQL's inverted index. */
const asWords = (grams: number[]) => grams.map(gram => (gram >>> 0).toString(36)).join(' ')
const asList = (grams: number[]) => `{${grams.join(',')}}`
const textOf = (engine: Engine, grams: number[]) => (engine === 'sqlite' ? asWords(grams) : asList(grams))

function indexing(engine: Engine, rows: readonly Indexed[]) {
  if (engine === 'sqlite') {
    const values = sql.join(rows.map(({ entryno, grams }) => sql`(${entryno}, ${grams})`))
    return sql`insert or replace into namegrams (rowid, grams) values ${values}`
  }
  const values = sql.join(rows.map(({ entryno, grams }) => sql`(${entryno}, ${grams}::int[])`))
  return sql`insert into namegrams (entryno, grams) values ${values}
    on conflict (entryno) do update set grams = excluded.grams`
}

const indexOne = prepared((_query: Kysely<FileTables>, given: Given<Indexed>, { engine }: { engine: Engine }) =>
  indexing(engine, [{ entryno: given('entryno'), grams: given('grams') }]),
)

/** Puts the names of entries into the index, in place of those they had. */
export async function indexNames(tx: Tx<FileTables>, entries: readonly Named[]): Promise<void> {
  const { engine } = tx
  const rows = entries.map(({ entryno, nsname, searchname }) => {
    return { entryno, grams: textOf(engine, gramsOf(nsname, searchname)) }
  })
  const [first] = rows
  if (!first) return
  if (rows.length === 1) await indexOne(tx, first, { engine })
  else await indexing(engine, rows).execute(tx.query)
}

export async function unindexNames(tx: Tx<FileTables>, entrynos: readonly number[]): Promise<void> {
  if (entrynos.length === 0) return
  const key = sql.ref(tx.engine === 'sqlite' ? 'rowid' : 'entryno')
  await sql`delete from namegrams where ${key} in (${sql.join(entrynos)})`.execute(tx.query)
}

/** The condition that an entry's name holds all of a search's grams. */
export function holdsGrams(engine: Engine, nsname: string, searchname: string) {
  const grams = gramsOf(nsname, searchname)
  return engine === 'sqlite'
    ? sql`select rowid as entryno from namegrams where namegrams match ${grams.map(gram => `"${asWords([gram])}"`).join(' AND ')}`
    : sql`select entryno from namegrams where grams @> ${asList(grams)}::int[]`
}
