import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { Refusal } from '../errors.ts'
import type { Backend, Engine } from './backend.ts'
import { openPostgres } from './postgres.ts'
import { insideTransaction } from './scope.ts'
import { openSqlite } from './sqlite.ts'

/** What runs queries: the database itself, or a transaction in it. */
export interface Queries<Tables = unknown> {
  readonly engine: Engine
  readonly query: Kysely<Tables>
  /** Runs a query that was put together before, with the values of this time: see `prepared`. */
  ask<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<Row[]>
  /** The same thing with other tables in its type. */
  withTables<Others>(): Queries<Others>
}

/** A transaction. It is serialisable, and its work may run again from the start, so that work holds nothing but queries. */
export interface Tx<Tables = unknown> extends Queries<Tables> {
  /** Runs last, inside the transaction: for work that locks out others and should do so only shortly. */
  beforeCommit(work: () => Promise<void>): void
  /** Wakes whoever listens on the channel, on every node, after the commit. A hint: it can get lost, so listeners poll too. */
  signal(channel: string): void
  withTables<Others>(): Tx<Others>
}

/** A transaction of whichever tables, for code that brings its own: it says `tx.withTables<Mine>()`. */
export type AnyTx = Omit<Tx, 'query'>

export interface Database<Tables = unknown> extends Queries<Tables> {
  transaction<Result>(work: (tx: Tx<Tables>) => Promise<Result>): Promise<Result>
  /** Calls the listener after each signal on the channel. Answers with the way to stop that. */
  onSignal(channel: string, listener: () => void): () => void
  /** For what may be lost when the power fails, such as a count of tries: it does not wait for the disk. */
  readonly lax: Pick<Database<Tables>, 'engine' | 'query' | 'ask' | 'transaction'>
  /**
   * Resolves once all that was committed until now, by whomever, is on the disk; undefined where it is already. A transaction waits
   * for that itself. Others can see it a moment earlier, and nobody outside is to hear of it from them.
   */
  allSafe(): Promise<void> | undefined
  ping(): Promise<void>
  close(): Promise<void>
  withTables<Others>(): Database<Others>
}

/**
 * For a transaction that found something free which others took at the same moment: it runs again, and sees that. On PostgreSQL the
 * index that refuses it often comes before the database notices that the two were in each other's way.
 */
export class Overtaken extends Error {
  constructor(cause: unknown) {
    super('Somebody else was faster', { cause })
  }
}

const MOST_TRIES = 15

/** Without a `url` the database is embedded, as a file in the folder; `beside` opens it next to the process that serves it. */
export async function openDatabase(options: { url?: string; folder: string; beside?: boolean }): Promise<Database> {
  const backend = options.url ? await openPostgres(options.url) : openSqlite(options.folder, options)
  const allSafe = () => backend.allSafe?.()
  const using = (query: Kysely<unknown>, safe: () => Promise<void> | undefined): Database['lax'] => ({
    engine: backend.engine,
    query,
    ask: async (compiled, parameters) => (await query.executeQuery(withValues(compiled, parameters))).rows,
    transaction: work => retrying(backend, () => transactOnce(backend, query, work, safe)),
  })
  const query = new Kysely<unknown>({ dialect: backend.dialect })
  const database: Database = {
    ...using(query, allSafe),
    ask: async (compiled, parameters) =>
      backend.askNow?.(compiled, parameters, false) ??
      (await query.executeQuery(withValues(compiled, parameters))).rows,
    lax: using(backend.lax ? new Kysely<unknown>({ dialect: backend.lax }) : query, () => undefined),
    allSafe,
    onSignal: backend.signals.on,
    ping: async () => {
      await sql`select 1`.execute(query)
    },
    close: async () => {
      await backend.signals.close()
      await query.destroy()
      await backend.close()
    },
    withTables: <Others>() => database as unknown as Database<Others>,
  }
  return database
}

const withValues = <Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): CompiledQuery<Row> => ({
  ...query,
  parameters,
})

async function transactOnce<R>(
  backend: Backend,
  query: Kysely<unknown>,
  work: (tx: Tx) => Promise<R>,
  safe: () => Promise<void> | undefined,
): Promise<R> {
  const channels = new Set<string>()
  const lastSteps: (() => Promise<void>)[] = []
  const result = await query
    .transaction()
    .setIsolationLevel('serializable')
    .execute(trx =>
      insideTransaction(async scope => {
        const tx: Tx = {
          engine: backend.engine,
          query: trx,
          // After its end it is Kysely that refuses.
          ask: async (compiled, parameters) =>
            (scope.open ? backend.askNow?.(compiled, parameters, true) : undefined) ??
            (await trx.executeQuery(withValues(compiled, parameters))).rows,
          beforeCommit: step => lastSteps.push(step),
          signal: channel => channels.add(channel),
          withTables: <Others>() => tx as unknown as Tx<Others>,
        }
        const answer = await work(tx)
        for (const step of lastSteps) await step()
        return answer
      }),
    )
  await safe()
  for (const channel of channels) backend.signals.send(channel)
  return result
}

/**
 * Who got in somebody's way is tried again alone: among many who write in one place, one that reads much would lose against
 * newcomers for ever. Other nodes can still get ahead of it.
 */
async function retrying<R>(backend: Backend, attempt: () => Promise<R>): Promise<R> {
  const { gate } = backend
  for (let tries = 1; ; tries++) {
    try {
      return await (gate ? gate(tries > 1, attempt) : attempt())
    } catch (error) {
      if (!(error instanceof Overtaken || backend.isRetryable(error))) throw error
      // Others were always quicker. Nothing is wrong with the request, so it may come again.
      if (tries === MOST_TRIES) throw new Refusal('UNAVAILABLE', { cause: error, retryAfterMs: 1_000 })
      await pause(Math.random() * Math.min(250, 4 * 2 ** tries))
    }
  }
}
