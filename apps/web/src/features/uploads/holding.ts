import { allKept, countKept, type Kept, keep, unkeep } from './keeping.ts'
import { type LastWords, lastWords, sayLast } from './last-words.ts'
import { isFinished, type Upload } from './upload.ts'
import { setKept } from './wanted.ts'

interface Held {
  file?: File | undefined
  handle?: FileSystemHandle | undefined
  /** Whether the browser keeps a copy, and not only what it can be found by. */
  copied?: boolean
}

const writeMs = 500

/** The files of the uploads of this page, and what outlives it. */
export function createHolding() {
  const held = new Map<string, Held>()
  const dirty = new Map<string, Upload>()
  const known = new Set<string>()
  const unfinished = new Set<string>()
  /** What is on its way to the disk. */
  const writing = new Set<LastWords>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function writeDown(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const words = wordsOf(dirty.values())
    dirty.clear()
    for (const id of words.gone) held.delete(id)
    if (words.changed.length > 0) setKept(true)
    await write(words)
  }

  /** Another tab, or another person on this browser, may still have some. While this one has, nobody needs to count. */
  async function write(words: LastWords): Promise<void> {
    writing.add(words)
    for (const id of words.gone) unfinished.delete(id)
    await keep(words.changed.map(recordOf))
    await unkeep(words.gone)
    writing.delete(words)
    if (unfinished.size > 0) return
    const kept = await countKept()
    if (unfinished.size === 0) setKept(kept > 0)
  }

  function recordOf(upload: Upload): Kept {
    const { file, handle, copied } = held.get(upload.id) ?? {}
    return { upload, ...(file && copied ? { file } : {}), ...(handle ? { handle } : {}) }
  }

  function letGo(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      held.delete(id)
      dirty.delete(id)
      known.delete(id)
    }
    return write({ gone: ids, changed: [] })
  }

  return {
    get: (id: string) => held.get(id),
    hold: (id: string, one: Held) => void held.set(id, one),
    /** Something changed that the next page needs to know. What is new is written down at once. */
    note(some: readonly Upload[]): void {
      const isNew = some.some(({ id }) => !known.has(id))
      for (const upload of some) {
        known.add(upload.id)
        unfinished.add(upload.id)
        dirty.set(upload.id, upload)
      }
      if (isNew) void writeDown()
      else timer ??= setTimeout(writeDown, writeMs)
    },
    letGo,
    /** The page may end at any moment. */
    flush: () => void writeDown(),
    /** It ends now. */
    end(): void {
      const some = [...writing, wordsOf(dirty.values())]
      const gone = some.flatMap(words => words.gone)
      const changed = new Set(some.flatMap(words => words.changed))
      // One may have come to its end while it was still written down as on its way.
      const words = wordsOf(changed)
      const setOut = words.changed.filter(({ state, sentAs }) => state !== 'waiting' || sentAs)
      sayLast({ gone: [...gone, ...words.gone], changed: setOut })
    },
    /** All that is kept, as the pages that have ended knew it last. */
    async left(isOver: (tabid: string) => boolean): Promise<Kept[]> {
      const all = await allKept()
      const { gone, changed, forget } = lastWords(isOver)
      const ended = new Set(gone)
      const latest = new Map(changed.map(upload => [upload.id, upload]))
      const rest = all.filter(({ upload }) => !ended.has(upload.id))
      const now = rest.map(one => ({ ...one, upload: latest.get(one.upload.id) ?? one.upload }))
      await keep(now.filter(({ upload }) => latest.has(upload.id)))
      await letGo(gone)
      forget()
      return now
    },
    /** Forgets what is here and leaves what is kept. */
    leave(): void {
      void writeDown()
      held.clear()
      known.clear()
      unfinished.clear()
    },
  }
}

function wordsOf(uploads: Iterable<Upload>): LastWords {
  const all = [...uploads]
  return { gone: all.filter(isFinished).map(({ id }) => id), changed: all.filter(upload => !isFinished(upload)) }
}
