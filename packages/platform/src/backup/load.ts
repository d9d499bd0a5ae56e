import { join } from 'node:path'
import { sql } from 'kysely'
import type { Queries, Tx } from '../database/database.ts'
import { readLines, type Value } from './lines.ts'
import type { ListedTable } from './manifest.ts'
import { type Column, columnsQuery, tablesOf } from './shape.ts'

const MOST_VALUES = 20_000
const MOST_ROWS = 500

/** What a process writes by itself before anybody has done anything. */
const writtenByItself = new Set(['migrations', 'restores', 'jobs', 'servicekeys', 'ratelimits', 'events'])

const tablesIn = async ({ engine, query }: Queries) =>
  tablesOf((await sql<Column>`${sql.raw(columnsQuery[engine])}`.execute(query)).rows)

/** The first table that holds something of somebody's, if any. */
export async function firstInUse(db: Queries): Promise<string | undefined> {
  for (const table of (await tablesIn(db)).keys()) {
    if (writtenByItself.has(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.query)
    if (rows.length > 0) return table
  }
  return undefined
}

interface Loading {
  folder: string
  tables: readonly ListedTable[]
  tell(progress: string): void
}

/** Fills the tables, all in the one transaction. Rows come in any order, so references are looked at when all are there. */
export async function loadTables(tx: Tx, { folder, tables, tell }: Loading): Promise<void> {
  const shapes = await tablesIn(tx)
  const references = await setReferencesAside(tx)
  for (const table of ['jobs', 'servicekeys', 'ratelimits', 'events'])
    await sql`delete from ${sql.table(table)}`.execute(tx.query)
  for (const { table, file, rows, lastid } of tables) {
    let loaded = 0
    for await (const some of inGroups(readLines(join(folder, file)))) {
      await insertRows(tx, table, some)
      loaded += some.rows.length
      tell(`Bringing back the table ${table}: ${loaded.toLocaleString('en')} of ${rows.toLocaleString('en')}`)
    }
    const counting = shapes.get(table)?.find(({ counts }) => counts)
    if (counting && lastid) await goOnFrom(tx, counting, lastid)
  }
  await takeReferencesUp(tx, references)
}

interface Group {
  columns: string[]
  rows: Value[][]
}

/** As many rows as one statement takes. The first line holds the names of the columns. */
async function* inGroups(lines: AsyncGenerator<Value[]>): AsyncGenerator<Group> {
  const { value: header } = await lines.next()
  const columns: string[] = (header ?? []).map(String)
  const most = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length))
  let rows: Value[][] = []
  for await (const line of lines) {
    rows.push(line)
    if (rows.length < most) continue
    yield { columns, rows }
    rows = []
  }
  if (rows.length > 0) yield { columns, rows }
}

async function insertRows(tx: Tx, table: string, { columns, rows }: Group): Promise<void> {
  const names = sql.join(columns.map(column => sql.ref(column)))
  const values = sql.join(rows.map(row => sql`(${sql.join(row)})`))
  const overriding = tx.engine === 'postgres' ? sql`overriding system value` : sql``
  await sql`insert into ${sql.table(table)} (${names}) ${overriding} values ${values}`.execute(tx.query)
}

interface Reference {
  table: string
  name: string
  definition: string
}

/** PostgreSQL looks at each row as it comes, and knows no way around that but to have no references for a while. */
async function setReferencesAside(tx: Tx): Promise<Reference[]> {
  if (tx.engine === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(tx.query)
    return []
  }
  await sql`set local statement_timeout = 0`.execute(tx.query)
  const { rows } = await sql<Reference>`
    select c.relname as "table", f.conname as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`.execute(tx.query)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx.query)
  return rows
}

async function takeReferencesUp(tx: Tx, references: readonly Reference[]): Promise<void> {
  for (const { table, name, definition } of references)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx.query)
}

/** The next row's number comes after the last that was ever given, so that nobody takes it for one they know. */
async function goOnFrom(tx: Tx, { table, name }: Column, lastid: number): Promise<void> {
  if (tx.engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, ${name}), ${sql.lit(lastid)})`.execute(tx.query)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx.query)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastid})`.execute(tx.query)
}
