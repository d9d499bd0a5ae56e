import type { Queries, Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import type { FileTables } from '../tables.ts'

/** By entry, each property by its key. */
export async function propertiesOf(db: Queries<FileTables>, objids: readonly string[]) {
  const found = new Map<string, Map<string, string>>()
  if (objids.length === 0) return found
  const rows = await db.query.selectFrom('davprops').selectAll().where('objid', 'in', objids).orderBy('name').execute()
  for (const { objid, name, value } of rows) {
    found.set(objid, (found.get(objid) ?? new Map<string, string>()).set(name, value))
  }
  return found
}

export async function setProperty(tx: Tx<FileTables>, property: FileTables['davprops']): Promise<void> {
  await tx.query
    .insertInto('davprops')
    .values(property)
    .onConflict(known => known.columns(['objid', 'name']).doUpdateSet({ value: property.value }))
    .execute()
}

export async function removeProperty(tx: Tx<FileTables>, objid: string, name: string): Promise<void> {
  await tx.query.deleteFrom('davprops').where('objid', '=', objid).where('name', '=', name).execute()
}

/** A copy has what its original has, and nothing that was noted at what stood there before. */
export async function copyProperties(tx: Tx<FileTables>, srcids: readonly string[], dstids: readonly string[]) {
  if (srcids.length === 0) return
  await tx.query.deleteFrom('davprops').where('objid', 'in', dstids).execute()
  const known = await propertiesOf(tx, srcids)
  for (const [index, srcid] of srcids.entries()) {
    const [properties, objid] = [known.get(srcid), dstids[index]]
    if (!properties || !objid) continue
    const rows = [...properties].map(([name, value]) => ({ objid, name, value }))
    await tx.query.insertInto('davprops').values(rows).execute()
  }
}

interface Page {
  objtype: 1 | 2
  after: { searchname: string; objid: string } | undefined
  limit: number
}

/** Some of what a folder holds, with all that a listing over WebDAV can ask for. */
export async function childPage(db: Queries<FileTables>, parentid: string, { objtype, after, limit }: Page) {
  return db.query
    .selectFrom('entries')
    .select(['objid', 'objtype', 'name', 'searchname', 'blobhash', 'size', 'mediatype', 'createdat', 'modifiedat'])
    .where('parentid', '=', parentid)
    .where('objtype', '=', sql.lit(objtype))
    .$if(after !== undefined, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('searchname', 'objid'), '>', tuple(after?.searchname ?? '', after?.objid ?? '')),
      ),
    )
    .orderBy('searchname')
    .orderBy('objid')
    .limit(limit)
    .execute()
}
