import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { StartRefused } from '../errors.ts'
import type { Engine } from './backend.ts'
import { numbersAsNumbers, refusalToOpen } from './postgres.ts'
import { DATABASE_FILE } from './sqlite.ts'

const AT_ONCE = 1_000

/** The database as it was at one moment, however long it is read and whatever is written meanwhile. Nobody waits for it. */
export interface Snapshot {
  readonly engine: Engine
  /** All rows that a query answers, some at a time, so that memory does not grow with their number. */
  pages<Row>(query: string): AsyncIterable<Row[]>
  /** For tables of this connection alone. */
  exec(statement: string): Promise<void>
  close(): Promise<void>
}

/** Beside whatever runs on the same database; it need not be stopped. */
export const openSnapshot = ({ url, folder }: { url?: string; folder: string }): Promise<Snapshot> =>
  url ? openPostgresSnapshot(url) : openSqliteSnapshot(folder)

async function openSqliteSnapshot(folder: string): Promise<Snapshot> {
  const path = join(folder, DATABASE_FILE)
  if (!existsSync(path)) throw new StartRefused(`There is no installation in ${folder}. PLINTH_DATA names its folder.`)
  const file = new DatabaseSync(path, { timeout: 5_000 })
  // A snapshot begins with the first look.
  file.exec('begin; select 1 from sqlite_master limit 1')
  return {
    engine: 'sqlite',
    async *pages<Row>(query: string) {
      let page: Row[] = []
      for (const row of file.prepare(query).iterate()) {
        page.push(row as Row)
        if (page.length < AT_ONCE) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    exec: async statement => file.exec(statement),
    close: async () => file.close(),
  }
}

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'plinth-snapshot',
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser: numbersAsNumbers },
  })
  await client.connect().catch(error => {
    throw refusalToOpen(url, error)
  })
  // One that breaks is noticed by the next query.
  client.on('error', () => {})
  await client.query('begin isolation level repeatable read')
  await client.query('select 1')
  let cursors = 0
  return {
    engine: 'postgres',
    async *pages<Row>(query: string) {
      const cursor = `pages${cursors++}`
      await client.query(`declare ${cursor} no scroll cursor for ${query}`)
      for (let rows: Row[] = []; ; ) {
        rows = (await client.query(`fetch ${AT_ONCE} from ${cursor}`)).rows as Row[]
        if (rows.length > 0) yield rows
        if (rows.length < AT_ONCE) break
      }
      await client.query(`close ${cursor}`)
    },
    exec: async statement => void (await client.query(statement)),
    close: () => client.end(),
  }
}
