import { randomBytes } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'
import { openZipTicket } from '@plinth/contract/zips'
import { sweep } from '@plinth/platform/database/sweep'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { type Entry, FOLDER, findEntry, waysUp } from '../entries/entries.repository.ts'
import { folderAt, locate, namespaceOf } from '../entries/entries.service.ts'
import { closuresOf } from '../namespaces/closures.repository.ts'
import { refuseShutOut } from '../namespaces/closures.service.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import type { FileTables } from '../tables.ts'
import type { Taker } from './takers.ts'
import { createWalk } from './walking.service.ts'
import type { ZipEntry } from './zip-stream.ts'
import { entriesOf, findZipTicket, insertZipTicket } from './zips.repository.ts'

export interface Zip {
  name: string
  entries: AsyncGenerator<ZipEntry>
  taker: Taker
}

type Place = Pick<Namespace, 'nsname' | 'rootid'>

const minute = 60_000
const audience = 'zip-ticket'
/** Of what has no one folder to be named after. */
const plainName = 'Files.zip'
const checkedAtOnce = 500

export function createZips({ db, jobs, serviceKeys }: Platform, contents: Contents) {
  const tables = db.withTables<FileTables>()
  const walk = createWalk(tables, contents)

  jobs.every('files.ziptickets', 60 * minute, () =>
    sweep(db, { table: 'ziptickets', key: 'ticketid', column: 'expiresat', below: Date.now() }),
  )

  const member = (actor: FileActor): Taker => ({
    who: actor.userid,
    refuseShutOut: () => refuseShutOut(tables, actor),
  })

  /** Named ones lie in the archive as themselves, the top folder as what it holds. */
  function ofFolder({ nsname, rootid }: Place, { objid, name }: Entry, taker: Taker): Zip {
    if (objid === rootid) return { name: plainName, entries: walk.below(objid, ''), taker }
    return { name: `${name}.zip`, entries: walk.chosen(nsname, rootid, [objid]), taker }
  }

  async function ofChosen(namespace: Namespace, objids: string[], taker: Taker): Promise<Zip> {
    const { nsname, rootid } = namespace
    const [first] = await entriesOf(tables, nsname, objids.slice(0, 1))
    if (first && objids.length === 1) {
      const { name, objid, objtype } = first
      if (objtype === FOLDER) return ofFolder(namespace, (await locate(tables, namespace, objid)).entry, taker)
      return { name: `${name}.zip`, entries: walk.chosen(nsname, rootid, objids), taker }
    }
    const { name } = (first?.parentid && (await findEntry(tables, first.parentid))) || { name: '' }
    return { name: name ? `${name}.zip` : plainName, entries: walk.chosen(nsname, rootid, objids), taker }
  }

  /** All of them, so that an archive lacks nothing that was asked for. */
  async function refuseUnlessThere({ nsname, rootid }: Namespace, objids: string[]): Promise<void> {
    for (let from = 0; from < objids.length; from += checkedAtOnce) {
      const some = objids.slice(from, from + checkedAtOnce)
      const ways = await waysUp(tables, some)
      const known = await entriesOf(tables, nsname, some)
      const there = known.filter(({ objid }) => ways.get(objid)?.at(-1)?.objid === rootid)
      if (there.length < some.length) throw new Refusal('NOT_FOUND')
    }
  }

  return {
    ofFolder,

    async byPath(actor: FileActor, path: string[]): Promise<Zip> {
      const namespace = await namespaceOf(tables, actor.nsname)
      return ofFolder(namespace, await folderAt(tables, namespace, path), member(actor))
    },

    async byId(actor: FileActor, objectid: string): Promise<Zip> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { entry } = await locate(tables, namespace, objectid, FOLDER)
      return ofFolder(namespace, entry, member(actor))
    },

    async ticket({ nsname, userid, held }: FileActor, objectids: string[]) {
      const objids = [...new Set(objectids)]
      await refuseUnlessThere(await namespaceOf(tables, nsname), objids)
      const { issuedat, via } = held ?? { issuedat: Date.now(), via: '' }
      const expiresat = Date.now() + minute
      const ticketid = randomBytes(24).toString('base64url')
      await tables.transaction(tx => insertZipTicket(tx, { ticketid, nsname, objids: objids.join(','), expiresat }))
      const ticket = await serviceKeys.sign(audience, { ticketid, userid, issuedat, via }, minute)
      return { url: `${apiBase}${openZipTicket.path}?ticket=${ticket}`, expiresat }
    },

    /** It may be begun again within its minute, as browsers do when they resume. */
    async byTicket(ticket: string): Promise<Zip> {
      const claims = await serviceKeys.verify(audience, ticket)
      const row = claims && (await findZipTicket(tables, String(claims.ticketid)))
      if (!claims || !row) throw new Refusal('LINK_DEAD')
      const { nsname, objids } = row
      const { userid, issuedat, via = '' } = claims
      const held = { nsname, userid: String(userid), issuedat: Number(issuedat), via: String(via) }
      const refuseShutOut = async () => {
        const { suspended, revoked } = await closuresOf(tables, held)
        if (suspended || revoked) throw new Refusal('LINK_DEAD')
      }
      await refuseShutOut()
      const taker = { who: held.userid, refuseShutOut }
      return ofChosen(await namespaceOf(tables, nsname).catch(asDead), objids.split(','), taker)
    },
  }
}

/** The filestore was deleted in that minute. */
function asDead(error: unknown): never {
  throw error instanceof Refusal && error.errcode === 'FILE_TOKEN_OTHER' ? new Refusal('LINK_DEAD') : error
}
