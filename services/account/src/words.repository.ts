import type { Queries } from '@plinth/platform/database/database'
import { type RawBuilder, sql } from 'kysely'
import { beyond, prefixesOf } from './search-words.ts'
import type { AccountTables } from './tables.ts'

interface Search {
  /** Rows of a word and what it finds, with an index by word and one by what is found. */
  table: 'userwords' | 'orgmemberwords' | 'projectwords' | 'projectmemberwords' | 'filestorewords'
  finds: 'userid' | 'projectid' | 'fsid'
  /** The columns that say whose words they are. */
  within: Record<string, string>
  search: string
  /** What else must hold of a row of words, which is called w. */
  where?: RawBuilder<unknown> | undefined
  after: [word: string, id: string] | null
  limit: number
}

/** How many words the first try walks along: enough where most of them are found, few where hardly any is. */
const firstWalk = 100

/**
 * What has words that begin with each word of the search, in the order of the matching word. What has two matching words
 * comes at the first. The words of one prefix are walked along their index; reading what they find is the caller's.
 * Which prefix leads is tried out: a short way along each, then a longer one, until a page is full or a prefix has no more
 * words. So a rare word in the search makes it quick, wherever it stands.
 */
export async function searchWords(db: Queries<AccountTables>, search: Search): Promise<{ word: string; id: string }[]> {
  const prefixes = prefixesOf(search.search)
  // No word begins with two of them, so the place where the page before ended tells which one led.
  const leads = prefixes.filter(prefix => !search.after || search.after[0].startsWith(prefix))
  const [only] = leads
  if (only === undefined) return []
  if (leads.length === 1) return (await walk(db, search, only, prefixes, null)).found
  for (let most = firstWalk; ; most *= 10) {
    for (const lead of leads) {
      const { found, isAll } = await walk(db, search, lead, prefixes, most)
      if (isAll || found.length === search.limit) return found
    }
  }
}

/** Along the words of the leading prefix, `most` of them at most, for what the other prefixes find too. */
async function walk(db: Queries<AccountTables>, search: Search, lead: string, prefixes: string[], most: number | null) {
  const { table, finds, within, where, after, limit } = search
  const words = sql.table(table)
  const id = sql.ref(`w.${finds}`)
  const beginning = (prefix: string) => sql`word >= ${prefix} and word < ${beyond(prefix)}`
  const inside = sql.join(
    [sql`1 = 1`, ...Object.entries(within).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)],
    sql` and `,
  )
  // Not with where the prefix begins as well: SQLite would take that for the place to begin at.
  const onwards = after
    ? sql`(word, ${sql.ref(finds)}) > (${after[0]}, ${after[1]}) and word < ${beyond(lead)}`
    : beginning(lead)
  const limited = most === null ? sql`` : sql`order by word, ${sql.ref(finds)} limit ${most} + 0`
  const way = sql`select * from ${words} where ${inside} and ${onwards} ${limited}`
  const ofTheSame = sql`select 1 from ${words} as o where ${inside} and ${sql.ref(`o.${finds}`)} = ${id}`
  const others = prefixes.filter(prefix => prefix !== lead)
  // Each a look-up of one row: of `exists` PostgreSQL can make a join that reads all rows of a common word first.
  const conditions = [
    sql`(${ofTheSame} and o.word >= ${lead} and o.word < w.word limit 1) is null`,
    ...others.map(prefix => sql`(${ofTheSame} and ${beginning(prefix)} limit 1) is not null`),
    ...(where ? [where] : []),
  ]
  const { rows: found } = await sql<{ word: string; id: string }>`
    select word, ${id} as id from (${way}) as w where ${sql.join(conditions, sql` and `)}
    order by word, ${id} limit ${limit} + 0`.execute(db.query)
  const isAll = most === null || (found.length < limit && (await countOf(db, way)) < most)
  return { found, isAll }
}

async function countOf(db: Queries<AccountTables>, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from (${rows}) as counted`.execute(db.query)
  return Number(counted.rows[0]?.count)
}

/** The things themselves, in the order in which their words were found. */
export function inOrderFound<Row>(found: { word: string; id: string }[], rows: Row[], idOf: (row: Row) => string) {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return found.flatMap(({ word, id }) => {
    const row = byId.get(id)
    return row ? [{ ...row, word }] : []
  })
}
