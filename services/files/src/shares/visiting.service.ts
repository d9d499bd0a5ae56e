import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { listShared, SharedObject, shareInfo } from '@plinth/contract/shares'
import { Refusal } from '@plinth/platform/errors'
import { networkOf } from '@plinth/platform/networks'
import type { Platform } from '@plinth/platform/service'
import { listFolder } from '../dirs/listing.service.ts'
import { type Entry, FILE, FOLDER, type Step } from '../entries/entries.repository.ts'
import { type Located, locate } from '../entries/entries.service.ts'
import { closuresOf } from '../namespaces/closures.repository.ts'
import { findNamespace, type Namespace } from '../namespaces/namespaces.repository.ts'
import { type Size, sizesOf } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import type { Taker } from '../zips/takers.ts'
import { isSharePassword } from './share-passwords.ts'
import { giveBackDownload, type ShareRow, shareByToken, takeDownload } from './shares.repository.ts'
import { tokenHash } from './shares.service.ts'

const minute = 60_000
const passMs = 60 * minute
const audience = 'share-pass'

/** Tokens cannot be guessed; passwords can. Only those who guess are kept out. The rest keeps one visitor from taking up the server. */
const rates = {
  visit: { burst: 600, perMs: minute },
  guesses: { burst: 30, perMs: 15 * minute },
  guessesAtLink: { burst: 20, perMs: 15 * minute },
}

interface Held {
  token: string
  pass?: string | undefined
}

export interface Visit {
  share: ShareRow
  namespace: Namespace
  shared: Entry
}

type VisitedFolder = Visit & Pick<Located, 'entry'> & { taker: Taker }

/** Links, as those see them who were sent one. */
export function createVisits({ db, ratelimit, serviceKeys }: Platform) {
  const tables = db.withTables<FileTables>()

  async function limit(rate: keyof typeof rates, who: string): Promise<void> {
    const taken = await ratelimit.take(`share:${rate}:${who}`, rates[rate])
    if (!taken.ok) throw new Refusal('TOO_MANY_TRIES', { retryAfterMs: taken.retryAfterMs })
  }

  /** A link that lives. Whatever it died of looks the same from outside. */
  async function find(token: string): Promise<Visit> {
    const share = await shareByToken(tables, tokenHash(token))
    if (!share || (share.expiresat !== null && share.expiresat <= Date.now())) throw new Refusal('SHARE_DEAD')
    const namespace = await findNamespace(tables, share.nsname)
    const { suspended } = await closuresOf(tables, { nsname: share.nsname, userid: '', issuedat: Date.now(), via: '' })
    if (!namespace || suspended) throw new Refusal('SHARE_DEAD')
    const { entry: shared } = await locate(tables, namespace, share.objid).catch(asDead)
    return { share, namespace, shared }
  }

  async function visit(address: string, { token, pass }: Held): Promise<Visit> {
    await limit('visit', networkOf(address))
    const found = await find(token)
    if (found.share.passwordhash === null) return found
    const claims = pass ? await serviceKeys.verify(audience, pass).catch(() => null) : null
    if (claims?.shareid !== found.share.shareid) throw new Refusal('SHARE_PASSWORD')
    return found
  }

  /** What the link is to, or something below it; nothing else. */
  async function below({ share, namespace, shared }: Visit, objectid: string | undefined, objtype: 1 | 2) {
    if (share.kind !== 'download') throw new Refusal('NOT_FOUND')
    const found = await locate(tables, namespace, objectid ?? shared.objid, objtype)
    const end = found.wayUp.findIndex(({ objid }) => objid === shared.objid)
    if (end < 0) throw new Refusal('NOT_FOUND')
    return { ...found, wayUp: found.wayUp.slice(0, end + 1) }
  }

  return {
    visit,
    /** For what takes its time: a pass does not last as long, and whoever came in with one is not asked for it again. */
    find,

    async unlock(address: string, token: string, password: string) {
      const guesser = networkOf(address)
      await limit('visit', guesser)
      const { share } = await find(token)
      const here = `${share.shareid} ${guesser}`
      await limit('guesses', guesser)
      await limit('guessesAtLink', here)
      const right = share.passwordhash === null || (await isSharePassword(password, share.passwordhash))
      if (!right) throw new Refusal('SHARE_PASSWORD_WRONG')
      // Many who know it may come from one address.
      await ratelimit.reset(`share:guessesAtLink:${here}`)
      await ratelimit.reset(`share:guesses:${guesser}`)
      const expiresat = Date.now() + passMs
      return { pass: await serviceKeys.sign(audience, { shareid: share.shareid }, passMs), expiresat }
    },

    async info(address: string, held: Held): Promise<ResponseOf<typeof shareInfo>> {
      const { share, shared } = await visit(address, held)
      const { kind, expiresat, downloadlimit, downloads } = share
      const left = downloadlimit === null ? null : Math.max(0, downloadlimit - downloads)
      const shows = kind === 'download'
      const size =
        shows && shared.objtype === FOLDER ? (await sizesOf(tables, [shared.objid])).get(shared.objid) : undefined
      return { kind, objname: shared.name, fsobject: shows ? sharedObjectOf(shared, size) : null, expiresat, left }
    },

    async list(address: string, input: InputOf<typeof listShared>): Promise<ResponseOf<typeof listShared>> {
      const { entry, wayUp } = await below(await visit(address, input), input.objectid, FOLDER)
      const { cursor } = input
      const asked = { cursor, sort: 'name', folders: cursor ? 'none' : 'all' } as const
      const page = await listFolder(tables, entry.objid, asked)
      const fsobjects = page.entries.map(one => sharedObjectOf(one, page.sizes.get(one.objid)))
      return { steps: stepsOf(wayUp), fsobjects, cursor: page.cursor }
    },

    async file(address: string, held: Held, objectid: string | undefined) {
      const visited = await visit(address, held)
      return { share: visited.share, entry: (await below(visited, objectid, FILE)).entry }
    },

    async folder(address: string, held: Held, objectid: string | undefined): Promise<VisitedFolder> {
      const visited = await visit(address, held)
      const refuseShutOut = async () => void (await below(await find(held.token), objectid, FOLDER))
      const taker = { who: networkOf(address), refuseShutOut }
      return { ...visited, entry: (await below(visited, objectid, FOLDER)).entry, taker }
    },

    /** Counted before the first byte: whoever breaks off has used it all the same. */
    async count({ shareid }: ShareRow): Promise<void> {
      if (!(await takeDownload(tables, shareid))) throw new Refusal('SHARE_LIMIT')
    },

    /** Of one that failed here, before the first byte. */
    async giveBack({ shareid }: ShareRow): Promise<void> {
      await giveBackDownload(tables, shareid)
    },
  }
}

const stepsOf = (wayUp: readonly Step[]) => wayUp.map(({ objid, name }) => ({ objid, objname: name })).reverse()

function sharedObjectOf(
  entry: Pick<Entry, 'objtype' | 'objid' | 'name' | 'size' | 'mediatype' | 'modifiedat'>,
  folder?: Size,
): SharedObject {
  const { objtype, objid, name: objname, size, mediatype, modifiedat } = entry
  if (objtype === FILE) return { objtype, objid, objname, size, filecount: null, mediatype, modifiedat }
  const { bytes = 0, files = 0 } = folder ?? {}
  return { objtype, objid, objname, size: bytes, filecount: files, mediatype: null, modifiedat }
}

function asDead(error: unknown): never {
  throw error instanceof Refusal && error.errcode === 'NOT_FOUND' ? new Refusal('SHARE_DEAD') : error
}
