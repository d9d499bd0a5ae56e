import type { Queries } from '@plinth/platform/database/database'
import type { FileTables } from '../tables.ts'
import type { Scratch } from './scratch.repository.ts'

export interface StoredContent {
  hash: string
  size: number
  /** How many entries and versions have it. */
  users: number
}

/** Those whose bytes are in the store, in the order of their hashes. */
export const storedContents = (scratch: Scratch) =>
  scratch.each<StoredContent>(`select c.hash, c.size, coalesce(u.refs, 0) as users from contents c
    left join users u on u.hash = c.hash where c.inline = 0 order by c.hash`)

/** Those in the database that lack their bytes, or have others. */
export const unsoundInline = (scratch: Scratch) =>
  scratch.each<{
    hash: string
    size: number
    real: number | null
  }>(`select c.hash, c.size, b.size as real from contents c
    join users u on u.hash = c.hash left join bytes b on b.hash = c.hash
    where c.inline = 1 and (b.hash is null or b.size <> c.size or b.sound = 0)`)

export const strayInline = (scratch: Scratch) =>
  scratch.each<{ hash: string; size: number }>(
    'select hash, size from bytes b where not exists (select 1 from contents c where c.hash = b.hash)',
  )

export const countUnused = (scratch: Scratch): number =>
  scratch.all<{ unused: number }>(
    'select count(*) as unused from contents c where not exists (select 1 from users u where u.hash = c.hash)',
  )[0]?.unused ?? 0

export const isSweeping = (scratch: Scratch, hash: string) =>
  scratch.all('select 1 from sweeping where hash = ?', hash).length > 0

export const unfinishedUploads = (scratch: Scratch) =>
  scratch.each<{ uploadid: string; nsname: string; filename: string }>('select * from uploads order by uploadid')

/** As things stand now: a content that is stored, or whose bytes are being removed. */
export async function isKnown(db: Queries<FileTables>, hash: string): Promise<boolean> {
  const stored = await db.query.selectFrom('blobs').select('hash').where('hash', '=', hash).executeTakeFirst()
  const going = await db.query.selectFrom('sweeping').select('hash').where('hash', '=', hash).executeTakeFirst()
  return stored !== undefined || going !== undefined
}
