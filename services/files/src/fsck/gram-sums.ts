const CHUNK = 65_536
const FIELDS = 3

/**
 * Of each entry's grams their number and two sums, in twelve bytes. That tells one set of grams from another well enough, and holds a
 * million entries in a little memory: the index lists all words with their entries, not all entries with their words.
 */
export function createGramSums() {
  const chunks = new Map<number, Int32Array>()

  const chunkOf = (entryno: number) => {
    const at = Math.floor(entryno / CHUNK)
    const chunk = chunks.get(at) ?? new Int32Array(CHUNK * FIELDS)
    chunks.set(at, chunk)
    return chunk
  }

  function count(entryno: number, gram: number, sign: 1 | -1): void {
    const chunk = chunkOf(entryno)
    const at = (entryno % CHUNK) * FIELDS
    const number = gram | 0
    chunk[at] = (chunk[at] ?? 0) + sign
    chunk[at + 1] = ((chunk[at + 1] ?? 0) + sign * number) | 0
    chunk[at + 2] = (chunk[at + 2] ?? 0) ^ Math.imul(number, 0x9e3779b1)
  }

  const isNothing = (chunk: Int32Array, at: number) => !chunk[at] && !chunk[at + 1] && !chunk[at + 2]

  return {
    add: (entryno: number, gram: number) => count(entryno, gram, 1),

    /** Takes an entry's grams out, and answers whether they are what was there. */
    take(entryno: number, grams: readonly number[]): boolean {
      for (const gram of grams) count(entryno, gram, -1)
      const chunk = chunkOf(entryno)
      const at = (entryno % CHUNK) * FIELDS
      const right = isNothing(chunk, at)
      chunk.fill(0, at, at + FIELDS)
      return right
    },

    /** Entries that have grams and were never taken: there are none of that number. */
    *left(): Generator<number> {
      for (const [number, chunk] of chunks)
        for (let at = 0; at < chunk.length; at += FIELDS) if (!isNothing(chunk, at)) yield number * CHUNK + at / FIELDS
    },
  }
}
