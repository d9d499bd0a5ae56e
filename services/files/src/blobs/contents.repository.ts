import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared, preparedInsert } from '@plinth/platform/database/prepared'
import { type Kysely, sql } from 'kysely'
import type { FileTables } from '../tables.ts'

type FileTx = Tx<FileTables>

/** Of the content with no bytes. It is stored nowhere and counted nowhere, or all who write empty files would meet at one row. */
export const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface Content {
  hash: string
  size: number
}

/** False while the bytes of an earlier copy are being removed. Otherwise nobody removes it until the lease ends. */
export async function lease(tx: FileTx, { hash, size }: Content, leaseid: string, expiresat: number): Promise<boolean> {
  const busy = await tx.query.selectFrom('sweeping').select('hash').where('hash', '=', hash).executeTakeFirst()
  if (busy) return false
  await tx.query.insertInto('blobleases').values({ leaseid, hash, expiresat }).execute()
  await insertBlob(tx, { hash, size, inline: 0 })
  return true
}

/** Not one that has run out: its content may be gone. */
export async function extendLease(tx: FileTx, leaseid: string, { now, expiresat }: { now: number; expiresat: number }) {
  const living = tx.query.updateTable('blobleases').where('leaseid', '=', leaseid).where('expiresat', '>', now)
  await living.set({ expiresat }).execute()
}

/** False where it ran out meanwhile. */
export async function endLease(tx: FileTx, leaseid: string): Promise<boolean> {
  const ended = tx.query.deleteFrom('blobleases').where('leaseid', '=', leaseid).returning('expiresat')
  return (await ended.execute()).some(({ expiresat }) => expiresat > Date.now())
}

const newBlob = prepared((query: Kysely<FileTables>, given: Given<Content & { inline: 0 | 1; zerosince: number }>) =>
  query
    .insertInto('blobs')
    .values({
      ...{ hash: given('hash'), size: given('size'), inline: given('inline') },
      ...{ refs: sql.lit(0), zerosince: given('zerosince') },
    })
    .onConflict(known => known.column('hash').doNothing()),
)

const newBytes = prepared((query: Kysely<FileTables>, given: Given<{ hash: string; bytes: Uint8Array }>) =>
  query
    .insertInto('blobbytes')
    .values({ hash: given('hash'), bytes: given('bytes') })
    .onConflict(known => known.column('hash').doNothing()),
)

async function insertBlob(tx: FileTx, blob: Content & { inline: 0 | 1 }): Promise<void> {
  await newBlob(tx, { ...blob, zerosince: Date.now() })
}

export async function insertInline(tx: FileTx, { hash, bytes }: { hash: string; bytes: Uint8Array }): Promise<void> {
  await insertBlob(tx, { hash, size: bytes.length, inline: 1 })
  await newBytes(tx, { hash, bytes })
}

const insertDeltas = preparedInsert<FileTables, 'blobdeltas'>('blobdeltas', ['hash', 'refs'])

/** One more entry or version for each time a content is named. */
export const addRefs = (tx: FileTx, hashes: readonly (string | null)[]) => addDeltas(tx, hashes, 1)

/** One fewer. Those that nobody refers to any more are swept later. */
export const dropRefs = (tx: FileTx, hashes: readonly (string | null)[]) => addDeltas(tx, hashes, -1)

async function addDeltas(tx: FileTx, hashes: readonly (string | null)[], refs: 1 | -1): Promise<void> {
  const times = new Map<string, number>()
  for (const hash of hashes) if (hash && hash !== EMPTY) times.set(hash, (times.get(hash) ?? 0) + refs)
  await insertDeltas(
    tx,
    [...times].map(([hash, sum]) => ({ hash, refs: sum })),
  )
}

/** Counts some of what waits. Answers how many rows there were. */
export async function countRefs(tx: FileTx, atOnce: number): Promise<number> {
  const oldest = tx.query.selectFrom('blobdeltas').select('id').orderBy('id').limit(atOnce)
  const taken = await tx.query.deleteFrom('blobdeltas').where('id', 'in', oldest).returning(['hash', 'refs']).execute()
  const sums = new Map<string, number>()
  for (const { hash, refs } of taken) sums.set(hash, (sums.get(hash) ?? 0) + refs)
  // In the order of the hashes, so that two who count wait for each other in one order.
  for (const [hash, refs] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1))) {
    await tx.query
      .updateTable('blobs')
      .set(({ eb }) => ({
        refs: eb('refs', '+', refs),
        zerosince: sql<number | null>`case when refs + ${refs} = 0 then cast(${Date.now()} as bigint) end`,
      }))
      .where('hash', '=', hash)
      .execute()
  }
  return taken.length
}

export async function inlineBytes(db: Queries<FileTables>, hash: string): Promise<Uint8Array | undefined> {
  const row = await db.query.selectFrom('blobbytes').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}

/**
 * Takes some contents that nobody refers to out of the books. Those in the store get a mark that keeps everybody from storing
 * them anew until their bytes are gone. Serialisable, so a lease taken at this moment either is seen here or sees the mark.
 */
export async function takeUnused(tx: FileTx, { now, before, atOnce }: { now: number; before: number; atOnce: number }) {
  if (await isHeld(tx, now)) return { taken: 0, stored: [] }
  const unused = await tx.query
    .selectFrom('blobs')
    .select(['hash', 'inline'])
    .where('refs', '=', sql.lit(0))
    .where('zerosince', '<', before)
    .where(({ not, exists, selectFrom, lit }) =>
      not(exists(selectFrom('blobdeltas').select(lit(1).as('one')).whereRef('blobdeltas.hash', '=', 'blobs.hash'))),
    )
    .where(({ not, exists, selectFrom, lit }) =>
      not(
        exists(
          selectFrom('blobleases')
            .select(lit(1).as('one'))
            .whereRef('blobleases.hash', '=', 'blobs.hash')
            .where('expiresat', '>', now),
        ),
      ),
    )
    .limit(atOnce)
    .execute()
  if (unused.length === 0) return { taken: 0, stored: [] }
  const hashes = unused.map(({ hash }) => hash)
  const stored = unused.filter(({ inline }) => inline === 0).map(({ hash }) => hash)
  await tx.query.deleteFrom('blobs').where('hash', 'in', hashes).execute()
  await tx.query.deleteFrom('blobbytes').where('hash', 'in', hashes).execute()
  if (stored.length > 0) {
    await tx.query
      .insertInto('sweeping')
      .values(stored.map(hash => ({ hash, startedat: now })))
      .execute()
  }
  return { taken: unused.length, stored }
}

/** Somebody copies the contents of one moment: all of them stay until that is done. */
async function isHeld(tx: FileTx, now: number): Promise<boolean> {
  const hold = await tx.query
    .selectFrom('sweepholds')
    .select('holdid')
    .where('expiresat', '>', now)
    .limit(1)
    .executeTakeFirst()
  return hold !== undefined
}

export async function endSweeping(tx: FileTx, hash: string): Promise<void> {
  await tx.query.deleteFrom('sweeping').where('hash', '=', hash).execute()
}

/** Marks of sweepers that died, made ours: all, or that of one content. */
export async function takeOver(
  tx: FileTx,
  { now, before, hash }: { now: number; before: number; hash?: string | undefined },
): Promise<string[]> {
  const rows = await tx.query
    .updateTable('sweeping')
    .set({ startedat: now })
    .where('startedat', '<', before)
    .$if(hash !== undefined, update => update.where('hash', '=', hash ?? ''))
    .returning('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}
