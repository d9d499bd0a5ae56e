import type { IncomingMessage } from 'node:http'
import type { InputOf } from '@plinth/contract/call'
import type { uploadFile } from '@plinth/contract/files'
import type { addVersion } from '@plinth/contract/versions'
import type { Received } from '@plinth/platform/blobs/blobs'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { childOf, type Entry, FILE } from '../entries/entries.repository.ts'
import { folderAt, locate, namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf } from '../entries/fsobjects.ts'
import { mediatypeOf } from '../names.ts'
import { refuseShutOut } from '../namespaces/closures.service.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import type { FileTables } from '../tables.ts'
import { isBeyond, readForm } from './form.ts'
import { putFile, putVersion } from './putting.service.ts'
import { bytesLeft, refuseBeyondQuota } from './quota.ts'

type Fields = InputOf<typeof uploadFile>
type Check<F> = (fields: Record<string, string>) => F
/** Says what is wrong before the bytes are read, where that can be known. Answers the hash that they are to have. */
type LookAhead = (namespace: Namespace, sofar: Record<string, string>) => Promise<string | undefined>

export interface Incoming {
  request: IncomingMessage
  /** Tells a sender that waits for it to send the bytes. */
  goOn(): void
}

/** Of such a form all has come before its sender could be told what is wrong with it. */
const atOnceBytes = 64 * 1024

export function createUploads({ db }: Platform, contents: Contents) {
  const tables = db.withTables<FileTables>()

  /** Bytes on their way to the store, and what became of them if something else about the form is wrong. */
  async function receive<F extends { sha256?: string | undefined }>(
    { request, goOn }: Incoming,
    namespace: Namespace,
    check: Check<F>,
    lookAhead: LookAhead,
  ) {
    const left = await bytesLeft(tables, namespace)
    if (isBeyond(left, request)) throw new Refusal('QUOTA_FULL')
    const announced = Number(request.headers['content-length'] ?? Number.NaN)
    let received: Received | undefined
    goOn()
    try {
      const form = await readForm(request, async (bytes, sofar) => {
        const sha256 = announced <= atOnceBytes ? undefined : await lookAhead(namespace, sofar)
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

  const lookForName = (check: Check<Fields>) => async (namespace: Namespace, sofar: Record<string, string>) => {
    if (!('parentdirpath' in sofar && 'filename' in sofar)) return undefined
    const { parentdirpath, filename, conflict, sha256 } = check(sofar)
    const parent = await folderAt(tables, namespace, parentdirpath)
    if (conflict === 'refuse' && (await childOf(tables, parent.objid, filename))) throw new Refusal('NAME_TAKEN')
    return sha256
  }

  const lookForVersion =
    (check: Check<InputOf<typeof addVersion>>) => async (namespace: Namespace, sofar: Record<string, string>) => {
      if (!('objectid' in sofar && 'versionno' in sofar)) return undefined
      const { objectid, sha256 } = check(sofar)
      await locate(tables, namespace, objectid, FILE)
      return sha256
    }

  return {
    async upload(actor: FileActor, incoming: Incoming, check: Check<Fields>) {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { fields, received } = await receive(incoming, namespace, check, lookForName(check))
      const { parentdirpath, filename: name, conflict, lastmodified } = fields
      try {
        await refuseShutOut(tables, actor)
        const { objid: parentid } = await folderAt(tables, namespace, parentdirpath)
        const { hash, size } = received
        const content = { hash, size, mediatype: mediatypeOf(name), lastmodified }
        const put = { namespace, actor, parentid, name, conflict, content, action: 'file.upload' as const }
        return { fsobject: fsobjectOf(await contents.commit(received, tx => putFile(tx, put))) }
      } finally {
        await received.drop()
      }
    },

    /** Nothing is saved over what the sender has not seen. */
    async addVersion(actor: FileActor, incoming: Incoming, check: Check<InputOf<typeof addVersion>>) {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { fields, received } = await receive(incoming, namespace, check, lookForVersion(check))
      const { hash, size } = received
      try {
        await refuseShutOut(tables, actor)
        const saved = await contents.commit(received, async tx => {
          const { entry } = await locate(tx, namespace, fields.objectid, FILE)
          refuseOtherVersion(entry, fields.versionno, hash)
          await refuseBeyondQuota(tx, namespace, size)
          return putVersion(tx, actor, entry, { hash, size, mediatype: mediatypeOf(entry.name) })
        })
        return { fsobject: fsobjectOf(saved), versionno: saved.versionno }
      } finally {
        await received.drop()
      }
    },
  }
}

/** Whoever sends what is there already has sent it before, and did not hear the answer. */
function refuseOtherVersion(entry: Entry, versionno: number, hash: string | undefined): void {
  if (entry.versionno !== versionno && entry.blobhash !== hash) throw new Refusal('VERSION_CHANGED')
}

const withinLimits = (left: number | null, sha256: string | undefined) => ({
  ...(left === null ? {} : { limit: left }),
  ...(sha256 ? { expect: { sha256 } } : {}),
})

/** The only limit there is on a file is the room that is left. */
function asQuota(error: unknown): never {
  throw error instanceof Refusal && error.errcode === 'TOO_LARGE' ? new Refusal('QUOTA_FULL') : error
}
