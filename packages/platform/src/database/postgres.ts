import { createHash } from 'node:crypto'
import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { StartRefused } from '../errors.ts'
import type { Backend } from './database.ts'
import { createPostgresSignals } from './postgres-signals.ts'
import { assertOutsideTransaction } from './scope.ts'

const INT8 = 20
const NUMERIC = 1700
const MOST_STATEMENTS = 500
const SERIALISATION_FAILURE = '40001'
const DEADLOCK = '40P01'

export async function openPostgres(url: string): Promise<Backend> {
  const options: pg.PoolConfig = {
    connectionString: url,
    application_name: 'plinth',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: numbersAsNumbers },
  }
  const pool = new pg.Pool({ ...options, max: 10 })
  // The pool drops a connection that breaks while idle; without a listener the process would end instead.
  pool.on('error', () => {})
  await refuseIfUnreachable(pool, url)
  return {
    engine: 'postgres',
    dialect: new PostgresDialect({
      pool: { connect: () => connect(pool), end: () => pool.end(), options: pool.options },
    }),
    signals: await createPostgresSignals(options, pool),
    isRetryable: error => hasCode(error) && (error.code === SERIALISATION_FAILURE || error.code === DEADLOCK),
    close: async () => {},
  }
}

async function refuseIfUnreachable(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { host, pathname } = new URL(url)
    const reason = error instanceof Error && error.message ? error.message : String(hasCode(error) && error.code)
    throw new StartRefused(`The database ${host}${pathname} of DATABASE_URL cannot be opened (${reason}).`)
  }
}

const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

/** Kysely keeps what it knows of a connection by its object, so each client has one wrapper. */
async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  assertOutsideTransaction()
  const client = await pool.connect()
  const known = wrapped.get(client)
  if (known) return known
  const wrapper = { query: namedQuery(client), release: (destroy?: boolean) => client.release(destroy) }
  wrapped.set(client, wrapper as unknown as PostgresPoolClient)
  return wrapper as unknown as PostgresPoolClient
}

/** A named statement is parsed and planned once a connection. The server keeps each for good, so there is a limit. */
function namedQuery(client: pg.PoolClient) {
  return (text: string, values: readonly unknown[]) =>
    client.query({ text, values: [...values], name: values.length > 0 ? nameOf(text) : undefined })
}

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_STATEMENTS) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  names.set(text, name)
  return name
}

/** Milliseconds, sizes and counts stay below 2^53, so they need no BigInt. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
}

const hasCode = (error: unknown): error is { code: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error
