import type { Queries } from '@plinth/platform/database/database'
import { EMPTY } from '../blobs/contents.repository.ts'
import { type Entry, entriesAlong, FOLDER, type Step, waysUp } from '../entries/entries.repository.ts'
import type { FileTables } from '../tables.ts'
import { hrefOf, namesWithin } from './addresses.ts'
import { DavFailure } from './failures.ts'
import { refuseByHttp } from './headers.ts'
import { isMet, type ResourceState, tokensIn } from './if-header.ts'
import { type Lock, liveLocks } from './locks.repository.ts'
import type { StoreRequest } from './store.ts'

export interface Target {
  names: string[]
  entry: Entry | undefined
  /** The folder it is in or would be in; undefined where there is none, and above the top one. */
  parent: Entry | undefined
  /** From the entry up, or from the folder that it would be in. */
  wayUp: Step[]
}

export const etagOf = ({ objtype, blobhash }: Pick<Entry, 'objtype' | 'blobhash'>) =>
  objtype === FOLDER ? undefined : tagOf(blobhash ?? EMPTY)

/** Shorter than hex: clients put two of them and a lock's token into one header, and some have little room for it. */
export const tagOf = (hash: string) => `"${Buffer.from(hash, 'hex').toString('base64url')}"`

/**
 * Locks and conditions of a request. It reads what it decides by inside the transaction that then changes something, so that a
 * lock that somebody takes at the same moment either is seen here or sees the change.
 */
export async function openGuard(db: Queries<FileTables>, store: StoreRequest) {
  const { actor, namespace, place, conditions, headers, hosts } = store
  const locks = await liveLocks(db, namespace.nsname)
  const shown = tokensIn(conditions)

  async function find(names: string[]): Promise<Target> {
    const way = await entriesAlong(db, namespace.rootid, names)
    const entry = way[names.length]
    const above = names.length > 0 ? way[names.length - 1] : undefined
    const parent = above?.objtype === FOLDER ? above : undefined
    return { names, entry, parent, wayUp: entry || parent ? way.toReversed() : [] }
  }

  /** Locks that hold for what the way begins with: its own, and those of folders above that reach down to it. */
  const covering = (wayUp: readonly Step[], itself = true) =>
    locks.filter(({ objid, isdeep }) =>
      wayUp.some((step, index) => step.objid === objid && ((index === 0 && itself) || isdeep === 1)),
    )

  const coveringTarget = ({ entry, wayUp }: Target) => covering(wayUp, entry !== undefined)

  async function below({ entry }: Target): Promise<Lock[]> {
    if (!entry || entry.objtype !== FOLDER || locks.length === 0) return []
    const objids = [...new Set(locks.map(({ objid }) => objid))]
    const ways = await waysUp(db, objids)
    return locks.filter(({ objid }) => (ways.get(objid) ?? []).slice(1).some(step => step.objid === entry.objid))
  }

  const isHeld = ({ token, userid }: Lock) => shown.has(token) && userid === actor.userid

  /** One who holds any of several shared locks may go on. */
  function refuseLocked(covered: readonly Lock[], names: readonly string[]): void {
    if (covered.length === 0 || covered.some(isHeld)) return
    throw new DavFailure(423, 'lock-token-submitted', hrefOf(place, names, false))
  }

  function refuseMembership({ entry, wayUp, names }: Target): void {
    refuseLocked(covering(entry ? wayUp.slice(1) : wayUp), names.slice(0, -1))
  }

  async function stateOf(uri: string | undefined): Promise<ResourceState> {
    const names = uri === undefined ? store.names : namesWithin(uri, place, hosts)
    if (!names) return { etag: undefined, tokens: new Set() }
    const target = await find(names)
    const tokens = new Set(coveringTarget(target).map(({ token }) => token))
    return { etag: target.entry && etagOf(target.entry), tokens }
  }

  return {
    locks,
    find,
    below,
    coveringTarget,

    /** HTTP's own conditions, of what is asked for; and of the lists in If one has to be met. */
    async refuseUnmet({ entry }: Pick<Target, 'entry'>): Promise<void> {
      refuseByHttp(headers, entry, entry && etagOf(entry))
      if (conditions.length === 0) return
      for (const list of conditions) if (isMet(list, await stateOf(list.uri))) return
      throw new DavFailure(412)
    },

    /** To write to something that is there, or to put something new where nothing is. */
    refuseLockedWrite(target: Target): void {
      if (target.entry) refuseLocked(coveringTarget(target), target.names)
      else refuseMembership(target)
    },

    /** To take something away, with all that is below it. */
    async refuseLockedRemoval(target: Target): Promise<Lock[]> {
      refuseLocked(coveringTarget(target), target.names)
      refuseMembership(target)
      const inner = await below(target)
      for (const { objid } of inner) {
        refuseLocked(
          inner.filter(lock => lock.objid === objid),
          target.names,
        )
      }
      return [...inner, ...locks.filter(({ objid }) => objid === target.entry?.objid)]
    },
  }
}

export type Guard = Awaited<ReturnType<typeof openGuard>>
