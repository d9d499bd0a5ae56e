import { randomBytes } from 'node:crypto'
import { UPLOAD_KEPT_MS } from '@plinth/platform/blobs/blobs'
import type { Database, Queries, Tx } from '@plinth/platform/database/database'
import { preparedInsert } from '@plinth/platform/database/prepared'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { FileTables } from '../tables.ts'

export type Upload = Selectable<FileTables['uploads']>
export type NewUpload = Omit<Upload, 'lockid' | 'locknode' | 'lockeduntil' | 'wanted' | 'looked'>

export const newUploadid = () => randomBytes(18).toString('base64url')

const insertUploads = preparedInsert<FileTables, 'uploads'>('uploads', [
  ...['uploadid', 'nsname', 'userid', 'kind', 'partids', 'parentid', 'folders', 'filename', 'conflict', 'sha256'],
  ...['size', 'metadata', 'objid', 'createdat', 'expiresat', 'lockid', 'locknode', 'lockeduntil', 'wanted', 'looked'],
  ...['via', 'lastmodified', 'received'],
])

export async function insertUpload(tx: Tx<FileTables>, upload: NewUpload): Promise<void> {
  await insertUploads(tx, [{ ...upload, lockid: null, locknode: null, lockeduntil: 0, wanted: 0, looked: 0 }])
}

export async function findUpload(db: Queries<FileTables>, uploadid: string): Promise<Upload | undefined> {
  return db.query.selectFrom('uploads').selectAll().where('uploadid', '=', uploadid).executeTakeFirst()
}

export async function findUploads(db: Queries<FileTables>, uploadids: readonly string[]): Promise<Upload[]> {
  return db.query.selectFrom('uploads').selectAll().where('uploadid', 'in', uploadids).execute()
}

/** False where it is a file already, or was given up. */
export async function setFile(tx: Tx<FileTables>, uploadid: string, objid: string): Promise<boolean> {
  const changed = await tx.query
    .updateTable('uploads')
    .set({ objid })
    .where('uploadid', '=', uploadid)
    .where('objid', 'is', null)
    .returning('uploadid')
    .execute()
  return changed.length > 0
}

export async function removeUpload(db: Queries<FileTables>, uploadid: string): Promise<void> {
  await db.query.deleteFrom('uploads').where('uploadid', '=', uploadid).execute()
}

/** False where not all of them were there. */
export async function removeUploads(tx: Tx<FileTables>, uploadids: readonly string[]): Promise<boolean> {
  if (uploadids.length === 0) return true
  const removed = await tx.query
    .deleteFrom('uploads')
    .where('uploadid', 'in', uploadids)
    .returning('uploadid')
    .execute()
  return removed.length === uploadids.length
}

/** Nobody brings bytes at the moment. */
const isFree = ({ eb, or }: ExpressionBuilder<FileTables, 'uploads'>) =>
  or([eb('lockid', 'is', null), eb('lockeduntil', '<', Date.now())])

export async function someExpired(db: Queries<FileTables>, now: number, limit: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('uploads')
    .select('uploadid')
    .where('expiresat', '<', now)
    .where(isFree)
    .orderBy('expiresat')
    .limit(limit)
    .execute()
  return rows.map(({ uploadid }) => uploadid)
}

/** False where bytes came in the meantime, or come now. */
export async function removeExpired(db: Queries<FileTables>, uploadid: string, now: number): Promise<boolean> {
  const removed = await db.query
    .deleteFrom('uploads')
    .where('uploadid', '=', uploadid)
    .where('expiresat', '<', now)
    .where(isFree)
    .returning('uploadid')
    .execute()
  return removed.length > 0
}

interface Lock {
  lockid: string
  /** The process that holds it. */
  locknode: string
  lockeduntil: number
}

/** What is not lost with the power needs no wait for the disk: after that nobody holds a lock anyway. */
type Lax = Database<FileTables>['lax']

interface Taking extends Lock {
  now: number
  /** There is only one process on an embedded database: a lock of another one is of one that died. */
  alone: boolean
}

/** The upload as it is now, or undefined where somebody else holds it. */
export async function takeLock({ query }: Lax, uploadid: string, taking: Taking): Promise<Upload | undefined> {
  const { now, alone, ...lock } = taking
  return query
    .updateTable('uploads')
    .set({ ...lock, wanted: 0, looked: 0 })
    .where('uploadid', '=', uploadid)
    .where(({ eb, or }) =>
      or([
        eb('lockid', 'is', null),
        eb('lockeduntil', '<', now),
        ...(alone ? [eb('locknode', '<>', lock.locknode)] : []),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** False where it is lost, or somebody else wants it. */
export async function renewLock({ query }: Lax, uploadid: string, lockid: string, until: number): Promise<boolean> {
  const row = await query
    .updateTable('uploads')
    .set({ lockeduntil: until })
    .where('uploadid', '=', uploadid)
    .where('lockid', '=', lockid)
    .returning('wanted')
    .executeTakeFirst()
  return row?.wanted === 0
}

export async function releaseLock({ query }: Lax, uploadid: string, lockid: string): Promise<void> {
  await query
    .updateTable('uploads')
    .set({ lockid: null })
    .where('uploadid', '=', uploadid)
    .where('lockid', '=', lockid)
    .execute()
}

export async function setWanted(tx: Tx<FileTables>, uploadid: string): Promise<void> {
  await tx.query.updateTable('uploads').set({ wanted: 1 }).where('uploadid', '=', uploadid).execute()
}

/** Bytes came, so it stays for longer. */
export async function postpone({ query }: Lax, { uploadid, expiresat, via, received }: NewUpload): Promise<void> {
  await query.updateTable('uploads').set({ expiresat, via, received }).where('uploadid', '=', uploadid).execute()
}

/** So long all that was announced is kept free for bytes that do not come. */
const roomKeptMs = 3_600_000

export const isForsaken = ({ expiresat }: Pick<NewUpload, 'expiresat'>) =>
  expiresat < Date.now() + UPLOAD_KEPT_MS - roomKeptMs

/**
 * What uploads that are no files yet have announced. Whoever has closed their laptop keeps no room from others: of those it is
 * what has come, since that is on the disk.
 */
function announced(db: Queries<FileTables>) {
  const now = Date.now()
  const isUnderWay = sql`expiresat >= ${now + UPLOAD_KEPT_MS - roomKeptMs} or (lockid is not null and lockeduntil > ${now})`
  return (
    db.query
      .selectFrom('uploads')
      // Anybody can announce anything: SQLite's sum of whole numbers fails where it grows too large.
      .select(sql<number>`sum(1.0 * case when ${isUnderWay} then size else received end)`.as('bytes'))
      .where('objid', 'is', sql.lit(null))
      .where('expiresat', '>', now)
  )
}

export async function reservedIn(db: Queries<FileTables>, nsname: string): Promise<number> {
  const row = await announced(db).where('nsname', '=', nsname).executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Its namespaces' names begin with its id and a slash, behind which a zero comes next. */
export async function reservedInOrg(db: Queries<FileTables>, orgid: string): Promise<number> {
  const row = await announced(db).where('nsname', '>', `${orgid}/`).where('nsname', '<', `${orgid}0`).executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Of the same person, for the same place and as large, to which nothing has come since the given time. */
export async function removeQuietLike(tx: Tx<FileTables>, upload: NewUpload, before: number): Promise<string[]> {
  const { nsname, userid, parentid, folders, filename, size } = upload
  const removed = await tx.query
    .deleteFrom('uploads')
    .where('nsname', '=', nsname)
    .where('objid', 'is', null)
    .where('kind', '=', 'whole')
    .where('userid', '=', userid)
    .where('parentid', '=', parentid)
    .where('folders', '=', folders)
    .where('filename', '=', filename)
    .where('size', '=', size)
    .where('expiresat', '<', before + UPLOAD_KEPT_MS)
    .where(isFree)
    .returning('uploadid')
    .execute()
  return removed.map(({ uploadid }) => uploadid)
}

/** Some that nobody has asked for since the given time, and that nobody has looked at since they were asked for last. */
export async function someQuiet(
  db: Queries<FileTables>,
  { before, after, limit }: { before: number; after: Upload | undefined; limit: number },
): Promise<Upload[]> {
  return db.query
    .selectFrom('uploads')
    .selectAll()
    .where('objid', 'is', sql.lit(null))
    .where('looked', '=', sql.lit(0))
    .where('expiresat', '<', before)
    .$if(after !== undefined, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('expiresat', 'uploadid'), '>', tuple(after?.expiresat ?? 0, after?.uploadid ?? '')),
      ),
    )
    .orderBy('expiresat')
    .orderBy('uploadid')
    .limit(limit)
    .execute()
}

/** Unless somebody is at it: then it is looked at again later. */
export async function setLooked({ query }: Lax, uploadid: string): Promise<void> {
  const idle = query.updateTable('uploads').set({ looked: 1 }).where('uploadid', '=', uploadid)
  await idle.where('lockid', 'is', null).execute()
}
