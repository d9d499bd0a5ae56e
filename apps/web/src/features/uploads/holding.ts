import { countKept, keep, unkeep } from './keeping.ts'
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
  let timer: ReturnType<typeof setTimeout> | undefined

  async function writeDown(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const some = [...dirty.values()]
    dirty.clear()
    const finished = some.filter(isFinished).map(({ id }) => id)
    const rest = some.filter(upload => !isFinished(upload))
    for (const id of finished) held.delete(id)
    if (rest.length > 0) setKept(true)
    await keep(rest.map(recordOf))
    await remove(finished)
  }

  /** Another tab, or another person on this browser, may still have some. While this one has, nobody needs to count. */
  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) unfinished.delete(id)
    await unkeep(ids)
    if (unfinished.size === 0) setKept((await countKept()) > 0)
  }

  function recordOf(upload: Upload) {
    const { file, handle, copied } = held.get(upload.id) ?? {}
    return { upload, ...(file && copied ? { file } : {}), ...(handle ? { handle } : {}) }
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
    letGo(ids: readonly string[]): void {
      for (const id of ids) {
        held.delete(id)
        dirty.delete(id)
        known.delete(id)
      }
      void remove(ids)
    },
    /** The page may end at any moment. */
    flush: () => void writeDown(),
    /** Forgets what is here and leaves what is kept. */
    leave(): void {
      void writeDown()
      held.clear()
      known.clear()
      unfinished.clear()
    },
  }
}
