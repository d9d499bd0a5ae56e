import { keep, unkeep } from './keeping.ts'
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
  let due = false
  let lasting = new Set<string>()

  async function writeDown(): Promise<void> {
    due = false
    const some = [...dirty.values()]
    dirty.clear()
    const finished = some.filter(isFinished).map(({ id }) => id)
    const rest = some.filter(upload => !isFinished(upload))
    lasting = lasting.difference(new Set(finished)).union(new Set(rest.map(({ id }) => id)))
    setKept(lasting.size > 0)
    await keep(rest.map(recordOf))
    await unkeep(finished)
  }

  function recordOf(upload: Upload) {
    const { file, handle, copied } = held.get(upload.id) ?? {}
    return { upload, ...(file && copied ? { file } : {}), ...(handle ? { handle } : {}) }
  }

  return {
    get: (id: string) => held.get(id),
    hold: (id: string, one: Held) => void held.set(id, one),
    /** Something changed that the next page needs to know. */
    note(some: readonly Upload[]): void {
      for (const upload of some) dirty.set(upload.id, upload)
      if (!due) setTimeout(writeDown, writeMs)
      due = true
    },
    letGo(ids: readonly string[]): void {
      for (const id of ids) {
        held.delete(id)
        dirty.delete(id)
        lasting.delete(id)
      }
      setKept(lasting.size > 0)
      void unkeep(ids)
    },
    /** Forgets what is here and leaves what is kept. */
    leave(): void {
      void writeDown()
      held.clear()
      lasting.clear()
    },
  }
}
