import type { CompiledQuery, Dialect } from 'kysely'
import type { Gate } from './gate.ts'
import type { Signals } from './signals.ts'

export type Engine = 'sqlite' | 'postgres'

/** What an engine brings along. All that differs between the two lies behind this and `engine`. */
export interface Backend {
  readonly engine: Engine
  readonly dialect: Dialect
  /** Where the wait for the disk would hold up the whole process, a way around it. */
  readonly lax?: Dialect
  readonly signals: Signals
  /** Where nobody has to wait for an answer: the rows, or undefined while a transaction has the connection, if not `inside` it. */
  askNow?<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[], inside: boolean): Row[] | undefined
  /** Where a transaction that has committed still has to be waited for. */
  allSafe?(): Promise<void> | undefined
  /** True for a failure that the same transaction, run again, need not meet. */
  isRetryable(error: unknown): boolean
  /** Where transactions of this process can get in each other's way. */
  gate?: Gate
  close(): Promise<void>
}
