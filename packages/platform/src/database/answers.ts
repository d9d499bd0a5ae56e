import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** How much was written so far. It only grows. */
export interface Writes {
  count: number
}

type Rows = unknown[][]

const MOST_BYTES = 16 * 1024 * 1024
const MOST_BYTES_OF_ONE = 128 * 1024
/** About what an array, a number or the frame of a text takes. */
const FRAME_BYTES = 32

/**
 * What a statement answered, to be told again until anything is written: by this connection, which counts it, or by another, of
 * which SQLite tells. That is looked up once in each turn of the event loop, because it costs as much as a small answer.
 * To be asked where no transaction is under way.
 */
export function createAnswers(file: DatabaseSync, writes: Writes) {
  const kept = new Map<StatementSync, Map<string, Rows>>()
  const othersWrote = createOthersWrote(file)
  let bytesKept = 0
  let writesSeen = writes.count

  function forget(): void {
    kept.clear()
    bytesKept = 0
  }

  return (statement: StatementSync, values: readonly unknown[], ask: () => Rows): Rows => {
    if (othersWrote() || writesSeen !== writes.count) forget()
    writesSeen = writes.count
    const answers = kept.getOrInsertComputed(statement, () => new Map())
    const key = JSON.stringify(values)
    const known = answers.get(key)
    if (known) return known
    const rows = ask()
    const bytes = key.length + weightOf(rows)
    if (bytes > MOST_BYTES_OF_ONE) return rows
    answers.set(key, rows)
    bytesKept += bytes
    if (bytesKept > MOST_BYTES) forget()
    return rows
  }
}

/** Roughly, in bytes. */
function weightOf(rows: Rows): number {
  let weight = 2 * FRAME_BYTES
  for (const row of rows) {
    weight += FRAME_BYTES
    for (const value of row) weight += FRAME_BYTES + (hasLength(value) ? value.length : 0)
  }
  return weight
}

const hasLength = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array

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
