import { isFinished, isUnderWay, type Upload } from './upload.ts'

export interface Totals {
  files: number
  /** Those of them that are empty folders. */
  folders: number
  /** Uploaded or skipped. */
  done: number
  skipped: number
  underWay: number
  uploading: number
  paused: number
  failed: number
  asking: number
  lost: number
  bytes: number
  sent: number
  /** Of those under way: what has failed comes only when somebody wants it again. */
  left: number
  /** What is on its way waits for the connection. */
  stalled: boolean
  /** Folders are still looked through: there will be more. */
  looking: boolean
}

/** Counted anew each time: ten thousand take less than a millisecond, and no figure can drift. */
export function totalsOf(uploads: Iterable<Upload>, looking = false): Totals {
  const totals: Totals = {
    ...{
      files: 0,
      folders: 0,
      done: 0,
      skipped: 0,
      underWay: 0,
      uploading: 0,
      paused: 0,
      failed: 0,
      asking: 0,
      lost: 0,
      bytes: 0,
      sent: 0,
      left: 0,
    },
    stalled: false,
    looking,
  }
  let moving = 0
  for (const upload of uploads) {
    const { state, size, sent, stalled } = upload
    totals.files += 1
    if (upload.isFolder) totals.folders += 1
    totals.bytes += size
    totals.sent += state === 'skipped' ? size : Math.min(sent, size)
    if (isUnderWay(upload)) {
      totals.underWay += 1
      totals.left += Math.max(0, size - sent)
    }
    if (state === 'uploading' && !stalled) moving += 1
    if (isFinished(upload)) totals.done += 1
    if (state !== 'waiting' && state !== 'done') totals[state] += 1
  }
  totals.stalled = totals.uploading > 0 && moving === 0
  return totals
}

/** What needs somebody comes first and what is finished last. One that is paused stays where it is. */
const ranks: Upload['state'][][] = [
  ['asking', 'failed', 'lost'],
  ['uploading', 'paused', 'waiting'],
  ['done', 'skipped'],
]
const rankOf = new Map(ranks.flatMap((states, rank) => states.map(state => [state, rank] as const)))

export function inOrder(uploads: Iterable<Upload>): Upload[] {
  const groups: Upload[][] = ranks.map(() => [])
  for (const upload of uploads) groups[rankOf.get(upload.state) ?? 0]?.push(upload)
  return groups.flat()
}
