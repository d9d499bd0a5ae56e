interface Mark {
  at: number
  bytes: number
  files: number
}

/** Looks back so far: long enough to be calm, short enough to notice a change. */
const windowMs = 10_000
/** What is measured over less is a guess. */
const leastMs = 1_000

export interface Pace {
  /** Bytes a second, or undefined while it is too early to tell. */
  speed: number | undefined
  msLeft: number | undefined
}

/** How fast it goes. Small files cost by their number and large ones by their bytes, so both are counted. */
export function createPace() {
  let marks: Mark[] = []
  return {
    note(mark: Mark): void {
      const last = marks.at(-1)
      // Less than before: something was cancelled, or begins anew. What was measured holds no longer.
      if (last && (mark.bytes < last.bytes || mark.files < last.files)) marks = []
      marks.push(mark)
      while (marks.length > 2 && (marks[1]?.at ?? 0) <= mark.at - windowMs) marks.shift()
    },
    forget(): void {
      marks = []
    },
    now(left: { bytes: number; files: number }): Pace {
      const [first, last] = [marks[0], marks.at(-1)]
      const took = first && last ? last.at - first.at : 0
      if (!first || !last || took < leastMs) return { speed: undefined, msLeft: undefined }
      const [bytes, files] = [last.bytes - first.bytes, last.files - first.files]
      const byBytes = bytes > 0 ? (left.bytes / bytes) * took : undefined
      const byFiles = files > 0 && left.bytes === 0 ? (left.files / files) * took : undefined
      return {
        speed: (bytes / took) * 1_000,
        msLeft: byBytes === undefined ? byFiles : Math.max(byBytes, byFiles ?? 0),
      }
    },
  }
}
