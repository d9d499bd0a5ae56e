import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../errors.ts'
import { type AppendOptions, CHECKED_APPEND_BYTES, type Source } from './blobs.ts'

/** Most uploads are smaller than a block; they do not take the memory of one. */
const FIRST_BYTES = 64 * 1024
const MOST_FREE_BYTES = 16 * 1024 * 1024

/** Shared memory, so that the hashing thread reads it where it lies. Used again and again, because clearing it anew costs time. */
const free = new Map<number, Uint8Array[]>()
const take = (bytes: number) => free.get(bytes)?.pop() ?? new Uint8Array(new SharedArrayBuffer(bytes))

function giveBack(block: Uint8Array): void {
  const list = free.get(block.length) ?? []
  if ((list.length + 1) * block.length <= MOST_FREE_BYTES) list.push(block)
  free.set(block.length, list)
}

export interface Block {
  bytes: Uint8Array
  index: number
  /** There is always a last one, even if it is the only one and empty. */
  last: boolean
}

interface PumpOptions {
  bytesOf(index: number): number
  /** How many blocks may be handled while the next one fills. */
  atOnce: number
}

/**
 * Reads a source into blocks and has each handled while the next one fills. When the source breaks, what came is handled
 * before its error is thrown; when the handling fails, the source is told to stop.
 */
export async function pump(
  source: Source,
  { bytesOf, atOnce }: PumpOptions,
  handle: (block: Block) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let index = 0
  let filled = 0
  let block = take(Math.min(FIRST_BYTES, bytesOf(0)))

  async function pass(last: boolean): Promise<void> {
    const [memory, bytes] = [block, block.subarray(0, filled)]
    const done = handle({ bytes, index: index++, last })
      .catch(error => {
        failure ??= { error }
      })
      .finally(() => {
        underWay.delete(done)
        giveBack(memory)
      })
    underWay.add(done)
    if (last || underWay.size >= atOnce) await (last ? Promise.all(underWay) : Promise.race(underWay))
    if (failure) throw failure.error
    if (!last) [block, filled] = [take(bytesOf(index)), 0]
  }

  function grow(): void {
    const small = block
    block = take(bytesOf(index))
    block.set(small)
    giveBack(small)
  }

  async function add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      if (filled === block.length) block.length < bytesOf(index) ? grow() : await pass(false)
      const part = chunk.subarray(at, at + block.length - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
    }
  }

  try {
    for await (const chunk of source) await add(chunk)
  } catch (error) {
    if (!failure) await pass(true)
    await Promise.all(underWay)
    throw error
  }
  await pass(true)
}

/** The source up to the limit; one byte more is refused, and so is waiting on after the signal. */
export async function* limited(source: Source, limit = Number.POSITIVE_INFINITY, signal?: AbortSignal): Source {
  let left = limit
  for await (const chunk of signal ? interruptible(source, signal) : source) {
    if (chunk.length > left) {
      yield chunk.subarray(0, left)
      throw new Refusal('TOO_LARGE')
    }
    left -= chunk.length
    yield chunk
  }
}

async function* interruptible(source: Source, signal: AbortSignal): Source {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a source that hangs would not answer this either.
    iterator.return?.().catch(() => {})
  }
}

export async function* following(head: Uint8Array, source: Source): Source {
  yield head
  yield* source
}

/** What an append may add to an upload that has `offset` bytes. */
export async function admitted(
  given: Source,
  offset: number,
  { limit, expect, signal }: AppendOptions,
): Promise<Source> {
  const source = limited(given, limit === undefined ? undefined : limit - offset, signal)
  return expect ? checked(source, expect) : source
}

/** The bytes of an append whose checksum is known: held until they are known to be right, so that wrong ones are never stored. */
async function checked(source: Source, expect: NonNullable<AppendOptions['expect']>): Promise<Source> {
  const hash = createHash(expect.algorithm)
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(source, CHECKED_APPEND_BYTES)) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  const digest = hash.digest()
  if (digest.length !== expect.digest.length || !timingSafeEqual(digest, expect.digest))
    throw new Refusal('CHECKSUM_WRONG')
  return (async function* () {
    yield* chunks
  })()
}

/** One after the other for each key. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, done)
    try {
      return await done
    } finally {
      if (last.get(key) === done) last.delete(key)
    }
  }
}
