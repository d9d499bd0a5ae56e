import type { Queries, Tx } from '@plinth/platform/database/database'
import type { Selectable } from 'kysely'
import { type Entry, newObjid } from '../entries/entries.repository.ts'
import { indexNames } from '../search/namegrams.repository.ts'
import type { FileTables } from '../tables.ts'

export type Copy = Selectable<FileTables['copies']>
export type CopyFolder = Selectable<FileTables['copyfolders']>

export async function insertCopy(tx: Tx<FileTables>, copy: Copy, srcid: string): Promise<void> {
  const { jobid, copyid: dstid } = copy
  await tx.query.insertInto('copies').values(copy).execute()
  await tx.query.insertInto('copyfolders').values({ jobid, srcid, dstid, aftername: '' }).execute()
}

export async function findCopy(db: Queries<FileTables>, jobid: string): Promise<Copy | undefined> {
  return db.query.selectFrom('copies').selectAll().where('jobid', '=', jobid).executeTakeFirst()
}

export async function updateCopy(tx: Tx<FileTables>, jobid: string, change: Partial<Copy>): Promise<void> {
  await tx.query
    .updateTable('copies')
    .set({ ...change, updatedat: Date.now() })
    .where('jobid', '=', jobid)
    .execute()
}

/** The next folder to take entries from. */
export async function nextFolder(tx: Tx<FileTables>, jobid: string): Promise<CopyFolder | undefined> {
  return tx.query
    .selectFrom('copyfolders')
    .selectAll()
    .where('jobid', '=', jobid)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

type Place = Pick<CopyFolder, 'srcid' | 'aftername'>

export async function childrenAfter(tx: Tx<FileTables>, folder: Place, limit: number): Promise<Entry[]> {
  return tx.query
    .selectFrom('entries')
    .selectAll()
    .where('parentid', '=', folder.srcid)
    .where('name', '>', folder.aftername)
    .where('trashedat', 'is', null)
    .orderBy('name')
    .limit(limit)
    .execute()
}

interface Into {
  nsname: string
  parentid: string
  userid: string
}

/** Copies of the entries in another folder. Times of contents stay, since the contents do. Answers the new ids, in the same order. */
export async function insertCopies(tx: Tx<FileTables>, entries: readonly Entry[], { userid, ...place }: Into) {
  const [createdat, createdby] = [Date.now(), userid]
  const rows = entries.map(({ entryno: _, kind: __, ...entry }) => {
    return { ...entry, ...place, objid: newObjid(), versionno: 1, createdat, createdby, buried: 0 }
  })
  const added = await tx.query
    .insertInto('entries')
    .values(rows)
    .returning(['entryno', 'nsname', 'searchname'])
    .execute()
  indexNames(tx, added)
  return rows.map(({ objid }) => objid)
}

export async function queueFolders(tx: Tx<FileTables>, folders: Omit<CopyFolder, 'id'>[]): Promise<void> {
  if (folders.length > 0) await tx.query.insertInto('copyfolders').values(folders).execute()
}

/** Where to go on in it, or null where it has no more. */
export async function advanceFolder(tx: Tx<FileTables>, id: number, aftername: string | null): Promise<void> {
  if (aftername === null) await tx.query.deleteFrom('copyfolders').where('id', '=', id).execute()
  else await tx.query.updateTable('copyfolders').set({ aftername }).where('id', '=', id).execute()
}

export async function forgetFolders(tx: Tx<FileTables>, jobid: string): Promise<void> {
  await tx.query.deleteFrom('copyfolders').where('jobid', '=', jobid).execute()
}
