import { mostTogether } from '@plinth/contract/files'
import type { Engine } from '@plinth/platform/database/backend'
import type { AnyTx, Tx } from '@plinth/platform/database/database'
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
  entryno: unknown
  grams: unknown
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

const AT_ONCE = 500

/** For as many as are sent together; each number is a query of its own. */
const indexFew = prepared(
  (_query: Kysely<FileTables>, given: Given<unknown[]>, { engine, rows }: { engine: Engine; rows: number }) => {
    const row = (n: number) => ({ entryno: given(2 * n), grams: given(2 * n + 1) })
    return indexing(
      engine,
      Array.from({ length: rows }, (_, n) => row(n)),
    )
  },
)

/** Of each entry what the index is to say in the end: nothing, where there is no name. */
const pending = new WeakMap<AnyTx, Map<number, Named | undefined>>()

/**
 * Names go into the index last, together. SQLite's full-text search writes what it has gathered whenever a statement follows that
 * could fail half-way, and that costs more than all else that a small upload does.
 */
function say(tx: Tx<FileTables>, entryno: number, named: Named | undefined): void {
  const known = pending.get(tx)
  if (known) return void known.set(entryno, named)
  const names = new Map([[entryno, named]])
  pending.set(tx, names)
  tx.beforeCommit(() => write(tx, names))
}

/** Puts the names of entries into the index, in place of those they had. */
export function indexNames(tx: Tx<FileTables>, entries: readonly Named[]): void {
  for (const entry of entries) say(tx, entry.entryno, entry)
}

export function unindexNames(tx: Tx<FileTables>, entrynos: readonly number[]): void {
  for (const entryno of entrynos) say(tx, entryno, undefined)
}

async function write(tx: Tx<FileTables>, names: ReadonlyMap<number, Named | undefined>): Promise<void> {
  const gone = [...names].flatMap(([entryno, named]) => (named ? [] : [entryno]))
  for (let from = 0; from < gone.length; from += AT_ONCE) await remove(tx, gone.slice(from, from + AT_ONCE))
  const named = [...names.values()].filter(name => name !== undefined)
  for (let from = 0; from < named.length; from += AT_ONCE) await indexAtOnce(tx, named.slice(from, from + AT_ONCE))
}

/** For so many that they are not to be held in memory until the commit. */
export async function indexAtOnce(tx: Tx<FileTables>, entries: readonly Named[]): Promise<void> {
  const { engine } = tx
  const rows = entries.map(({ entryno, nsname, searchname }) => {
    return { entryno, grams: textOf(engine, gramsOf(nsname, searchname)) }
  })
  if (rows.length === 0) return
  if (rows.length > mostTogether) return void (await indexing(engine, rows).execute(tx.query))
  const values = rows.flatMap(({ entryno, grams }) => [entryno, grams])
  await indexFew(tx, values, { engine, rows: rows.length })
}

async function remove(tx: Tx<FileTables>, entrynos: readonly number[]): Promise<void> {
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
