import { UPLOAD_KEPT_MS } from '@plinth/platform/blobs/blobs'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { closuresOf } from '../namespaces/closures.repository.ts'
import type { FileTables } from '../tables.ts'
import type { UploadLocks } from './locks.service.ts'
import { setLooked, someQuiet, type Upload } from './uploads.repository.ts'
import type { ResumableUploads } from './uploads.service.ts'

const minute = 60_000
/** A client that is still there asks again long before. */
export const quietMs = 10 * minute
const atOnce = 100

/**
 * Makes files of uploads whose bytes are all here but whose client never came back to hear of it: its process, or ours, ended
 * between the last byte and the file.
 */
export function completeUploads(
  { db, jobs, log }: Pick<Platform, 'db' | 'jobs' | 'log'>,
  uploads: ResumableUploads,
  locks: UploadLocks,
) {
  const tables = db.withTables<FileTables>()

  jobs.every('files.uploads.complete', 5 * minute, (_payload, { signal }) => complete({ signal }))

  async function complete({ now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {}): Promise<void> {
    let last: Upload | undefined
    do {
      const quiet = await someQuiet(tables, { before: now - quietMs + UPLOAD_KEPT_MS, after: last, limit: atOnce })
      for (const upload of quiet) {
        signal?.throwIfAborted()
        const failure = await look(upload).catch(error => {
          log.warn({ err: error, uploadid: upload.uploadid }, 'could not finish an upload')
          return error
        })
        if (!isAway(failure)) await setLooked(tables.lax, upload.uploadid)
      }
      last = quiet.at(-1)
    } while (last)
  }

  async function look({ uploadid, nsname, userid, createdat, via }: Upload): Promise<void> {
    // Whoever was removed or signed out since it began, or whatever was closed, gets no new file. Who may write again can come for it.
    const { suspended, revoked } = await closuresOf(tables, { nsname, userid, issuedat: createdat, via })
    if (suspended || revoked) return
    await locks
      .within(uploadid, 'refuse', async upload => {
        if (upload.kind !== 'whole' || (await uploads.sizeOf(upload)) !== upload.size) return
        await uploads.finish({ nsname, userid, level: 'editor' }, upload)
      })
      .catch(unlessExpected)
  }

  return { complete }
}

/** Somebody is at it after all, or it cannot become a file: what is to be done about that is done. */
function unlessExpected(error: unknown): void {
  if (!(error instanceof Refusal) || isAway(error)) throw error
}

/** A store or a database that is away for a while says nothing against an upload: it is looked at again. */
const isAway = (error: unknown) =>
  error instanceof Refusal && ['STORAGE_DOWN', 'STORAGE_FULL', 'UNAVAILABLE'].includes(error.errcode)
