import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Refusal } from '../errors.ts'
import { assertOutsideTransaction } from './scope.ts'

const MOST_STATEMENTS = 500

/** Two ways to the one connection. What goes through `lax` does not wait until the disk has it. */
export function createSqliteDialects(file: DatabaseSync): { dialect: Dialect; lax: Dialect } {
  const driver = createDriver(file)
  return { dialect: dialectOf(driver), lax: dialectOf(laxDriver(file, driver)) }
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new QueueingAdapter(),
  createIntrospector: db => new SqliteIntrospector(db),
})

/** Keeps Kysely from its own lock, which wakes all who wait and lets newcomers overtake. The driver below has a queue. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

function createDriver(file: DatabaseSync): Driver {
  const connection = createConnection(file)
  const queue = createQueue()
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

/** One at a time, in the order of arrival. */
function createQueue() {
  const waiting: (() => void)[] = []
  let busy = false
  return {
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

function createConnection(file: DatabaseSync): DatabaseConnection {
  const prepare = createStatements(file)
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { statement, answersRows } = prepare(sql)
      const values = parameters as SQLInputValue[]
      if (answersRows) return { rows: written(() => statement.all(...values)) as Row[] }
      const { changes, lastInsertRowid } = written(() => statement.run(...values))
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    // biome-ignore lint/correctness/useYield: the interface asks for a generator, and nobody streams rows here.
    async *streamQuery() {
      throw new Error('Rows are not streamed: read them in pages')
    },
  }
}

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

/** Prepared statements by their text; the least recently used one makes room. */
function createStatements(file: DatabaseSync) {
  const statements = new Map<string, { statement: StatementSync; answersRows: boolean }>()
  return (sql: string) => {
    const known = statements.get(sql)
    if (known) statements.delete(sql)
    const prepared = known ?? describe(file.prepare(sql))
    statements.set(sql, prepared)
    if (statements.size > MOST_STATEMENTS) forgetOldest(statements)
    return prepared
  }
}

function describe(statement: StatementSync) {
  const answersRows = statement.columns().length > 0
  // The number of the row that was written last can be one that full-text search keeps for itself, beyond 2^53.
  if (!answersRows) statement.setReadBigInts(true)
  return { statement, answersRows }
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
