/** What can be wrong, in the order in which it is looked for. */
const kinds = {
  place: 'entries that are in no folder',
  content: 'files without their content',
  version: 'versions without their file or content',
  refs: 'contents whose users are counted wrongly',
  size: 'folders whose size or number of files is counted wrongly',
  sum: 'filestores and organisations whose use is counted wrongly',
  name: 'names that are not found by the search',
  bytes: 'contents whose bytes are missing or damaged',
  upload: 'unfinished uploads without their bytes',
  leftover: 'bytes that belong to nothing',
} as const

export type Kind = keyof typeof kinds

/** Of each kind so many are told in full. */
const TOLD = 100

/** Counts what is found, and tells it: the first of each kind in full, of the rest the number. */
export function createFindings(print: (line: string) => void) {
  const counts = new Map<Kind, number>()
  const notes = new Map<string, number>()
  return {
    fault(kind: Kind, sentence: string): void {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      if (count <= TOLD) print(sentence)
    },

    /** Something that is in order, though worth a line at the end. */
    note(what: string, count = 1): void {
      if (count > 0) notes.set(what, (notes.get(what) ?? 0) + count)
    },

    faults: (): number => [...counts.values()].reduce((sum, count) => sum + count, 0),
    counts: (): ReadonlyMap<Kind, number> => counts,

    summary(): string[] {
      const found = [...counts].map(([kind, count]) => `${count.toLocaleString('en')} ${kinds[kind]}`)
      const more = [...counts].filter(([, count]) => count > TOLD)
      return [
        ...more.map(
          ([kind, count]) => `Of the ${kinds[kind]}, ${(count - TOLD).toLocaleString('en')} more are not listed.`,
        ),
        ...[...notes].map(([what, count]) => `${count.toLocaleString('en')} ${what}`),
        ...(found.length > 0 ? [`Found: ${found.join('; ')}.`] : []),
      ]
    },
  }
}

export type Findings = ReturnType<typeof createFindings>
