import { createHash, randomBytes } from 'node:crypto'
import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { type createShare, type listShares, type Share, sharePath } from '@plinth/contract/shares'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import { sweep } from '@plinth/platform/database/sweep'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { changed } from '../changes.ts'
import { FOLDER, findEntry } from '../entries/entries.repository.ts'
import { locate, namespaceOf } from '../entries/entries.service.ts'
import type { FileTables } from '../tables.ts'
import { hashSharePassword } from './share-passwords.ts'
import { insertShare, removeShare, type ShareRow, sharePage } from './shares.repository.ts'

const day = 24 * 3_600_000
const pageSize = 50
const place = z.tuple([z.number(), z.string().regex(/^[\w-]+$/)])

/** A token has 256 random bits: one round of a fast hash keeps it as safe as many would. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Links, as those see them who make them. */
export function createShares({ db, jobs }: Platform) {
  const tables = db.withTables<FileTables>()

  // For a while one can still see in the list why a link has stopped working.
  jobs.every('files.shares', day / 24, () =>
    sweep(db, { table: 'shares', key: 'shareid', column: 'expiresat', below: Date.now() - 30 * day }),
  )

  return {
    async create(actor: FileActor, input: InputOf<typeof createShare>): Promise<ResponseOf<typeof createShare>> {
      const { objectid, kind, expiresat, password } = input
      if (expiresat !== null && expiresat <= Date.now()) throw wrong('expiresat', 'This is in the past.')
      const passwordhash = password === null ? null : await hashSharePassword(password)
      const token = randomBytes(32).toString('base64url')
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const { entry } = await locate(tx, namespace, objectid)
        const { objid, parentid, objtype, name } = entry
        if (kind === 'upload' && objtype !== FOLDER) throw wrong('kind', 'Files can be added to folders only.')
        const row: ShareRow = {
          ...{ shareid: randomBytes(12).toString('base64url'), tokenhash: tokenHash(token), nsname: actor.nsname },
          ...{ objid, kind, passwordhash, expiresat, downloads: 0, createdby: actor.userid, createdat: Date.now() },
          downloadlimit: kind === 'download' ? input.downloadlimit : null,
        }
        await insertShare(tx, row)
        const data = { shareid: row.shareid, kind }
        await changed(tx, actor, { action: 'link.create', target: objid, name, folderids: [parentid], data })
        return { share: shareOf({ ...row, objname: name, objtype }), path: sharePath(token) }
      })
    },

    async list({ nsname }: FileActor, { objectid, cursor }: InputOf<typeof listShares>) {
      const after = cursor ? decodeCursor(cursor, place) : null
      const found = await sharePage(tables, nsname, { objid: objectid, after, limit: pageSize + 1 })
      const page = cutPage(found, pageSize, ({ createdat, shareid }) => [createdat, shareid])
      return { shares: page.rows.map(shareOf), cursor: page.cursor }
    },

    async revoke(actor: FileActor, shareid: string): Promise<void> {
      await tables.transaction(async tx => {
        const share = await removeShare(tx, actor.nsname, shareid)
        if (!share) throw new Refusal('NOT_FOUND')
        const { name = '', parentid = null } = (await findEntry(tx, share.objid)) ?? {}
        const data = { shareid, kind: share.kind }
        await changed(tx, actor, { action: 'link.revoke', target: share.objid, name, folderids: [parentid], data })
      })
    },
  }
}

function shareOf(row: ShareRow & { objname: string; objtype: 1 | 2 }): Share {
  const { tokenhash: _, nsname: __, passwordhash, ...shown } = row
  return { ...shown, haspassword: passwordhash !== null }
}

const wrong = (field: string, sentence: string) => new Refusal('BAD_INPUT', { data: { fields: { [field]: sentence } } })
