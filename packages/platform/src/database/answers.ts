import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** How much was written so far. It only grows. */
export interface Writes {
  count: number
}

type Rows = unknown[][]

const MOST_ROWS = 20_000
const MOST_ROWS_OF_ONE = 200

/**
 * What a statement answered, to be told again until anything is written: by this connection, which counts it, or by another, of
 * which SQLite tells. That is looked up once in each turn of the event loop, because it costs as much as a small answer.
 * To be asked where no transaction is under way.
 */
export function createAnswers(file: DatabaseSync, writes: Writes) {
  const kept = new Map<StatementSync, Map<string, Rows>>()
  const othersWrote = createOthersWrote(file)
  let rowsKept = 0
  let writesSeen = writes.count

  function forget(): void {
    kept.clear()
    rowsKept = 0
  }

  return (statement: StatementSync, values: readonly unknown[], ask: () => Rows): Rows => {
    if (othersWrote() || writesSeen !== writes.count) forget()
    writesSeen = writes.count
    const answers = kept.getOrInsertComputed(statement, () => new Map())
    const key = JSON.stringify(values)
    const known = answers.get(key)
    if (known) return known
    const rows = ask()
    if (rows.length > MOST_ROWS_OF_ONE) return rows
    answers.set(key, rows)
    rowsKept += rows.length + 1
    if (rowsKept > MOST_ROWS) forget()
    return rows
  }
}

function createOthersWrote(file: DatabaseSync): () => boolean {
  const version = file.prepare('pragma data_version')
  version.setReturnArrays(true)
  const ask = () => (version.get() as unknown as [number])[0]
  const lookAgain = () => {
    looked = false
  }
  let looked = false
  let known = ask()
  return () => {
    if (looked) return false
    looked = true
    setImmediate(lookAgain)
    const before = known
    known = ask()
    return known !== before
  }
}
