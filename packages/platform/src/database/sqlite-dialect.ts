import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Refusal } from '../errors.ts'
import { createAnswers, type Writes } from './answers.ts'
import { assertOutsideTransaction } from './scope.ts'

const MOST_STATEMENTS = 500

/**
 * Two ways to the one connection. What goes through `lax` does not wait until the disk has it. A transaction does not wait here
 * either, or all behind it would: `onCommit` hears of each that wrote something, and whoever began it waits for the disk.
 */
export function createSqliteDialects(file: DatabaseSync, onCommit: () => void) {
  const writes: Writes = { count: 0 }
  const run = createRun(file, writes)
  const queue = createQueue()
  const driver = createDriver(file, run, queue)
  return {
    dialect: dialectOf(sharingDriver(file, driver, writes, onCommit)),
    lax: dialectOf(laxDriver(file, driver)),
    /** The same without the dozen promises that Kysely makes of a query: they cost several times what a small answer does. */
    askNow<Row>({ sql }: CompiledQuery<Row>, parameters: readonly unknown[], inside: boolean): Row[] | undefined {
      if (inside) return run<Row>(sql, parameters).rows
      assertOutsideTransaction()
      if (queue.isBusy()) return undefined
      return run<Row>(sql, parameters, true).rows
    },
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () => new SteadyCompiler(),
  createAdapter: () => new QueueingAdapter(),
  createIntrospector: db => new SqliteIntrospector(db),
})

/** Keeps Kysely from its own lock, which wakes all who wait and lets newcomers overtake. The driver below has a queue. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Where a limit is nothing but a parameter, SQLite plans by its value: it parses and plans the statement anew each time it is asked,
 * which takes longer than most answers. Into an expression it does not look. Queries in plain SQL have to say `limit ? + 0` themselves.
 */
class SteadyCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

function createDriver(file: DatabaseSync, run: Run, queue: Queue): Driver {
  const connection = createConnection(run)
  return {
    init: async () => {},
    acquireConnection: async () => {
      assertOutsideTransaction()
      await queue.enter()
      return connection
    },
    releaseConnection: async () => queue.leave(),
    // Immediate: a transaction that reads first and writes later can then not fail half-way for want of the lock.
    beginTransaction: async () => written(() => file.exec('begin immediate')),
    commitTransaction: async () => written(() => file.exec('commit')),
    rollbackTransaction: async () => {
      // On a full disk SQLite has already rolled back by itself.
      if (file.isTransaction) file.exec('rollback')
    },
    destroy: async () => {
      await queue.enter()
      file.close()
    },
  }
}

/** Statements outside of transactions have the disk waited for by SQLite, as everything has by default. */
function sharingDriver(file: DatabaseSync, driver: Driver, writes: Writes, onCommit: () => void): Driver {
  let inTransaction = false
  let writesBefore = 0
  return {
    ...driver,
    beginTransaction: async (connection, settings) => {
      file.exec('pragma synchronous = normal')
      inTransaction = true
      writesBefore = writes.count
      await driver.beginTransaction(connection, settings)
    },
    commitTransaction: async connection => {
      await driver.commitTransaction(connection)
      if (writes.count > writesBefore) onCommit()
    },
    releaseConnection: async connection => {
      if (inTransaction) file.exec('pragma synchronous = full')
      inTransaction = false
      await driver.releaseConnection(connection)
    },
  }
}

/** In the write-ahead log all the same, and in its order: only a power failure can take the end of it away. */
function laxDriver(file: DatabaseSync, driver: Driver): Driver {
  return {
    ...driver,
    acquireConnection: async () => {
      const connection = await driver.acquireConnection()
      file.exec('pragma synchronous = normal')
      return connection
    },
    releaseConnection: async connection => {
      file.exec('pragma synchronous = full')
      await driver.releaseConnection(connection)
    },
    destroy: async () => {},
  }
}

type Queue = ReturnType<typeof createQueue>

/** One at a time, in the order of arrival. */
function createQueue() {
  const waiting: (() => void)[] = []
  let busy = false
  return {
    isBusy: () => busy,
    enter(): Promise<void> | undefined {
      if (busy) return new Promise(resolve => waiting.push(resolve))
      busy = true
    },
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else busy = false
    },
  }
}

/** Outside of a transaction it may be `known` from before. */
type Run = <Row>(sql: string, parameters: readonly unknown[], known?: boolean) => QueryResult<Row>

function createRun(file: DatabaseSync, writes: Writes): Run {
  const prepare = createStatements(file)
  const answerOf = createAnswers(file, writes)
  return <Row>(sql: string, parameters: readonly unknown[], known = false): QueryResult<Row> => {
    const { statement, columns, rowOf, onlyReads } = prepare(sql)
    if (!onlyReads) writes.count++
    const values = parameters as SQLInputValue[]
    if (columns.length > 0) {
      const ask = () => written(() => statement.all(...values)) as unknown as unknown[][]
      const arrays = known && onlyReads ? answerOf(statement, values, ask) : ask()
      return { rows: arrays.map(rowOf) as Row[] }
    }
    const { changes, lastInsertRowid } = written(() => statement.run(...values))
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

const createConnection = (run: Run): DatabaseConnection => ({
  executeQuery: async ({ sql, parameters }) => run(sql, parameters),
  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and nobody streams rows here.
  async *streamQuery() {
    throw new Error('Rows are not streamed: read them in pages')
  },
})

const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/** A disk that is full, or that takes nothing for another reason, in the contract's words. SQLite has undone what it could not write. */
function written<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === SQLITE_FULL) throw new Refusal('STORAGE_FULL', { cause: error })
    if (code === SQLITE_IOERR) throw new Refusal('STORAGE_DOWN', { cause: error })
    throw error
  }
}

/**
 * Each row comes as an array. As an object of node:sqlite, which V8 keeps as a dictionary, it would take several times as long
 * to read and to write as JSON. What makes an object of it is compiled for its columns: setting them one by one takes four times
 * as long, which is felt with fifty rows. Nothing of a column's name gets into the code but as a JSON text.
 */
function rowMaker(columns: string[]): RowMaker {
  const key = JSON.stringify(columns)
  const known = makers.get(key)
  if (known) return known
  const fields = columns.map((column, n) => `${JSON.stringify(column)}: values[${n}]`)
  const made = new Function('values', `return { ${fields.join(', ')} }`) as RowMaker
  makers.set(key, made)
  return made
}

type RowMaker = (values: unknown[]) => unknown

/** By their columns: there are as many as the code has kinds of rows. */
const makers = new Map<string, RowMaker>()

/** What begins with the name of a part, which those that write can do too, must not say so anywhere. */
const READS = /^\s*(select\b|with\b(?!.*\b(insert|update|delete|replace)\b))/is
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

/** Prepared statements by their text; the oldest one makes room. */
function createStatements(file: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof describe>>()
  return (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const prepared = describe(file.prepare(sql), sql)
    // The columns of the others may be other ones from now on.
    if (CHANGES_TABLES.test(sql)) statements.clear()
    else statements.set(sql, prepared)
    if (statements.size > MOST_STATEMENTS) forgetOldest(statements)
    return prepared
  }
}

function describe(statement: StatementSync, sql: string) {
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length > 0) statement.setReturnArrays(true)
  // The number of the row that was written last can be one that full-text search keeps for itself, beyond 2^53.
  else statement.setReadBigInts(true)
  return { statement, columns, rowOf: rowMaker(columns), onlyReads: READS.test(sql) }
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
