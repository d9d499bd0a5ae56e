import { randomInt } from 'node:crypto'
import type { FileLevel } from '@plinth/contract/permissions'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Selectable, sql } from 'kysely'
import { keptMs } from '../kept.ts'
import type { Place } from '../projects/projects.repository.ts'
import { wordsOf } from '../search-words.ts'
import type { AccountTables } from '../tables.ts'
import { inOrderFound, searchWords } from '../words.repository.ts'

type Row = Selectable<AccountTables['filestores']>

/** One filestore: its id counts within its project only. */
export interface Store extends Place {
  fsid: string
}

/** A filestore, all of a project's, or all of an organisation's. */
export interface Stores {
  orgid: string
  projectid?: string | undefined
  fsid?: string | undefined
}

/** Nothing that can be taken for something else when read aloud or typed. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

export const newFsid = () => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')

/** Two names that differ in case alone are one. */
export const fsnameKey = (fsname: string) => fsname.normalize('NFC').toLowerCase()

async function unlessTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (uniqueViolation(error) === 'filestores.orgid,projectid,fsnamekey') throw new Refusal('FSNAME_TAKEN')
    throw error
  }
}

export async function insertFilestore(tx: Tx<AccountTables>, filestore: Omit<Row, 'fsnamekey'>): Promise<void> {
  const row = { ...filestore, fsnamekey: fsnameKey(filestore.fsname) }
  await unlessTaken(tx.query.insertInto('filestores').values(row).execute())
  await insertWords(tx, row)
}

async function insertWords(tx: Tx<AccountTables>, { orgid, projectid, fsid, fsname }: Store & { fsname: string }) {
  const words = wordsOf(fsid, fsname).map(word => ({ orgid, projectid, word, fsid }))
  await tx.query.insertInto('filestorewords').values(words).execute()
}

const change = (tx: Tx<AccountTables>, { orgid, projectid, fsid }: Store) =>
  tx.query
    .updateTable('filestores')
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('fsid', '=', fsid)

/** False where it is gone meanwhile. */
export async function markReady(tx: Tx<AccountTables>, store: Store): Promise<boolean> {
  const marked = await change(tx, store).set({ ready: 1 }).where('ready', '=', 0).returning('fsid').execute()
  return marked.length > 0
}

export async function renameFilestore(tx: Tx<AccountTables>, store: Store, fsname: string): Promise<void> {
  const { orgid, projectid, fsid } = store
  await unlessTaken(
    change(tx, store)
      .set({ fsname, fsnamekey: fsnameKey(fsname) })
      .execute(),
  )
  await tx.query
    .deleteFrom('filestorewords')
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('fsid', '=', fsid)
    .execute()
  await insertWords(tx, { ...store, fsname })
}

export async function setQuota(tx: Tx<AccountTables>, store: Store, quota: number | null): Promise<void> {
  await change(tx, store).set({ quota }).execute()
}

export async function hideFilestore(tx: Tx<AccountTables>, store: Store): Promise<void> {
  await change(tx, store).set({ deletedat: Date.now() }).execute()
}

/** Its name must be free, which a rename before this sees to. */
export async function showFilestore(tx: Tx<AccountTables>, store: Store): Promise<void> {
  await change(tx, store).set({ deletedat: null }).execute()
}

const inProject = (db: Queries<AccountTables>, { orgid, projectid }: Place) =>
  db.query
    .selectFrom('filestores')
    .select(['fsid', 'fsname', 'fsnamekey', 'quota', 'ready', 'deletedat'])
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)

/** Whatever state it is in. */
export async function storedFilestore(db: Queries<AccountTables>, store: Store) {
  return inProject(db, store).where('fsid', '=', store.fsid).executeTakeFirst()
}

/** Those of the given names that a filestore of the project has. */
export async function takenAmong(db: Queries<AccountTables>, place: Place, fsnames: string[]): Promise<Set<string>> {
  const rows = await inProject(db, place)
    .where('fsnamekey', 'in', fsnames.map(fsnameKey))
    .where('deletedat', 'is', null)
    .execute()
  return new Set(rows.map(({ fsnamekey }) => fsnamekey))
}

export interface ListedFilestore {
  fsid: string
  fsname: string
  fsnamekey: string
  quota: number | null
  createdat: number
  /** The reader's own, where it was set by hand. */
  level: FileLevel | null
}

/** Those that are there for the people of the project, each with what was set by hand for the reader. */
const shown = (db: Queries<AccountTables>, { orgid, projectid }: Place, userid: string) =>
  db.query
    .selectFrom('filestores as f')
    .leftJoin('filestoreaccess as a', join =>
      join
        .onRef('a.orgid', '=', 'f.orgid')
        .onRef('a.projectid', '=', 'f.projectid')
        .onRef('a.fsid', '=', 'f.fsid')
        .on('a.userid', '=', userid),
    )
    .select(['f.fsid', 'f.fsname', 'f.fsnamekey', 'f.quota', 'f.createdat', 'a.level'])
    .where('f.orgid', '=', orgid)
    .where('f.projectid', '=', projectid)
    .where('f.deletedat', 'is', null)
    .where('f.ready', '=', 1)

export async function findFilestore(db: Queries<AccountTables>, store: Store, userid: string) {
  return shown(db, store, userid).where('f.fsid', '=', store.fsid).executeTakeFirst()
}

export async function filestoreNamed(db: Queries<AccountTables>, place: Place, userid: string, fsname: string) {
  return shown(db, place, userid).where('f.fsnamekey', '=', fsnameKey(fsname)).execute()
}

/** By name, from the place where the page before ended. */
export async function filestorePage(
  db: Queries<AccountTables>,
  place: Place,
  userid: string,
  { after, limit }: { after: string | null; limit: number },
) {
  return shown(db, place, userid)
    .$if(after !== null, select => select.where('f.fsnamekey', '>', after ?? ''))
    .orderBy('f.fsnamekey')
    .limit(limit)
    .execute()
}

interface Searched {
  search: string
  after: [word: string, fsid: string] | null
  limit: number
}

/** Those with words that begin with each word of the search. */
export async function searchFilestores(db: Queries<AccountTables>, place: Place, userid: string, searched: Searched) {
  const { orgid, projectid } = place
  const where = sql`exists (select 1 from filestores as f where f.orgid = w.orgid and f.projectid = w.projectid
    and f.fsid = w.fsid and f.deletedat is null and f.ready = 1)`
  const within = { orgid, projectid }
  const found = await searchWords(db, { table: 'filestorewords', finds: 'fsid', within, where, ...searched })
  if (found.length === 0) return []
  const fsids = found.map(({ id }) => id)
  return inOrderFound(found, await shown(db, place, userid).where('f.fsid', 'in', fsids).execute(), ({ fsid }) => fsid)
}

/** The newest first. Those that can be brought back: one that is due to be purged may lose its files at any moment. */
export async function deletedPage(
  db: Queries<AccountTables>,
  place: Place,
  after: [deletedat: number, fsid: string] | null,
  limit: number,
) {
  return inProject(db, place)
    .where('deletedat', 'is not', null)
    .where('deletedat', '>=', Date.now() - keptMs)
    .where('ready', '=', 1)
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deletedat', 'fsid'), '<', tuple(after?.[0] ?? 0, after?.[1] ?? '')),
      ),
    )
    .orderBy('deletedat', 'desc')
    .orderBy('fsid', 'desc')
    .limit(limit)
    .execute()
}

export async function privateKeyOf(db: Queries<AccountTables>, { orgid, projectid, fsid }: Store) {
  const row = await db.query
    .selectFrom('filestores')
    .select('privatekey')
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('fsid', '=', fsid)
    .executeTakeFirst()
  return row?.privatekey
}
