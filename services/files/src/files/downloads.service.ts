import { apiBase } from '@plinth/contract/call'
import { openTicket } from '@plinth/contract/files'
import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { EMPTY } from '../blobs/contents.repository.ts'
import { contentBelow, type Entry, FILE } from '../entries/entries.repository.ts'
import { fileAt, locate, namespaceOf } from '../entries/entries.service.ts'
import { closuresOf } from '../namespaces/closures.repository.ts'
import type { FileTables } from '../tables.ts'
import { findVersion } from '../versions/versions.repository.ts'
import type { Download } from './download.ts'

type Disposition = Download['disposition']

const minute = 60_000
const audience = 'file-ticket'
/** A download begins at once. What is shown is read in parts while somebody looks at it. */
const lifetimes: Record<Disposition, number> = { attachment: minute, inline: 15 * minute }

export function createDownloads({ db, serviceKeys }: Platform) {
  const tables = db.withTables<FileTables>()

  async function byId(nsname: string, objectid: string, versionno: number | undefined, disposition: Disposition) {
    const namespace = await namespaceOf(tables, nsname)
    const { entry } = await locate(tables, namespace, objectid, FILE)
    return versionno && versionno !== entry.versionno
      ? earlier(tables, entry, versionno, disposition)
      : current(entry, disposition)
  }

  return {
    byId,

    async byPath(actor: FileActor, filepath: string[], disposition: Disposition): Promise<Download> {
      const found = await contentBelow(tables, actor.nsname, filepath)
      if (found?.objtype === FILE) return { ...current(found, disposition), bytes: found.bytes }
      const namespace = await namespaceOf(tables, actor.nsname)
      return current(await fileAt(tables, namespace, filepath), disposition)
    },

    /** An address for one file, for a browser, which cannot send a token with a download. */
    async ticket(actor: FileActor, objectid: string, versionno: number | undefined, disposition: Disposition) {
      await byId(actor.nsname, objectid, versionno, disposition)
      const expiresat = Date.now() + lifetimes[disposition]
      const { nsname: ns, userid, held: { issuedat, via } = { issuedat: Date.now(), via: '' } } = actor
      const claims = { ns, userid, issuedat, via, objectid, versionno: versionno ?? 0, disposition }
      const ticket = await serviceKeys.sign(audience, claims, lifetimes[disposition])
      return { url: `${apiBase}${openTicket.path}?ticket=${ticket}`, expiresat }
    },

    async byTicket(ticket: string): Promise<Download> {
      const claims = await serviceKeys.verify(audience, ticket)
      if (!claims) throw new Refusal('LINK_DEAD')
      const { ns, userid, issuedat, via = '', objectid, versionno, disposition } = claims
      // Whoever was removed meanwhile, or whatever was closed, is not served by an address from before.
      const held = { nsname: String(ns), userid: String(userid), issuedat: Number(issuedat), via: String(via) }
      const { suspended, revoked } = await closuresOf(tables, held)
      if (suspended || revoked) throw new Refusal('LINK_DEAD')
      const found = byId(String(ns), String(objectid), Number(versionno) || undefined, disposition as Disposition)
      return found.catch(error => {
        throw error instanceof Refusal && error.errcode === 'FILE_TOKEN_OTHER' ? new Refusal('NOT_FOUND') : error
      })
    },
  }
}

export function current(entry: Entry, disposition: Disposition): Download {
  const { name, blobhash, size, mediatype, modifiedat, changedat } = entry
  return { name, hash: blobhash ?? EMPTY, size, mediatype: mediatype ?? '', modifiedat, changedat, disposition }
}

async function earlier(db: Queries<FileTables>, { objid, name }: Entry, versionno: number, disposition: Disposition) {
  const version = await findVersion(db, objid, versionno)
  if (!version) throw new Refusal('NOT_FOUND')
  const { blobhash: hash, size, mediatype, createdat: modifiedat } = version
  return { name, hash, size, mediatype, modifiedat, changedat: null, disposition }
}
