import type { Queries } from '@plinth/platform/database/database'
import type { Platform } from '@plinth/platform/service'
import { FILE, FOLDER } from '../entries/entries.repository.ts'
import { bytesLeft } from '../files/quota.ts'
import { sizesOf, sumOfNamespace } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { hrefOf } from './addresses.ts'
import { childPage, propertiesOf } from './davprops.repository.ts'
import { DavFailure } from './failures.ts'
import { openGuard } from './guard.service.ts'
import type { Depth } from './headers.ts'
import { locksAsXml } from './lock-xml.ts'
import type { Lock } from './locks.repository.ts'
import { type Asked, asksDead, asksQuota, type Resource, resourceOf, responseOf } from './properties.ts'
import type { StoreRequest } from './store.ts'

const atOnce = 500
/** So much is sent before more is put together: what is asked for can be long, and is said of each. */
const pieceChars = 64 * 1024

export function createPropfind({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  /** The responses of a PROPFIND, a page at a time. It refuses before the first one. */
  return async (store: StoreRequest, asked: Asked, depth: Depth): Promise<AsyncIterable<string>> => {
    const { place, names } = store
    const guard = await openGuard(tables, store)
    const target = await guard.find(names)
    const { entry } = target
    if (!entry) throw new DavFailure(404)
    const isFolder = entry.objtype === FOLDER
    if (isFolder && depth === 'infinity') throw new DavFailure(403, 'propfind-finite-depth')
    // Only those that are told of: where each is has to be looked up, all the way to the top.
    const told = (locks: readonly Lock[]) => locksAsXml(tables, place, locks)
    const quota = asksQuota(asked) ? await quotaOf(tables, store) : undefined
    const dead = async (objids: string[]) => (asksDead(asked) ? propertiesOf(tables, objids) : new Map())
    const covering = guard.coveringTarget(target)
    const inherited = covering.filter(({ isdeep }) => isdeep === 1)
    const locksAt = Map.groupBy(guard.locks, ({ objid }) => objid)

    async function* responses() {
      if (!entry) return
      const name = names.at(-1) ?? place.at(-1) ?? ''
      const href = hrefOf(place, names, isFolder)
      const own = { ...resourceOf(entry), name, href, quota, locks: [...(await told(covering)).values()].join('') }
      yield responseOf({ ...own, dead: (await dead([entry.objid])).get(entry.objid) }, asked)
      if (!isFolder || depth === '0') return
      for (const objtype of [FOLDER, FILE] as const) yield* children(entry.objid, objtype)
    }

    async function* children(parentid: string, objtype: 1 | 2) {
      for (let after: { searchname: string; objid: string } | undefined; ; ) {
        const page = await childPage(tables, parentid, { objtype, after, limit: atOnce })
        const objids = page.map(({ objid }) => objid)
        const noted = await dead(objids)
        const held = objids.flatMap(objid => locksAt.get(objid) ?? [])
        const texts = await told([...inherited, ...held])
        let piece = ''
        for (const child of page) {
          const locks = [...inherited, ...(locksAt.get(child.objid) ?? [])]
            .map(({ token }) => texts.get(token))
            .join('')
          const href = hrefOf(place, [...names, child.name], objtype === FOLDER)
          const resource: Resource = { ...resourceOf(child), href, quota, locks, dead: noted.get(child.objid) }
          piece += responseOf(resource, asked)
          if (piece.length < pieceChars) continue
          yield piece
          piece = ''
        }
        yield piece
        after = page.at(-1)
        if (page.length < atOnce) return
      }
    }

    return responses()
  }
}

async function quotaOf(db: Queries<FileTables>, { namespace }: StoreRequest) {
  const sum = sumOfNamespace(namespace.nsname)
  const used = (await sizesOf(db, [sum])).get(sum)?.bytes ?? 0
  return { used, left: await bytesLeft(db, namespace) }
}
