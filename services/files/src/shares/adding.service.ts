import type { IncomingMessage } from 'node:http'
import type { InputOf } from '@plinth/contract/call'
import type { uploadShared } from '@plinth/contract/shares'
import type { Received } from '@plinth/platform/blobs/blobs'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { isBeyond, readForm } from '../files/form.ts'
import { putFile } from '../files/putting.service.ts'
import { bytesLeft } from '../files/quota.ts'
import { mediatypeOf } from '../names.ts'
import type { FileTables } from '../tables.ts'
import type { createVisits, Visit } from './visiting.service.ts'

type Fields = InputOf<typeof uploadShared>

interface Incoming {
  address: string
  request: IncomingMessage
  goOn(): void
}

/** Files that come by a link for uploads. */
export function createAdding({ db }: Platform, contents: Contents, visits: ReturnType<typeof createVisits>) {
  const tables = db.withTables<FileTables>()

  /** The link stands in the fields, so they are read first, and no byte is taken in before it is known to be good. */
  async function receive({ address, request, goOn }: Incoming, check: (fields: Record<string, string>) => Fields) {
    let taken: { visit: Visit; fields: Fields; received: Received } | undefined
    goOn()
    try {
      const form = await readForm(request, async (bytes, sofar) => {
        const fields = check(sofar)
        const visit = forUploads(await visits.visit(address, fields))
        const left = await bytesLeft(tables, visit.namespace)
        if (isBeyond(left, request)) throw new Refusal('QUOTA_FULL')
        const received = await contents.receive(bytes, left === null ? {} : { limit: left }).catch(asQuota)
        taken = { visit, fields, received }
        return taken
      })
      if (form.file) return form.file
      check(form.fields)
      throw new Refusal('BAD_INPUT', { data: { fields: { file: 'File cannot be empty' } } })
    } catch (error) {
      await taken?.received.drop()
      throw error
    }
  }

  return {
    async add(incoming: Incoming, check: (fields: Record<string, string>) => Fields) {
      const { fields, received } = await receive(incoming, check)
      try {
        // It may have died while the bytes came, for longer than a pass serves.
        const { namespace, shared } = forUploads(await visits.find(fields.token))
        const { hash, size } = received
        const { filename: name, lastmodified } = fields
        // Nobody we know has made it.
        const actor = { nsname: namespace.nsname, userid: '', level: 'editor' as const }
        const content = { hash, size, mediatype: mediatypeOf(name), lastmodified }
        const put = { namespace, actor, parentid: shared.objid, name, content, action: 'link.upload' as const }
        const entry = await contents.commit(received, tx => putFile(tx, { ...put, conflict: 'keepboth' }))
        return { objname: entry.name, size }
      } finally {
        await received.drop()
      }
    },
  }
}

function forUploads(visit: Visit): Visit {
  if (visit.share.kind !== 'upload') throw new Refusal('NOT_FOUND')
  return visit
}

function asQuota(error: unknown): never {
  throw error instanceof Refusal && error.errcode === 'TOO_LARGE' ? new Refusal('QUOTA_FULL') : error
}
