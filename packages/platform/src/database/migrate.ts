import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Refusal, StartRefused } from '../errors.ts'
import type { Engine } from './backend.ts'
import type { Database } from './database.ts'

interface Source {
  /** Whose they are. */
  name: string
  /** The folder of the files, which are named 0001_what.sql and so on. */
  migrations: URL
}

interface Migration {
  service: string
  name: string
  checksum: string
  text: string
}

export type Applied = Omit<Migration, 'text'>

interface Tables {
  migrations: { service: string; name: string; checksum: string; appliedat: number }
}

export const platformMigrations: Source = {
  name: 'platform',
  migrations: new URL('../../migrations/', import.meta.url),
}

/** Any number will do, as long as nobody else in the same database uses it. */
const LOCK = 7_261_001
const BESIDE_OTHERS_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Brings the tables up to date: each file once, in the order of its name, in a transaction of its own. The same files run
 * on both engines. What they may use beyond common SQL:
 * - `ctext` for text. On PostgreSQL a domain that compares byte by byte; on SQLite, which does so anyway, just a name.
 * - `$autoid` for a column's type: a growing number as primary key, which has no spelling that both know.
 * - `$computed` behind `generated always as (…)`: the one kind of computed column that each can add to a table and index.
 * - `$sqlite` or `$postgres` in front of a statement that only that engine runs: for an index of a kind the other has not.
 * A statement ends with a semicolon at the end of a line.
 *
 * With `only` it stops where another database stood: what that one holds fits into these tables.
 */
export async function migrate(database: Database, sources: readonly Source[], only?: Applied[]): Promise<void> {
  const known = (await Promise.all(sources.map(readMigrations))).map(all => (only ? among(all, only) : all))
  const { engine, query } = database.withTables<Tables>()
  await query.connection().execute(async connection => {
    await whileLocked(engine, connection, async () => {
      await prepare(engine, connection)
      for (const [index, source] of sources.entries()) {
        await migrateService(engine, connection, source.name, known[index] ?? [])
      }
    })
  })
}

const keyOf = ({ service, name, checksum }: Applied) => `${service}/${name} ${checksum}`

const among = (all: Migration[], only: Applied[]) => {
  const wanted = new Set(only.map(keyOf))
  return all.filter(migration => wanted.has(keyOf(migration)))
}

/** What is applied so far; nothing in an empty database. */
export async function appliedTo(database: Database): Promise<Applied[]> {
  const { query } = database.withTables<Tables>()
  return query.selectFrom('migrations').select(['service', 'name', 'checksum']).execute().catch(noTables)
}

/** Whoever asks an empty database is told that there is no such table. That it does not answer is another matter. */
export function noTables(error: unknown): [] {
  if (error instanceof Refusal) throw error
  return []
}

/** Those that this program does not know, or knows otherwise. */
export async function unknownAmong(applied: Applied[], sources: readonly Source[]): Promise<Applied[]> {
  const known = new Set((await Promise.all(sources.map(readMigrations))).flat().map(keyOf))
  return applied.filter(migration => !known.has(keyOf(migration)))
}

/** Refuses where another version of Plinth made the tables: what is read or written there could mean something else. */
export async function refuseUnlessMigrated(database: Database, sources: readonly Source[]): Promise<void> {
  const applied = await appliedTo(database)
  // Where only some of the services run, the others have no tables.
  const here = sources.filter(({ name }) => applied.some(({ service }) => service === name))
  const known = (await Promise.all(here.map(readMigrations))).flat()
  const same = applied.length === known.length && among(known, applied).length === known.length
  if (same && applied.length > 0) return
  throw new StartRefused(
    applied.length === 0
      ? 'There is no installation in this database.'
      : 'The database was made by another version of Plinth: start this version once, or use the one that made it.',
  )
}

async function readMigrations({ name: service, migrations: folder }: Source): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}_[\w-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async name => {
      const text = (await readFile(new URL(name, `${folder}/`), 'utf8')).replaceAll('\r\n', '\n')
      return { service, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Several nodes may start at once: one migrates, the others wait and then find nothing to do. */
async function whileLocked(engine: Engine, connection: Kysely<Tables>, work: () => Promise<void>): Promise<void> {
  if (engine === 'sqlite') return work()
  await sql`set statement_timeout = 0`.execute(connection)
  await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
  try {
    await work()
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  }
}

async function prepare(engine: Engine, connection: Kysely<Tables>): Promise<void> {
  if (engine === 'postgres') {
    const { rows } = await sql`select 1 where to_regtype('ctext') is not null`.execute(connection)
    if (rows.length === 0) await sql`create domain ctext as text collate "C"`.execute(connection)
  }
  await sql`create table if not exists migrations (
    service ctext not null, name ctext not null, checksum ctext not null, appliedat bigint not null,
    primary key (service, name)
  )`.execute(connection)
}

async function migrateService(engine: Engine, connection: Kysely<Tables>, service: string, known: Migration[]) {
  const applied = await connection
    .selectFrom('migrations')
    .select(['name', 'checksum'])
    .where('service', '=', service)
    .orderBy('name')
    .execute()
  for (const [index, { name, checksum }] of applied.entries()) refuseIfChanged(service, name, checksum, known, index)
  for (const migration of known.slice(applied.length)) await apply(engine, connection, migration)
}

/** What was applied has to be the beginning of what this program knows, letter for letter. */
function refuseIfChanged(service: string, name: string, checksum: string, known: Migration[], index: number): void {
  const found = known[index]
  if (found?.name === name && found.checksum === checksum) return
  if (found?.name === name) {
    throw new StartRefused(
      `The migration ${service}/${name} was changed after it was applied: restore the file, and put the change into a new one.`,
    )
  }
  if (known.some(migration => migration.name === name)) {
    throw new StartRefused(
      `The migration ${service}/${found?.name} comes before ${name}, which is applied already: give it a higher number.`,
    )
  }
  throw new StartRefused(
    `The database has the migration ${service}/${name}, which this version of Plinth lacks: start the version that made it, or a newer one.`,
  )
}

/**
 * On PostgreSQL whoever changes a table waits for those who read it, and all who come after wait behind that. Beside a backup, which
 * reads for long, nobody would be served. So it waits for a moment only, lets the others pass, and begins again.
 */
async function apply(engine: Engine, connection: Kysely<Tables>, migration: Migration): Promise<void> {
  for (;;) {
    try {
      return await applyOnce(engine, connection, migration)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
      await pause(BESIDE_OTHERS_MS)
    }
  }
}

async function applyOnce(engine: Engine, connection: Kysely<Tables>, migration: Migration): Promise<void> {
  const { service, name, checksum, text } = migration
  await connection.transaction().execute(async trx => {
    if (engine === 'postgres') await sql`set local lock_timeout = '500ms'`.execute(trx)
    for (const statement of statementsOf(engine, text)) await sql.raw(statement).execute(trx)
    await trx.insertInto('migrations').values({ service, name, checksum, appliedat: Date.now() }).execute()
  })
}

const AUTOID: Record<Engine, string> = {
  // Without `autoincrement` SQLite hands out the number of a deleted last row again.
  sqlite: 'integer primary key autoincrement',
  postgres: 'bigint generated always as identity primary key',
}

const COMPUTED: Record<Engine, string> = { sqlite: 'virtual', postgres: 'stored' }

function statementsOf(engine: Engine, text: string): string[] {
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll('$autoid', AUTOID[engine])
    .replaceAll('$computed', COMPUTED[engine])
    .split(/;\s*$/m)
    .map(statement => statement.trim().replace(`$${engine} `, ''))
    .filter(statement => statement !== '' && !statement.startsWith('$'))
}
