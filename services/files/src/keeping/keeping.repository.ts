import type { Tx } from '@plinth/platform/database/database'
import type { Snapshot } from '@plinth/platform/database/snapshot'
import { indexAtOnce } from '../search/namegrams.repository.ts'
import type { FileTables } from '../tables.ts'

/**
 * What a backup leaves out, by table, or the condition of the rows that it takes: what only means something to the processes that
 * run now, unfinished uploads, whose bytes are not contents yet, thumbnails, which are made anew, and the index of names, which is
 * another on each engine.
 */
export const leftOut: Record<string, true | { take: string }> = {
  blobleases: true,
  namegrams: true,
  sweepholds: true,
  sweeping: true,
  thumbnailbytes: true,
  thumbnails: true,
  thumbnailwaits: true,
  uploads: { take: 'objid is not null' },
  ziptickets: true,
}

export interface KeptContent {
  hash: string
  size: number
  /** Something refers to it. Otherwise its bytes need not be there. */
  used: boolean
}

/** The contents whose bytes are in the store. */
export async function* storedContents(snapshot: Snapshot): AsyncGenerator<KeptContent> {
  const query = `select hash, size,
    refs + coalesce((select sum(d.refs) from blobdeltas d where d.hash = blobs.hash), 0) as refs
    from blobs where inline = 0 order by hash`
  for await (const page of snapshot.pages<{ hash: string; size: number; refs: number }>(query))
    for (const { hash, size, refs } of page) yield { hash, size, used: refs > 0 }
}

const AT_ONCE = 500

/** Makes the index of names, of all entries that are not in the trash. */
export async function indexAllNames(tx: Tx<FileTables>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx.query
      .selectFrom('entries')
      .select(['entryno', 'nsname', 'searchname'])
      .where('entryno', '>', after)
      .where('trashedat', 'is', null)
      .where('buried', '=', 0)
      .orderBy('entryno')
      .limit(AT_ONCE)
      .execute()
    await indexAtOnce(tx, rows)
    const last = rows.at(-1)
    if (!last) return
    after = last.entryno
  }
}
