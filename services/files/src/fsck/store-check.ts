import { createHash } from 'node:crypto'
import { BlobMissing, type Blobs, type StoredBlob } from '@plinth/platform/blobs/blobs'
import type { Database } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileTables } from '../tables.ts'
import { findUpload } from '../uploads/uploads.repository.ts'
import { usersOf } from './checks.repository.ts'
import {
  countUnused,
  isKnown,
  isSweeping,
  type StoredContent,
  storedContents,
  strayInline,
  unfinishedUploads,
  unsoundInline,
} from './contents.repository.ts'
import type { Findings } from './findings.ts'
import type { Scratch } from './scratch.repository.ts'

const hour = 3_600_000
const READ_AT_ONCE = 4
const PAGE = 1_000

export interface StoreCheck {
  scratch: Scratch
  blobs: Blobs
  /** As things stand now: the store is not of the same moment as the books, so what looks wrong is looked at again. */
  db: Database<FileTables>
  findings: Findings
  quick: boolean
  tell(progress: string): void
}

/** Every content has its bytes, and all bytes belong to a content. */
export async function checkStore(check: StoreCheck): Promise<void> {
  checkInline(check)
  const read = createReading(check)
  const contents = storedContents(check.scratch)[Symbol.iterator]()
  let next = contents.next()
  for await (const blob of allBlobs(check.blobs)) {
    for (; !next.done && next.value.hash < blob.hash; next = contents.next()) await checkMissing(check, next.value)
    if (next.done || next.value.hash !== blob.hash) await checkLeftover(check, blob)
    else {
      await checkSize(check, next.value, blob.size)
      await read.add(next.value)
      next = contents.next()
    }
  }
  for (; !next.done; next = contents.next()) await checkMissing(check, next.value)
  await read.end()
  check.findings.note('contents are used by nothing any more and will be swept.', countUnused(check.scratch))
  await checkUploads(check)
}

async function* allBlobs(blobs: Blobs): AsyncGenerator<StoredBlob> {
  for (let after = ''; ; ) {
    const page = await blobs.list({ after, limit: PAGE })
    yield* page
    after = page.at(-1)?.hash ?? ''
    if (page.length < PAGE) return
  }
}

function checkInline({ scratch, findings }: StoreCheck): void {
  for (const { hash, size, real } of unsoundInline(scratch)) {
    const what =
      real === null
        ? 'are missing from the database'
        : real === size
          ? 'in the database are damaged'
          : `in the database are ${real}, not ${size}`
    findings.fault('bytes', `The bytes of the content ${hash}${usersOf(scratch, hash)} ${what}.`)
  }
  for (const { hash, size } of strayInline(scratch))
    findings.fault('leftover', `The database holds ${size} bytes of a content ${hash} that is not in the books.`)
}

/** A list may be behind what it lists. What nothing uses may be missing: somebody is about to store it, or to remove it. */
async function checkMissing(check: StoreCheck, content: StoredContent): Promise<void> {
  const { blobs, db, findings, scratch } = check
  if (content.users === 0) return
  const size = await blobs.size(content.hash)
  if (size !== undefined) return checkSize(check, content, size)
  if (await isKnown(db, content.hash))
    findings.fault('bytes', `The bytes of the content ${content.hash}${usersOf(scratch, content.hash)} are missing.`)
}

async function checkSize({ findings, scratch }: StoreCheck, { hash, size, users }: StoredContent, real: number) {
  if (users > 0 && real !== size)
    findings.fault('bytes', `The content ${hash}${usersOf(scratch, hash)} has ${real} bytes in the store, not ${size}.`)
}

async function checkLeftover({ db, findings, scratch }: StoreCheck, { hash, size, modified }: StoredBlob) {
  if (isSweeping(scratch, hash) || (await isKnown(db, hash))) return
  if (modified > Date.now() - hour) findings.note('contents in the store are young and used by nothing.')
  else findings.fault('leftover', `The store holds ${size} bytes of a content ${hash} that is not in the books.`)
}

/** Reads contents and compares their hashes, some at a time. */
function createReading(check: StoreCheck) {
  let waiting: StoredContent[] = []
  let [count, bytes] = [0, 0]

  async function readSome(): Promise<void> {
    const some = waiting
    waiting = []
    const work = some[Symbol.iterator]()
    const worker = async () => {
      for (const content of work) {
        await readOne(check, content)
        count++
        bytes += content.size
        check.tell(
          `Reading the contents: ${count.toLocaleString('en')}, ${Math.round(bytes / 1e6).toLocaleString('en')} MB`,
        )
      }
    }
    await Promise.all(Array.from({ length: READ_AT_ONCE }, worker))
  }

  return {
    async add(content: StoredContent): Promise<void> {
      if (check.quick || content.users === 0) return
      if (waiting.push(content) === PAGE) await readSome()
    },
    end: readSome,
  }
}

async function readOne({ blobs, db, findings, scratch }: StoreCheck, { hash, size }: StoredContent): Promise<void> {
  if ((await hashOf(blobs, hash)) === hash) return
  // Once more, in case it was the reading that failed.
  const again = await hashOf(blobs, hash)
  if (again === hash || !(await isKnown(db, hash))) return
  // Of another size: that is told already.
  if ((await blobs.size(hash)) !== size) return
  const what = again === undefined ? 'cannot be read' : 'are damaged'
  findings.fault('bytes', `The bytes of the content ${hash}${usersOf(scratch, hash)} ${what}.`)
}

/** Undefined where it breaks off. A store that is away as a whole is another matter, and ends the check. */
async function hashOf(blobs: Blobs, hash: string): Promise<string | undefined> {
  try {
    const digest = createHash('sha256')
    for await (const chunk of await blobs.open(hash)) digest.update(chunk)
    return digest.digest('hex')
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    await blobs.ping()
    return undefined
  }
}

async function checkUploads({ scratch, blobs, db, findings }: StoreCheck): Promise<void> {
  const rows = unfinishedUploads(scratch)[Symbol.iterator]()
  let next = rows.next()
  const missing = async ({ uploadid, nsname, filename }: { uploadid: string; nsname: string; filename: string }) => {
    if ((await isUploadThere(blobs, uploadid)) || (await findUpload(db, uploadid))?.objid !== null) return
    findings.fault('upload', `The upload of ${filename || 'a part'} to ${nsname} (${uploadid}) has lost its bytes.`)
  }
  for (let after = ''; ; ) {
    const page = await blobs.parts.list({ after, limit: PAGE })
    for (const { uploadid } of page) {
      for (; !next.done && next.value.uploadid < uploadid; next = rows.next()) await missing(next.value)
      if (!next.done && next.value.uploadid === uploadid) next = rows.next()
      else if (!(await findUpload(db, uploadid))) findings.note('uploads belong to nothing any more and will be swept.')
    }
    after = page.at(-1)?.uploadid ?? ''
    if (page.length < PAGE) break
  }
  for (; !next.done; next = rows.next()) await missing(next.value)
}

async function isUploadThere(blobs: Blobs, uploadid: string): Promise<boolean> {
  return blobs.parts.size(uploadid).then(
    () => true,
    error => {
      if (error instanceof Refusal && error.errcode === 'NOT_FOUND') return false
      throw error
    },
  )
}
