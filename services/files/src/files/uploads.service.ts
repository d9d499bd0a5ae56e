import type { IncomingMessage } from 'node:http'
import type { InputOf } from '@plinth/contract/call'
import type { uploadFile } from '@plinth/contract/files'
import type { Received } from '@plinth/platform/blobs/blobs'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { childOf } from '../entries/entries.repository.ts'
import { folderAt, namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf } from '../entries/fsobjects.ts'
import { mediatypeOf } from '../names.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import type { FileTables } from '../tables.ts'
import { readForm } from './form.ts'
import { putFile } from './putting.service.ts'
import { bytesLeft } from './quota.ts'

type Fields = InputOf<typeof uploadFile>
type Check = (fields: Record<string, string>) => Fields

interface Incoming {
  request: IncomingMessage
  /** Tells a sender that waits for it to send the bytes. */
  goOn(): void
}

/** What a form needs beside the bytes of its file, at most. */
const formBytes = 128 * 1024

export function createUploads({ db }: Platform, contents: Contents) {
  const tables = db.withTables<FileTables>()

  /** Bytes on their way to the store, and what became of them if something else about the form is wrong. */
  async function receive({ request, goOn }: Incoming, namespace: Namespace, check: Check) {
    const left = await bytesLeft(tables, namespace)
    if (left !== null && Number(request.headers['content-length'] ?? 0) > left + formBytes)
      throw new Refusal('QUOTA_FULL')
    let received: Received | undefined
    goOn()
    try {
      const form = await readForm(request, async (bytes, sofar) => {
        const sha256 = await lookAhead(namespace, sofar, check)
        received = await contents.receive(bytes, withinLimits(left, sha256)).catch(asQuota)
        return received
      })
      const fields = check(form.fields)
      if (!form.file) throw new Refusal('BAD_INPUT', { data: { fields: { file: 'File cannot be empty' } } })
      if (fields.sha256 && fields.sha256 !== form.file.hash) throw new Refusal('CHECKSUM_WRONG')
      return { fields, received: form.file }
    } catch (error) {
      await received?.drop()
      throw error
    }
  }

  /** Where the fields came first, what is wrong with them is said before the bytes are read. */
  async function lookAhead(namespace: Namespace, sofar: Record<string, string>, check: Check) {
    if (!('parentdirpath' in sofar && 'filename' in sofar)) return undefined
    const { parentdirpath, filename, conflict, sha256 } = check(sofar)
    const parent = await folderAt(tables, namespace, parentdirpath)
    if (conflict === 'refuse' && (await childOf(tables, parent.objid, filename))) throw new Refusal('NAME_TAKEN')
    return sha256
  }

  return {
    async upload(actor: FileActor, incoming: Incoming, check: Check) {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { fields, received } = await receive(incoming, namespace, check)
      const { parentdirpath, filename: name, conflict } = fields
      try {
        const { objid: parentid } = await folderAt(tables, namespace, parentdirpath)
        const content = { hash: received.hash, size: received.size, mediatype: mediatypeOf(name) }
        const put = { namespace, actor, parentid, name, conflict, content, action: 'file.upload' as const }
        return { fsobject: fsobjectOf(await contents.commit(received, tx => putFile(tx, put))) }
      } finally {
        await received.drop()
      }
    },
  }
}

const withinLimits = (left: number | null, sha256: string | undefined) => ({
  ...(left === null ? {} : { limit: left }),
  ...(sha256 ? { expect: { sha256 } } : {}),
})

/** The only limit there is on a file is the room that is left. */
function asQuota(error: unknown): never {
  throw error instanceof Refusal && error.errcode === 'TOO_LARGE' ? new Refusal('QUOTA_FULL') : error
}
