import type { Received, Source } from '@plinth/platform/blobs/blobs'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { FOLDER } from '../entries/entries.repository.ts'
import { locate, namespaceOf } from '../entries/entries.service.ts'
import { createFolders } from '../entries/folders.service.ts'
import { putFile } from '../files/putting.service.ts'
import { mediatypeOf } from '../names.ts'
import { refuseShutOut } from '../namespaces/closures.service.ts'
import type { FileTables } from '../tables.ts'
import { insertUpload, type NewUpload, removeUpload, removeUploads, setFile } from './uploads.repository.ts'

/** Trying again would end in the same way, so nothing of the upload is kept. Room, for one, may be made meanwhile. */
const forGood = new Set<string>(['CHECKSUM_WRONG', 'NAME_TAKEN', 'NOT_FOUND'])

/** What belongs to the transaction in which an upload becomes a file. */
interface Ending {
  /** How much room is kept for it in the books. */
  reserved: number
  first?: (tx: Tx<FileTables>) => Promise<void>
  last: (tx: Tx<FileTables>, objid: string) => Promise<void>
}

/** How an upload becomes a file, in one transaction: until then nobody sees anything of it, afterwards all of it. */
export function createFinishing({ db, blobs, log }: Pick<Platform, 'db' | 'blobs' | 'log'>, contents: Contents) {
  const tables = db.withTables<FileTables>()
  const folders = createFolders(db)

  async function become(actor: FileActor, upload: NewUpload, received: Received, ending: Ending): Promise<string> {
    const { filename: name, conflict, lastmodified } = upload
    const { reserved, first, last } = ending
    try {
      await refuseShutOut(tables, actor)
      const namespace = await namespaceOf(tables, actor.nsname)
      const { entry: top } = await locate(tables, namespace, upload.parentid, FOLDER)
      const parentid = await folders.below(actor, top.objid, upload.folders.split('/').filter(Boolean))
      const { hash, size } = received
      const content = { hash, size, mediatype: mediatypeOf(name), lastmodified: lastmodified ?? undefined }
      const put = { namespace, actor, parentid, name, conflict, content, action: 'file.upload' as const, reserved }
      return await contents.commit(received, async tx => {
        await first?.(tx)
        const { objid } = await putFile(tx, put)
        await last(tx, objid)
        return objid
      })
    } finally {
      await received.drop()
    }
  }

  async function discard(uploadids: readonly string[]): Promise<void> {
    for (const uploadid of uploadids) {
      await removeUpload(tables, uploadid)
      await blobs.parts.abort(uploadid)
    }
  }

  const discardQuietly = (uploadids: readonly string[]) =>
    discard(uploadids).catch(error => log.warn({ err: error }, 'bytes of an upload stay until it expires'))

  async function orDiscard(upload: NewUpload, work: () => Promise<string>): Promise<string> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && forGood.has(error.errcode))
        await discardQuietly([upload.uploadid, ...partidsOf(upload)])
      throw error
    }
  }

  return {
    /** With their bytes. */
    discard,

    /** Of an upload whose bytes are all there. After a crash anywhere in here it can be done again. */
    async finish(actor: FileActor, upload: NewUpload): Promise<string> {
      const { uploadid, sha256 } = upload
      const objid = await orDiscard(upload, async () => {
        const received = await blobs.parts.finish(uploadid, sha256 ? { expect: { sha256 } } : {})
        const last: Ending['last'] = async (tx, made) => {
          if (!(await setFile(tx, uploadid, made))) throw new Refusal('UPLOAD_BUSY')
        }
        return become(actor, upload, received, { reserved: upload.size, last })
      })
      // The content has them now. Where this fails, they go when the upload expires.
      await blobs.parts.abort(uploadid).catch(error => log.warn({ err: error }, 'could not clear an upload'))
      return objid
    },

    /** Of an upload that comes in one piece. If it breaks off nobody could go on with it, since nobody knows its address yet. */
    async takeWhole(actor: FileActor, upload: NewUpload, source: Source, signal?: AbortSignal): Promise<string> {
      const { sha256, size } = upload
      const partids = partidsOf(upload)
      const objid = await orDiscard(upload, async () => {
        const expect = sha256 ? { expect: { sha256 } } : {}
        const received = await contents.receive(source, { limit: size, ...expect, ...(signal ? { signal } : {}) })
        const first: Ending['first'] = tx => useUp(tx, partids)
        const last: Ending['last'] = (tx, made) => insertUpload(tx, { ...upload, objid: made })
        return become(actor, upload, received, { reserved: 0, first, last })
      })
      await discardQuietly(partids)
      return objid
    },
  }
}

/** The room of the parts becomes that of the whole. Of two that are put together from the same ones, one comes too late. */
async function useUp(tx: Tx<FileTables>, partids: readonly string[]): Promise<void> {
  if (!(await removeUploads(tx, partids))) throw new Refusal('UPLOAD_GONE')
}

const partidsOf = ({ partids }: NewUpload) => partids.split(' ').filter(Boolean)
