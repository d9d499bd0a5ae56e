import { sql } from 'kysely'
import type { Database } from './database.ts'

const AT_ONCE = 1_000

interface What {
  table: string
  /** Where it is not the only row with its key, all old ones of that key go at once. */
  key: string
  /** An indexed column; rows with less than `below` in it go. */
  column: string
  below: number
}

/** Deletes old rows some at a time, so that nobody has to wait long behind it. */
export async function sweep({ query }: Pick<Database, 'query'>, { table, key, column, below }: What): Promise<void> {
  const [from, id, at] = [sql.table(table), sql.ref(key), sql.ref(column)]
  for (let swept = AT_ONCE; swept >= AT_ONCE; ) {
    // The column is asked twice: a row may have been renewed between the two looks.
    const { rows } = await sql`
      delete from ${from} where ${id} in (select ${id} from ${from} where ${at} < ${below} limit ${AT_ONCE})
      and ${at} < ${below} returning ${id}`.execute(query)
    swept = rows.length
  }
}
