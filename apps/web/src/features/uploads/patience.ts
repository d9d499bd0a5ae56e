import { isUnreachable, pauseAfter } from '../../lib/reaching.ts'
import type { Stop } from './tus.ts'

/** Section 9 of the specification: for bytes this is the time without progress. */
const firstPatienceMs = 5_000
const longestPatienceMs = 60_000
/** A server that stumbles over one file would do so for ever. */
const mostStumbles = 5

/** What to do after a stop: go on after a pause, or tell the person. */
type Verdict = { goOn: true; afterMs: number } | { goOn: false }

const inTurn = new Set(['UPLOAD_OFFSET', 'UPLOAD_BUSY', 'UPLOAD_GONE', 'CHUNK_WRONG', 'FILE_TOKEN_EXPIRED'])
const giveUp: Verdict = { goOn: false }

/** `tries` counts those that brought nothing, since the last byte that arrived. */
export function verdictOn(stop: Stop, tries: number): Verdict {
  const { status, errcode, retryAfter } = stop
  const grown = pauseAfter(tries)
  // The worker ended, or could not be loaded: the next try opens another.
  if (errcode === 'REF_CLOSED') return tries < mostStumbles ? { goOn: true, afterMs: grown } : giveUp
  // Without a status it was not the server that said it: the file itself cannot be read.
  if (status === undefined) return giveUp
  if (retryAfter) return { goOn: true, afterMs: retryAfter * 1_000 }
  if (inTurn.has(errcode)) return tries < mostStumbles ? { goOn: true, afterMs: tries * 500 } : giveUp
  // Nobody there, or a server that comes or goes: however long it takes.
  if (isUnreachable(stop)) return { goOn: true, afterMs: grown }
  return status >= 500 && status !== 507 && tries < mostStumbles ? { goOn: true, afterMs: grown } : giveUp
}

/** A slow line fills a large buffer at once and is silent then: who timed out once listens longer the next time. */
export const patienceAfter = (timeouts: number) => Math.min(firstPatienceMs * 2 ** timeouts, longestPatienceMs)
