import type { Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import { FILE, FOLDER } from '../entries/entries.repository.ts'
import { searchnameOf } from '../names.ts'
import { indexNames, unindexNames } from '../search/namegrams.repository.ts'
import { addDeltas, type Size, sizesOf } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'

type FileTx = Tx<FileTables>

/** Reads all entries once, since they have no index by content: that is why it is for some hashes together. */
export async function recountRefs(tx: FileTx, hashes: readonly string[]): Promise<number> {
  const list = sql.join(hashes)
  const { rows } = await sql<{ hash: string; refs: number }>`
    select hash, sum(refs) as refs from (
      select blobhash as hash, count(*) as refs from entries where blobhash in (${list}) group by blobhash
      union all select blobhash, count(*) from versions where blobhash in (${list}) group by blobhash
      union all select hash, -sum(refs) from blobdeltas where hash in (${list}) group by hash
    ) as parts group by hash`.execute(tx.query)
  const real = new Map(rows.map(({ hash, refs }) => [hash, refs]))
  for (const hash of hashes) {
    const refs = real.get(hash) ?? 0
    const zerosince = refs === 0 ? Date.now() : null
    await tx.query.updateTable('blobs').set({ refs, zerosince }).where('hash', '=', hash).execute()
  }
  return hashes.length
}

/** What is missing is added as one more change at the folder, so that it is passed on to those above like any other. */
export async function recountSize(tx: FileTx, folderid: string): Promise<number> {
  const there = await tx.query.selectFrom('entries').select('objid').where('objid', '=', folderid).executeTakeFirst()
  if (!there) return 0
  const { rows } = await sql<Size>`
    select coalesce(sum(bytes), 0) as bytes, coalesce(sum(files), 0) as files from (
      select size as bytes, 1 as files from entries where parentid = ${folderid} and objtype = ${sql.lit(FILE)}
      union all
      select s.bytes, s.files from entries e join foldersizes s on s.folderid = e.objid
      where e.parentid = ${folderid} and e.objtype = ${sql.lit(FOLDER)}
    ) as parts`.execute(tx.query)
  return correct(tx, folderid, rows[0])
}

/** The sum of a filestore ('ns:…') or of an organisation ('org:…'). */
export async function recountSum(tx: FileTx, folderid: string, place: string): Promise<number> {
  const { rows } = folderid.startsWith('ns:')
    ? await sql<Size>`
        select coalesce(sum(bytes), 0) as bytes, coalesce(sum(files), 0) as files from (
          select size as bytes, 1 as files from entries where nsname = ${place} and objtype = ${sql.lit(FILE)}
          union all
          select v.size, 0 from versions v join entries e on e.objid = v.objid where e.nsname = ${place}
        ) as parts`.execute(tx.query)
    : await sql<Size>`
        select coalesce(sum(s.bytes), 0) as bytes, coalesce(sum(s.files), 0) as files
        from namespaces n join foldersizes s on s.folderid = 'ns:' || n.nsname where n.orgid = ${place}`.execute(
        tx.query,
      )
  return correct(tx, folderid, rows[0])
}

async function correct(tx: FileTx, folderid: string, real: Size = { bytes: 0, files: 0 }): Promise<number> {
  const { bytes = 0, files = 0 } = (await sizesOf(tx, [folderid])).get(folderid) ?? {}
  const change = { folderid, bytes: real.bytes - bytes, files: real.files - files }
  await addDeltas(tx, [change])
  return change.bytes === 0 && change.files === 0 ? 0 : 1
}

/** The names of these entries as they are searched by. What the index knows of entries that are not there, or in the trash, goes. */
export async function indexAnew(tx: FileTx, entrynos: readonly number[]): Promise<number> {
  const rows = await tx.query
    .selectFrom('entries')
    .select(['entryno', 'nsname', 'name', 'trashedat', 'buried'])
    .where('entryno', 'in', entrynos)
    .execute()
  const named = rows.map(row => ({ ...row, searchname: searchnameOf(row.name) }))
  for (const { entryno, searchname } of named)
    await tx.query.updateTable('entries').set({ searchname }).where('entryno', '=', entryno).execute()
  const searched = named.filter(({ trashedat, buried }) => trashedat === null && buried === 0)
  const there = new Set(searched.map(({ entryno }) => entryno))
  unindexNames(
    tx,
    entrynos.filter(entryno => !there.has(entryno)),
  )
  indexNames(tx, searched)
  return entrynos.length
}
