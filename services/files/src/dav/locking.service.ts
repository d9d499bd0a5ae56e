import { randomUUID } from 'node:crypto'
import type { Tx } from '@plinth/platform/database/database'
import { sweep } from '@plinth/platform/database/sweep'
import type { Platform } from '@plinth/platform/service'
import { EMPTY } from '../blobs/contents.repository.ts'
import { putFile } from '../files/putting.service.ts'
import { mediatypeOf } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { hrefOf } from './addresses.ts'
import { DavFailure } from './failures.ts'
import { type Guard, openGuard, type Target } from './guard.service.ts'
import { depthOf, timeoutOf } from './headers.ts'
import { tokensIn } from './if-header.ts'
import { locksAsXml } from './lock-xml.ts'
import { insertLock, type Lock, removeExpired, removeLocks, renewLock } from './locks.repository.ts'
import type { StoreRequest } from './store.ts'
import { folderFor } from './writing.service.ts'
import { childNamed, innerXml, isDav, readXml } from './xml-in.ts'
import { dav, document } from './xml-out.ts'

type FileTx = Tx<FileTables>

const hour = 3_600_000
/** In a filestore at a time: whoever writes reads them all. */
const mostLocks = 1_000
/** By one person, so that the others find room for theirs. */
const mostOfOne = 250
const longestOwner = 4_000
/** That hold for one thing: a list tells each of them with each thing that it holds for. */
const mostShared = 16

interface Locked {
  body: string
  token: string
  isNew: boolean
}

export function createLocking({ db, jobs }: Platform) {
  const tables = db.withTables<FileTables>()

  jobs.every('davlocks.sweep', hour, () =>
    sweep(db, { table: 'davlocks', key: 'token', column: 'expiresat', below: Date.now() }),
  )

  return {
    /** Takes a lock, or without a body renews one. */
    async lock(store: StoreRequest, body: string): Promise<Locked> {
      const wish = body.trim() === '' ? undefined : wishIn(body)
      return tables.transaction(async tx => {
        const guard = await openGuard(tx, store)
        const target = await guard.find(store.names)
        await guard.refuseUnmet(target)
        return wish ? take(tx, store, guard, target, wish) : renew(tx, store, guard, target)
      })
    },

    async unlock(store: StoreRequest): Promise<void> {
      // Some clients leave the brackets out.
      const [, token] = /^\s*<?([^<>\s]+)>?\s*$/.exec(store.headers['lock-token'] ?? '') ?? []
      if (token === undefined) throw new DavFailure(400)
      await tables.transaction(async tx => {
        const guard = await openGuard(tx, store)
        const target = await guard.find(store.names)
        if (!target.entry) throw new DavFailure(404)
        await guard.refuseUnmet(target)
        const lock = guard.coveringTarget(target).find(one => one.token === token)
        if (!lock) throw new DavFailure(409, 'lock-token-matches-request-uri')
        if (lock.userid !== store.actor.userid && store.actor.level !== 'admin') throw new DavFailure(403)
        await removeLocks(tx, [token])
      })
    },
  }
}

interface Wish {
  isshared: number
  owner: string
}

function wishIn(body: string): Wish {
  const root = readXml(body)
  const [scope, type] = [childNamed(root, 'lockscope'), childNamed(root, 'locktype')]
  const [shared, exclusive] = [childNamed(scope, 'shared'), childNamed(scope, 'exclusive')]
  if (!isDav(root, 'lockinfo') || !childNamed(type, 'write') || !(shared || exclusive)) throw new DavFailure(400)
  const owner = childNamed(root, 'owner')
  const said = owner ? innerXml(owner) : ''
  if (said.length > longestOwner) throw new DavFailure(400)
  return { isshared: shared ? 1 : 0, owner: said }
}

async function take(tx: FileTx, store: StoreRequest, guard: Guard, target: Target, wish: Wish): Promise<Locked> {
  const depth = depthOf(store.headers)
  if (depth === '1') throw new DavFailure(400)
  const isdeep = depth === 'infinity' ? 1 : 0
  await refuseConflicts(store, guard, target, { ...wish, isdeep })
  refuseTooMany(store, guard)
  const objid = target.entry?.objid ?? (await addEmpty(tx, store, guard, target))
  const timeoutms = timeoutOf(store.headers)
  const { nsname, userid } = store.actor
  const lock = {
    ...{ token: `opaquelocktoken:${randomUUID()}`, nsname, objid, userid, ...wish, isdeep },
    ...{ timeoutms, expiresat: Date.now() + timeoutms },
  }
  await removeExpired(tx, nsname)
  await insertLock(tx, lock)
  return told(tx, store, lock, target.entry === undefined)
}

function refuseTooMany({ actor }: StoreRequest, { locks }: Guard): void {
  const own = locks.filter(({ userid }) => userid === actor.userid)
  if (own.length >= mostOfOne)
    throw new DavFailure(507).saying(
      `You hold ${mostOfOne} locks in this filestore. Give some back, or wait for their end.`,
    )
  if (locks.length >= mostLocks)
    throw new DavFailure(507).saying(`There are ${mostLocks} locks in this filestore. Wait until some of them end.`)
}

/** Others' locks and one's own: a client that has one renews it. */
async function refuseConflicts(store: StoreRequest, guard: Guard, target: Target, wish: Wish & { isdeep: number }) {
  const near = [...guard.coveringTarget(target), ...(wish.isdeep ? await guard.below(target) : [])]
  const blocking = near.find(({ isshared }) => !isshared || !wish.isshared)
  if (blocking) throw new DavFailure(423, 'no-conflicting-lock', hrefOf(store.place, target.names, false))
  if (near.length >= mostShared) throw new DavFailure(507)
}

/** A name that is locked before there is anything is an empty file, as everybody sees. */
async function addEmpty(tx: FileTx, { namespace, actor }: StoreRequest, guard: Guard, target: Target) {
  const { objid: parentid } = folderFor(target)
  guard.refuseLockedWrite(target)
  const name = target.names.at(-1) ?? ''
  const content = { hash: EMPTY, size: 0, mediatype: mediatypeOf(name) }
  const put = { namespace, actor, parentid, name, conflict: 'refuse' as const, content, action: 'file.upload' as const }
  return (await putFile(tx, put)).objid
}

async function renew(tx: FileTx, store: StoreRequest, guard: Guard, target: Target): Promise<Locked> {
  const shown = tokensIn(store.conditions)
  if (shown.size === 0) throw new DavFailure(400)
  const lock = guard.coveringTarget(target).find(({ token }) => shown.has(token))
  if (!lock) throw new DavFailure(412, 'lock-token-matches-request-uri')
  if (lock.userid !== store.actor.userid) throw new DavFailure(403)
  const timeoutms = store.headers.timeout === undefined ? lock.timeoutms : timeoutOf(store.headers)
  await renewLock(tx, lock.token, timeoutms)
  return told(tx, store, { ...lock, timeoutms, expiresat: Date.now() + timeoutms }, false)
}

async function told(tx: FileTx, { place }: StoreRequest, lock: Lock, isNew: boolean): Promise<Locked> {
  const { token } = lock
  const xml = (await locksAsXml(tx, place, [lock])).get(token) ?? ''
  return { body: document('prop', dav('lockdiscovery', xml)), token, isNew }
}
