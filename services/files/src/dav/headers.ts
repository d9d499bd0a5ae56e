import type { Times } from '../entries/times.ts'
import { wasChangedAfter } from '../files/download.ts'
import { DavFailure } from './failures.ts'

type Headers = Record<string, string | undefined>

export type Depth = '0' | '1' | 'infinity'

export function depthOf({ depth }: Headers, otherwise: Depth = 'infinity'): Depth {
  const given = depth?.trim().toLowerCase() ?? otherwise
  if (given !== '0' && given !== '1' && given !== 'infinity') throw new DavFailure(400)
  return given
}

export function mayOverwrite({ overwrite }: Headers): boolean {
  const given = overwrite?.trim().toUpperCase() ?? 'T'
  if (given !== 'T' && given !== 'F') throw new DavFailure(400)
  return given === 'T'
}

const second = 1_000
const longestLock = 3_600 * second
const usualLock = 600 * second

/** As long as is asked for, up to an hour; who needs it longer renews it. */
export function timeoutOf({ timeout }: Headers): number {
  for (const wish of (timeout ?? '').split(',')) {
    const [, seconds] = /^\s*Second-(\d{1,10})\s*$/i.exec(wish) ?? []
    if (seconds) return Math.min(longestLock, Math.max(1, Number(seconds)) * second)
    if (/^\s*Infinite\s*$/i.test(wish)) return longestLock
  }
  return usualLock
}

const tagsIn = (header: string) => header.split(',').map(tag => tag.trim())

/** HTTP's own conditions, of what is there and of its tag, which a folder has not. */
export function refuseByHttp(headers: Headers, entry: Times | undefined, etag: string | undefined) {
  const [wanted, unwanted] = [headers['if-match'], headers['if-none-match']]
  const isOne = (header: string) => tagsIn(header).some(tag => (tag === '*' ? entry !== undefined : tag === etag))
  if (wanted !== undefined && !isOne(wanted)) throw new DavFailure(412)
  if (unwanted !== undefined && isOne(unwanted)) throw new DavFailure(412)
  // Tags say the same more exactly.
  const since = wanted === undefined ? headers['if-unmodified-since'] : undefined
  if (entry && wasChangedAfter(since, entry)) throw new DavFailure(412)
}
