import { createHash } from 'node:crypto'
import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { Refusal, StartRefused } from '../errors.ts'
import type { Backend } from './backend.ts'
import { createGate } from './gate.ts'
import { createPostgresSignals } from './postgres-signals.ts'
import { assertOutsideTransaction } from './scope.ts'

const INT8 = 20
const NUMERIC = 1700
const MOST_STATEMENTS = 500
const SERIALISATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Of the lock that they hold. Any number that nobody else uses. */
const RETRIES = 7_032_001
const DISK_FULL = '53100'
const NOT_SUPPORTED = '0A000'

export async function openPostgres(url: string): Promise<Backend> {
  const options: pg.PoolConfig = {
    connectionString: withoutName(url),
    application_name: 'plinth',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Sooner than routers forget a line on which nothing is said: the one that listens would never hear that it leads nowhere.
    keepAliveInitialDelayMillis: 30_000,
    statement_timeout: 30_000,
    // The server says so itself, unless nothing of it can be heard at all.
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: numbersAsNumbers },
  }
  const pool = new pg.Pool({ ...options, max: 10 })
  // The pool drops a connection that breaks, and whoever uses it gets the failure of their statement. Without a listener, for
  // those that are idle and for those in use between two statements, the process would end instead.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  await refuseIfUnreachable(pool, url)
  const gate = createGate()
  return {
    engine: 'postgres',
    dialect: new PostgresDialect({
      pool: { connect: () => connect(pool), end: () => pool.end(), options: pool.options },
    }),
    signals: await createPostgresSignals(options, pool),
    isRetryable: error =>
      (hasCode(error) && (error.code === SERIALISATION_FAILURE || error.code === DEADLOCK)) || isOutgrown(error),
    gate: (alone, work) => gate(alone, alone ? () => inTurn(pool, work) : work),
    close: async () => {},
  }
}

/** By the name of its connections a restore knows that somebody serves the database. One in the address would take its place. */
function withoutName(url: string): string {
  const address = new URL(url)
  address.searchParams.delete('application_name')
  return address.href
}

/** Those of all nodes who are tried again, one after the other: each would be in the others' way once more. */
async function inTurn<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch(inOurWords)
  try {
    await client.query('select pg_advisory_lock($1)', [RETRIES]).catch(inOurWords)
    return await work()
  } finally {
    // A connection that cannot say so gives the lock back by its end.
    const unlocked = client.query('select pg_advisory_unlock($1)', [RETRIES])
    await unlocked.then(
      () => client.release(),
      () => client.release(true),
    )
  }
}

async function refuseIfUnreachable(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw refusalToOpen(url, error)
  }
}

export function refusalToOpen(url: string, error: unknown): StartRefused {
  const { host, pathname } = new URL(url)
  const reason = error instanceof Error && error.message ? error.message : String(hasCode(error) && error.code)
  return new StartRefused(`The database ${host}${pathname} of DATABASE_URL cannot be opened (${reason}).`)
}

const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

/** Kysely keeps what it knows of a connection by its object, so each client has one wrapper. */
async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  assertOutsideTransaction()
  const client = await pool.connect().catch(inOurWords)
  const known = wrapped.get(client)
  if (known) return known
  const line: Line = { silent: false, patient: false }
  const wrapper = {
    query: namedQuery(client, line),
    release(destroy?: boolean) {
      line.patient = false
      client.release(destroy || line.silent)
    },
  }
  wrapped.set(client, wrapper as unknown as PostgresPoolClient)
  return wrapper as unknown as PostgresPoolClient
}

interface Line {
  /** A question got no answer. */
  silent: boolean
  /** The server may take as long as it needs. */
  patient: boolean
}

/** Of migrations and restores: a large table takes minutes. Whoever lets the server take them has to wait for it as well. */
const TAKES_ITS_TIME = /^set (local )?statement_timeout = 0$/
/** As long as a timer can run. */
const LONGEST_MS = 2 ** 31 - 1

/** A named statement is parsed and planned once a connection. The server keeps each for good, so there is a limit. */
function namedQuery(client: pg.PoolClient, line: Line) {
  const outgrown = new Set<string>()
  const ask = (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 && !outgrown.has(text) ? nameOf(text) : undefined
    return client.query({ text, values: [...values], name, ...(line.patient ? { query_timeout: LONGEST_MS } : {}) })
  }
  return (text: string, values: readonly unknown[]) => {
    // Nothing can be asked behind a question that got no answer, not even to take it back.
    if (line.silent) return Promise.reject(new Refusal('UNAVAILABLE'))
    if (TAKES_ITS_TIME.test(text)) line.patient = true
    return ask(text, values)
      .catch(error => {
        if (!isOutgrown(error)) throw error
        outgrown.add(text)
        // Inside a transaction nothing more is answered: that begins anew.
        return ask(text, values).catch(later => Promise.reject(isSilence(later) ? later : error))
      })
      .catch(error => {
        line.silent = isSilence(error)
        return inOurWords(error)
      })
  }
}

/** It asks for all columns, and a node of a newer version has added one since it was planned. The message may be in any language. */
const isOutgrown = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === NOT_SUPPORTED && error.routine === 'RevalidateCachedQuery'

/** pg has no codes for these. */
const isSilence = (error: unknown) =>
  error instanceof Error &&
  /^(Query read timeout|timeout exceeded when|.* due to connection timeout)/.test(error.message)

/** Of SQLSTATE: connections lost, too little of something, statements and servers that were ended, transactions that idled. */
const AWAY = /^(08|53|57)|^25P03$/
/** Node's own codes for a line that breaks, or that leads nowhere. */
const BROKEN = /^E(?!RR_)/
const terminated = /^(Connection terminated|Client .* is not queryable$)/

/** It is being restarted, say, or has no room for one more connection. */
const isAway = (error: unknown) =>
  (hasCode(error) && (AWAY.test(String(error.code)) || BROKEN.test(String(error.code)))) ||
  (error instanceof Error && terminated.test(error.message))

/** What is behind the database's silence, or behind its end, may have happened or not; who tries again later sees which. */
function inOurWords(error: unknown): never {
  if (hasCode(error) && error.code === DISK_FULL) throw new Refusal('STORAGE_FULL', { cause: error })
  if (isSilence(error) || isAway(error)) throw new Refusal('UNAVAILABLE', { cause: error, retryAfterMs: 5_000 })
  throw error
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
export function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
}

const hasCode = (error: unknown): error is { code: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error
