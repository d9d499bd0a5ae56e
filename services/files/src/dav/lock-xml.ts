import type { Queries } from '@plinth/platform/database/database'
import { waysUp } from '../entries/entries.repository.ts'
import type { FileTables } from '../tables.ts'
import { hrefOf } from './addresses.ts'
import type { Lock } from './locks.repository.ts'
import { dav, escaped } from './xml-out.ts'

/** How a lock is told, by its token. The token is told to everybody who may see the file: it serves its owner alone. */
export async function locksAsXml(db: Queries<FileTables>, place: readonly string[], locks: readonly Lock[]) {
  const ways = await waysUp(db, [...new Set(locks.map(({ objid }) => objid))])
  return new Map(
    locks.map(lock => {
      const names = (ways.get(lock.objid) ?? [])
        .slice(0, -1)
        .map(({ name }) => name)
        .reverse()
      return [lock.token, activelock(lock, hrefOf(place, names, false))]
    }),
  )
}

function activelock({ token, isshared, isdeep, owner, expiresat }: Lock, href: string): string {
  const seconds = Math.max(0, Math.round((expiresat - Date.now()) / 1_000))
  return dav(
    'activelock',
    dav('locktype', dav('write')) +
      dav('lockscope', dav(isshared ? 'shared' : 'exclusive')) +
      dav('depth', isdeep ? 'infinity' : '0') +
      (owner && dav('owner', owner)) +
      dav('timeout', `Second-${seconds}`) +
      dav('locktoken', dav('href', escaped(token))) +
      dav('lockroot', dav('href', href)),
  )
}
