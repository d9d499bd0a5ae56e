import type { CallError } from '@plinth/contract/errors'

export type Conflict = 'refuse' | 'replace' | 'keepboth'
type Choice = 'replace' | 'keepboth' | 'skip'

export interface Asked<T> {
  item: T
  canReplace: boolean
  /** Whether the answer can be given for the rest as well. */
  more: boolean
}

export interface Decision {
  choice: Choice
  forAll: boolean
}

interface Batch<T> {
  items: readonly T[]
  /** Answers what was refused, if anything was. */
  perform: (item: T, conflict: Conflict) => Promise<CallError | null>
  canReplace?: (item: T) => boolean
  /** Undefined stops the whole. */
  ask?: (asked: Asked<T>) => Promise<Decision | undefined>
  onProgress?: (finished: number) => void
  signal?: AbortSignal
}

export interface Outcome<T> {
  done: T[]
  skipped: T[]
  failed: { item: T; error: CallError }[]
}

const atOnce = 4

const isTaken = (error: CallError | null) => error?.errcode === 'NAME_TAKEN'

/** Does something to many items, a few at a time. A name that is taken is asked about, once for all of them if one likes. */
export async function runBatch<T>(batch: Batch<T>): Promise<Outcome<T>> {
  const { items, perform, canReplace = () => true, ask, onProgress, signal } = batch
  const outcome: Outcome<T> = { done: [], skipped: [], failed: [] }
  const waiting = [...items]
  /** Those about which there may still be a question. */
  const open = new Set(items)
  const finished = () => outcome.done.length + outcome.skipped.length + outcome.failed.length
  let standing: Choice | undefined
  let stopped = false
  let asking: Promise<unknown> = Promise.resolve()
  /** Settles when it is known of all items so far whether there is a question about them, and those questions stand in line. */
  let linedUp: Promise<unknown> = Promise.resolve()

  async function decide(item: T, replaceable: boolean): Promise<Choice> {
    if (stopped) return 'skip'
    if (standing && (standing !== 'replace' || replaceable)) return standing
    const decision = await ask?.({ item, canReplace: replaceable, more: open.size > 1 })
    open.delete(item)
    if (!decision) stopped = true
    if (decision?.forAll) standing = decision.choice
    return decision?.choice ?? 'skip'
  }

  /** One question at a time, whoever comes across it. */
  function inTurn(item: T, replaceable: boolean): Promise<Choice> {
    const turn = asking.then(() => decide(item, replaceable))
    asking = turn
    return turn
  }

  /** The first try. If the name is taken, the question stands in line behind those about the items before this one. */
  function begin(item: T): Promise<{ error: CallError | null; choice?: Promise<Choice> }> {
    const before = linedUp
    const begun = perform(item, 'refuse').then(async error => {
      if (!ask || !isTaken(error)) return { error }
      await before
      return { error, choice: inTurn(item, canReplace(item)) }
    })
    linedUp = Promise.allSettled([before, begun])
    return begun
  }

  async function treat(item: T): Promise<void> {
    const begun = await begin(item)
    let { error } = begun
    let replaceable = canReplace(item)
    for (let next = begun.choice; next; next = isTaken(error) ? inTurn(item, replaceable) : undefined) {
      const choice = await next
      if (choice === 'skip') return void outcome.skipped.push(item)
      error = await perform(item, choice)
      // A file does not take a folder's place.
      if (choice === 'replace') replaceable = false
      else break
    }
    if (error) outcome.failed.push({ item, error })
    else outcome.done.push(item)
  }

  async function work(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (stopped || signal?.aborted) outcome.skipped.push(item)
      else await treat(item)
      open.delete(item)
      onProgress?.(finished())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcome
}
