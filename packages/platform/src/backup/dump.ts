import { join } from 'node:path'
import type { Snapshot } from '../database/snapshot.ts'
import { type Value, writeLines } from './lines.ts'
import type { ListedTable, Manifest } from './manifest.ts'
import { type Column, columnsQuery, lastidQuery, quoted, tablesOf } from './shape.ts'

/** By table: all of it, or the condition of the rows that are taken all the same. */
export type LeftOut = Record<string, true | { take: string }>

/** Of every installation: what the program itself writes anew. */
const ours: LeftOut = { migrations: true, restores: true }

/** All tables of one moment as files, the same whichever engine they come from. */
export async function dumpTables(
  snapshot: Snapshot,
  { folder, leftOut, tell }: { folder: string; leftOut: LeftOut; tell(progress: string): void },
): Promise<ListedTable[]> {
  const listed: ListedTable[] = []
  const tables = tablesOf(await all<Column>(snapshot, columnsQuery[snapshot.engine]))
  for (const [table, columns] of tables) {
    const left = { ...ours, ...leftOut }[table]
    if (left === true) continue
    tell(`Saving the table ${table}`)
    const file = `${table}.jsonl.gz`
    const { rows, sha256 } = await writeLines(join(folder, file), rowsOf(snapshot, table, columns, left?.take))
    const counting = columns.find(({ counts }) => counts)
    const [last] = counting ? await all<{ lastid: number }>(snapshot, lastidQuery(snapshot.engine, counting)) : []
    // The first line holds the names of the columns.
    listed.push({ table, file, rows: rows - 1, sha256, lastid: last?.lastid ?? null })
  }
  return listed
}

async function* rowsOf(snapshot: Snapshot, table: string, columns: Column[], take?: string): AsyncGenerator<Value[]> {
  const names = columns.map(({ name }) => name)
  yield names
  const query = `select ${names.map(quoted).join(', ')} from ${quoted(table)}${take ? ` where ${take}` : ''}`
  for await (const page of snapshot.pages<Record<string, Value>>(query))
    for (const row of page) yield names.map(name => row[name] ?? null)
}

/** What made the tables as they are. */
export const appliedMigrations = (snapshot: Snapshot): Promise<Manifest['migrations']> =>
  all(snapshot, 'select service, name, checksum from migrations order by service, name')

async function all<Row>(snapshot: Snapshot, query: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of snapshot.pages<Row>(query)) rows.push(...page)
  return rows
}
