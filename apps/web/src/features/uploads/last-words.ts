import { local } from '../../lib/storage.ts'
import { tabid } from './tabs.ts'
import type { Upload } from './upload.ts'

const prefix = 'plinth-uploads-last:'

/** So many a page has time to write when it ends, and the browser has room for. */
const most = 1_000

/** What a page knew when it ended and IndexedDB may not have heard: that writes when it comes to it, this at once. */
export interface LastWords {
  /** Uploaded, skipped or cancelled. */
  gone: readonly string[]
  /** Those that had set out. */
  changed: readonly Upload[]
}

export function sayLast({ gone, changed }: LastWords): void {
  if (gone.length === 0 && changed.length === 0) local.removeItem(prefix + tabid)
  // Without room for it, the next page asks about some that are there already.
  else local.setItem(prefix + tabid, JSON.stringify({ gone, changed: changed.slice(0, most) }))
}

/** Of pages that have ended. `forget` once they are written down. */
export function lastWords(isOver: (tabid: string) => boolean): LastWords & { forget: () => void } {
  const keys = local.keys().filter(key => key.startsWith(prefix))
  const ended = keys.filter(key => key !== prefix + tabid && isOver(key.slice(prefix.length)))
  const words = ended.map((key): LastWords => JSON.parse(local.getItem(key) ?? '{"gone":[],"changed":[]}'))
  return {
    gone: words.flatMap(({ gone }) => gone),
    changed: words.flatMap(({ changed }) => changed),
    forget: () => {
      for (const key of ended) local.removeItem(key)
    },
  }
}
