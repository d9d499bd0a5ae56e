import type { Queries, Tx } from '@plinth/platform/database/database'
import { preparedInsert } from '@plinth/platform/database/prepared'
import { sql } from 'kysely'
import type { FileTables } from '../tables.ts'

export interface Size {
  bytes: number
  files: number
}

export interface Delta extends Size {
  folderid: string
}

/** Wakes those who count. */
export const sizesChannel = 'files.sizes'

export const sumOfNamespace = (nsname: string) => `ns:${nsname}`
export const sumOfOrg = (orgid: string) => `org:${orgid}`

const insertDeltas = preparedInsert<FileTables, 'sizedeltas'>('sizedeltas', ['folderid', 'bytes', 'files'])

/** Only ever adds rows, so that those who write to the same folder at the same time do not wait for each other. */
export async function addDeltas(tx: Tx<FileTables>, deltas: readonly Delta[]): Promise<void> {
  const changes = deltas.filter(({ bytes, files }) => bytes !== 0 || files !== 0)
  if (changes.length === 0) return
  await insertDeltas(tx, changes)
  tx.signal(sizesChannel)
}

/** As things stand: what is counted and what waits to be. */
export async function sizesOf(db: Queries<FileTables>, folderids: readonly string[]): Promise<Map<string, Size>> {
  if (folderids.length === 0) return new Map()
  return sizesAmong(db, sql`(${sql.join(folderids)})`)
}

interface Place {
  searchname: string
  objid: string
}

/** Of the folders in a folder, from the first to the last of those given, by name. */
export const sizesIn = (db: Queries<FileTables>, parentid: string, [first, last]: [Place, Place]) =>
  sizesAmong(
    db,
    sql`(select objid from entries where parentid = ${parentid} and objtype = 1
      and (searchname, objid) >= (${first.searchname}, ${first.objid})
      and (searchname, objid) <= (${last.searchname}, ${last.objid}))`,
  )

async function sizesAmong(db: Queries<FileTables>, folderids: ReturnType<typeof sql>): Promise<Map<string, Size>> {
  const { rows } = await sql<Delta>`
    select folderid, sum(bytes) as bytes, sum(files) as files from (
      select folderid, bytes, files from foldersizes where folderid in ${folderids}
      union all
      select folderid, bytes, files from sizedeltas where folderid in ${folderids}
    ) as parts group by folderid`.execute(db.query)
  return new Map(rows.map(({ folderid, bytes, files }) => [folderid, { bytes, files }]))
}

/** What a folder has passed on to the one above so far. What waits below will be passed to whichever is above it then. */
export async function countedSize(tx: Tx<FileTables>, folderid: string): Promise<Size> {
  const row = await tx.query
    .selectFrom('foldersizes')
    .select(['bytes', 'files'])
    .where('folderid', '=', folderid)
    .executeTakeFirst()
  return row ?? { bytes: 0, files: 0 }
}

/** Counts some of what waits, and passes it on to the folders above. Answers how many rows there were. */
export async function foldSome(tx: Tx<FileTables>, atOnce: number): Promise<number> {
  const oldest = tx.query.selectFrom('sizedeltas').select('id').orderBy('id').limit(atOnce)
  const taken = await tx.query
    .deleteFrom('sizedeltas')
    .where('id', 'in', oldest)
    .returning(['folderid', 'bytes', 'files'])
    .execute()
  if (taken.length === 0) return 0
  const sums = summed(taken)
  await count(tx, sums)
  await passOn(tx, sums)
  return taken.length
}

function summed(deltas: readonly Delta[]): Delta[] {
  const sums = new Map<string, Delta>()
  for (const { folderid, bytes, files } of deltas) {
    const sum = sums.get(folderid) ?? { folderid, bytes: 0, files: 0 }
    sums.set(folderid, { folderid, bytes: sum.bytes + bytes, files: sum.files + files })
  }
  return [...sums.values()]
}

async function count(tx: Tx<FileTables>, sums: Delta[]): Promise<void> {
  await tx.query
    .insertInto('foldersizes')
    .values(sums)
    .onConflict(known =>
      known.column('folderid').doUpdateSet(({ ref, eb }) => ({
        bytes: eb(ref('foldersizes.bytes'), '+', ref('excluded.bytes')),
        files: eb(ref('foldersizes.files'), '+', ref('excluded.files')),
      })),
    )
    .execute()
}

async function passOn(tx: Tx<FileTables>, sums: Delta[]): Promise<void> {
  const folderids = sums.map(({ folderid }) => folderid)
  const rows = await tx.query
    .selectFrom('entries')
    .select(['objid', 'parentid'])
    .where('objid', 'in', folderids)
    .execute()
  const above = new Map(rows.map(({ objid, parentid }) => [objid, parentid]))
  const deltas = sums.flatMap(({ folderid, ...size }) => {
    const to = above.get(folderid) ?? orgOf(folderid)
    return to ? [{ folderid: to, ...size }] : []
  })
  await addDeltas(tx, summed(deltas))
}

/** A namespace's sum begins with its organisation's id. */
const orgOf = (folderid: string) => {
  const [, orgid] = /^ns:([^/]+)\//.exec(folderid) ?? []
  return orgid ? sumOfOrg(orgid) : undefined
}

/** Of a folder that is removed: what waits at it goes on to the one above, so that nothing is counted that is not there. */
export async function removeSizes(tx: Tx<FileTables>, folderid: string, parentid: string | null): Promise<void> {
  const taken = await tx.query
    .deleteFrom('sizedeltas')
    .where('folderid', '=', folderid)
    .returning(['folderid', 'bytes', 'files'])
    .execute()
  await tx.query.deleteFrom('foldersizes').where('folderid', '=', folderid).execute()
  if (parentid) await addDeltas(tx, summed(taken.map(delta => ({ ...delta, folderid: parentid }))))
}
