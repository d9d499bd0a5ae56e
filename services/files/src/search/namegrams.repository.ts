import type { Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import { gramsOf } from '../names.ts'
import type { FileTables } from '../tables.ts'

interface Named {
  entryno: number
  nsname: string
  searchname: string
}

/** As the words of a text to SQLite's full-text search, as a list of numbers to PostgreSQL's inverted index. */
const asWords = (grams: number[]) => grams.map(gram => (gram >>> 0).toString(36)).join(' ')
const asList = (grams: number[]) => sql`${`{${grams.join(',')}}`}::int[]`

/** Puts the names of entries into the index, in place of those they had. */
export async function indexNames(tx: Tx<FileTables>, entries: readonly Named[]): Promise<void> {
  if (entries.length === 0) return
  const row = ({ entryno, nsname, searchname }: Named) => {
    const grams = gramsOf(nsname, searchname)
    return sql`(${entryno}, ${tx.engine === 'sqlite' ? asWords(grams) : asList(grams)})`
  }
  const rows = sql.join(entries.map(row))
  if (tx.engine === 'sqlite') {
    await sql`insert or replace into namegrams (rowid, grams) values ${rows}`.execute(tx.query)
  } else {
    await sql`insert into namegrams (entryno, grams) values ${rows}
      on conflict (entryno) do update set grams = excluded.grams`.execute(tx.query)
  }
}

export async function unindexNames(tx: Tx<FileTables>, entrynos: readonly number[]): Promise<void> {
  if (entrynos.length === 0) return
  const key = sql.ref(tx.engine === 'sqlite' ? 'rowid' : 'entryno')
  await sql`delete from namegrams where ${key} in (${sql.join(entrynos)})`.execute(tx.query)
}

/** The condition that an entry's name holds all of a search's grams. */
export function holdsGrams(engine: Tx['engine'], nsname: string, searchname: string) {
  const grams = gramsOf(nsname, searchname)
  return engine === 'sqlite'
    ? sql`select rowid as entryno from namegrams where namegrams match ${grams.map(gram => `"${asWords([gram])}"`).join(' AND ')}`
    : sql`select entryno from namegrams where grams @> ${asList(grams)}`
}
