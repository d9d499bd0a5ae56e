import type { ThumbnailSize } from '@plinth/contract/thumbnails'
import type { Database, Queries, Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { FileTables } from '../tables.ts'
import { isPicture } from './pictures.ts'

type FileTx = Tx<FileTables>

/** Wakes those who make them. */
export const thumbnailsChannel = 'files.thumbnails'

export interface Wanted {
  hash: string
  nsname: string
  /** Whoever looks at it is told when it is there. */
  folderid: string
}

/** For a content that just came. It only ever adds rows, unless others bring the same one at the same time. */
export async function wantThumbnail(tx: FileTx, { hash, nsname, folderid }: Wanted): Promise<void> {
  const added = await tx.query
    .insertInto('thumbnails')
    .values({ hash, state: 'wanted', dueat: Date.now(), attempts: 0 })
    .onConflict(known => known.column('hash').doNothing())
    .returning('hash')
    .execute()
  if (added.length === 0 && (await stateOf(tx, hash)) !== 'wanted') return
  await tx.query
    .insertInto('thumbnailwaits')
    .values({ hash, nsname, folderid })
    .onConflict(known => known.columns(['hash', 'folderid']).doNothing())
    .execute()
  tx.signal(thumbnailsChannel)
}

/** The same where it is not yet known to be a picture. */
export async function wantIfPicture(tx: FileTx, content: Wanted & { mediatype: string; size: number }): Promise<void> {
  if (isPicture(content)) await wantThumbnail(tx, content)
}

export async function stateOf(db: Queries<FileTables>, hash: string) {
  const row = await db.query.selectFrom('thumbnails').select('state').where('hash', '=', hash).executeTakeFirst()
  return row?.state
}

/** Of files by their ids: null where nobody has thought of one yet. */
export async function statesOfFiles(db: Queries<FileTables>, objids: readonly string[]) {
  return db.query
    .selectFrom('entries')
    .leftJoin('thumbnails', 'thumbnails.hash', 'entries.blobhash')
    .select(['objid', 'nsname', 'parentid', 'blobhash', 'state', 'dueat', 'attempts'])
    .where('objid', 'in', objids)
    .execute()
}

export async function thumbnailBytes(db: Queries<FileTables>, hash: string, size: ThumbnailSize) {
  const row = await db.query
    .selectFrom('thumbnailbytes')
    .select('bytes')
    .where('hash', '=', hash)
    .where('size', '=', size)
    .executeTakeFirst()
  return row?.bytes
}

export interface Claimed {
  hash: string
  attempts: number
}

/** Takes the one that has waited longest, until the given time. What is lost with the power is taken up anew. */
export async function claimThumbnail(
  { engine, lax }: Database<FileTables>,
  now: number,
  until: number,
): Promise<Claimed | undefined> {
  /** On PostgreSQL nodes claim side by side; without this they would wait for each other's rows. */
  const pastOthers = engine === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select hash from thumbnails where state = 'wanted' and dueat <= ${now} order by dueat, hash limit 1 ${pastOthers}
    )
    update thumbnails set dueat = ${until}, attempts = attempts + 1 where hash in (select hash from due)
    returning hash, attempts`.execute(lax.query)
  return rows[0]
}

/** Before all that others brought, and before what was looked at earlier; one that was begun waits as it did. */
export async function hurryThumbnails({ lax }: Database<FileTables>, hashes: string[], now: number): Promise<void> {
  const waiting = lax.query.updateTable('thumbnails').where('hash', 'in', hashes).where('state', '=', 'wanted')
  await waiting.where('attempts', '=', 0).set({ dueat: -now }).execute()
}

/** To be tried at a later time. */
export async function postponeThumbnail({ lax }: Database<FileTables>, hash: string, dueat: number): Promise<void> {
  await lax.query.updateTable('thumbnails').set({ dueat }).where('hash', '=', hash).execute()
}

export async function sizeOfContent(db: Queries<FileTables>, hash: string): Promise<number | undefined> {
  return (await db.query.selectFrom('blobs').select('size').where('hash', '=', hash).executeTakeFirst())?.size
}

/** Where the content went meanwhile, there is nothing to write down. */
export async function setThumbnail(
  tx: FileTx,
  hash: string,
  pictures: Record<ThumbnailSize, Uint8Array> | null,
): Promise<void> {
  const state = pictures ? 'made' : 'none'
  const known = await tx.query
    .updateTable('thumbnails')
    .set({ state })
    .where('hash', '=', hash)
    .returning('hash')
    .execute()
  await tx.query.updateTable('thumbnailwaits').set({ isover: 1 }).where('hash', '=', hash).execute()
  if (known.length === 0 || !pictures) return
  await tx.query
    .insertInto('thumbnailbytes')
    .values(Object.entries(pictures).map(([size, bytes]) => ({ hash, size, bytes })))
    .onConflict(made => made.columns(['hash', 'size']).doUpdateSet(({ ref }) => ({ bytes: ref('excluded.bytes') })))
    .execute()
}

/** The bytes are lost: they are made anew. */
export async function forgetThumbnail(tx: FileTx, hash: string): Promise<void> {
  await tx.query.deleteFrom('thumbnails').where('hash', '=', hash).where('state', '=', 'made').execute()
}

/** Folders that wait for something that is over. */
export async function takeWaits(tx: FileTx): Promise<Omit<Wanted, 'hash'>[]> {
  const over = tx.query.deleteFrom('thumbnailwaits').where('isover', '=', sql.lit(1))
  return over.returning(['nsname', 'folderid']).execute()
}
