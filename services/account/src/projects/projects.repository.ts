import type { ProjectRole } from '@plinth/contract/permissions'
import { purgeActivity } from '@plinth/platform/activity'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Kysely, type Selectable, sql } from 'kysely'
import { keptMs } from '../kept.ts'
import { keyIn } from '../keys.repository.ts'
import { wordsOf } from '../search-words.ts'
import type { AccountTables } from '../tables.ts'
import { inOrderFound, searchWords } from '../words.repository.ts'

type Row = Selectable<AccountTables['projects']>

/** One project: an id counts within its organisation only. */
export interface Place {
  orgid: string
  projectid: string
}

export async function insertProject(tx: Tx<AccountTables>, project: Row): Promise<void> {
  try {
    await tx.query.insertInto('projects').values(project).execute()
  } catch (error) {
    if (uniqueViolation(error) === 'projects.orgid,projectid') throw new Refusal('PROJECTID_TAKEN')
    throw error
  }
  await insertWords(tx, project)
}

async function insertWords(tx: Tx<AccountTables>, { orgid, projectid, projectname }: Place & { projectname: string }) {
  const words = wordsOf(projectid, projectname).map(word => ({ orgid, word, projectid }))
  await tx.query.insertInto('projectwords').values(words).execute()
}

/** Not once it is deleted. */
export async function findProject(db: Queries<AccountTables>, { orgid, projectid }: Place) {
  return db.query
    .selectFrom('projects')
    .selectAll()
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('deletedat', 'is', null)
    .executeTakeFirst()
}

/** The id of a deleted project stays taken until it is purged. */
export async function isProjectidTaken(db: Queries<AccountTables>, { orgid, projectid }: Place): Promise<boolean> {
  const all = db.query.selectFrom('projects').select('projectid')
  return (await all.where('orgid', '=', orgid).where('projectid', '=', projectid).executeTakeFirst()) !== undefined
}

const change = (tx: Tx<AccountTables>, { orgid, projectid }: Place) =>
  tx.query.updateTable('projects').where('orgid', '=', orgid).where('projectid', '=', projectid)

/** The name stands with each member too, where their own list is sorted by it, and among the words. */
export async function renameProject(tx: Tx<AccountTables>, place: Place, projectname: string): Promise<void> {
  const { orgid, projectid } = place
  await change(tx, place).set({ projectname }).execute()
  await tx.query
    .updateTable('projectmembers')
    .set({ projectname })
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .execute()
  await tx.query.deleteFrom('projectwords').where('orgid', '=', orgid).where('projectid', '=', projectid).execute()
  await insertWords(tx, { orgid, projectid, projectname })
}

export async function describeProject(tx: Tx<AccountTables>, place: Place, description: string): Promise<void> {
  await change(tx, place).set({ description }).execute()
}

/** Answers false where it is hidden already. */
export async function hideProject(tx: Tx<AccountTables>, place: Place): Promise<boolean> {
  const hidden = await change(tx, place)
    .set({ deletedat: Date.now() })
    .where('deletedat', 'is', null)
    .returning('projectid')
    .execute()
  return hidden.length > 0
}

export async function showProject(tx: Tx<AccountTables>, place: Place): Promise<void> {
  await change(tx, place).set({ deletedat: null }).execute()
}

const columns = ['p.projectid', 'p.projectname', 'p.description', 'p.membercount', 'p.createdat'] as const

export interface ListedProject {
  projectid: string
  projectname: string
  description: string
  membercount: number
  createdat: number
  /** What the reader is in it; null for Owners and Admins who do not belong to it. */
  role: string | null
}

interface Page {
  by: 'projectname' | 'createdat'
  direction: 'asc' | 'desc'
  after: [key: string | number, projectid: string] | null
  limit: number
}

interface Reader {
  orgid: string
  userid: string
}

/** By the key for each row of a page: joined, PostgreSQL may choose to read all of the reader's memberships first. */
const membershipOf = (userid: string, column: 'role' | 'isowner') => sql`(select ${sql.ref(`m.${column}`)}
  from projectmembers as m where m.orgid = p.orgid and m.projectid = p.projectid and m.userid = ${userid})`

const roleOf = (userid: string) => sql<string | null>`${membershipOf(userid, 'role')}`.as('role')

type PageShape = Pick<Page, 'by' | 'direction'> & { isFirst: boolean }

interface PageValues extends Reader {
  /** Of the sort key, whichever it is. */
  after: never
  afterProjectid: string
  limit: number
}

const pageOfAll = prepared((query: Kysely<AccountTables>, given: Given<PageValues>, shape: PageShape) => {
  const { by, direction, isFirst } = shape
  const key = `p.${by}` as const
  return query
    .selectFrom('projects as p')
    .select(columns)
    .select(roleOf(given('userid')))
    .where('p.orgid', '=', given('orgid'))
    .where('p.deletedat', 'is', null)
    .$if(!isFirst, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple(key, 'p.projectid'),
          direction === 'asc' ? '>' : '<',
          tuple(given('after'), given('afterProjectid')),
        ),
      ),
    )
    .orderBy(key, direction)
    .orderBy('p.projectid', direction)
    .limit(given('limit'))
})

const pageOfOwn = prepared((query: Kysely<AccountTables>, given: Given<PageValues>, shape: PageShape) => {
  const { by, direction, isFirst } = shape
  const key = by === 'createdat' ? 'm.projectcreatedat' : 'm.projectname'
  return query
    .selectFrom('projectmembers as m')
    .innerJoin('projects as p', join => join.onRef('p.orgid', '=', 'm.orgid').onRef('p.projectid', '=', 'm.projectid'))
    .select([...columns, 'm.role'])
    .where('m.userid', '=', given('userid'))
    .where('m.orgid', '=', given('orgid'))
    .where('p.deletedat', 'is', null)
    .$if(!isFirst, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple(key, 'm.projectid'),
          direction === 'asc' ? '>' : '<',
          tuple(given('after'), given('afterProjectid')),
        ),
      ),
    )
    .orderBy(key, direction)
    .orderBy('m.projectid', direction)
    .limit(given('limit'))
})

const placeOf = (
  { orgid, userid }: Reader,
  { by, direction, after, limit }: Page,
): [values: PageValues, shape: PageShape] => [
  { orgid, userid, after: after?.[0] as never, afterProjectid: after?.[1] ?? '', limit },
  { by, direction, isFirst: after === null },
]

/** All of an organisation's projects, along the index of the sort key. */
export const projectPage = (db: Queries<AccountTables>, reader: Reader, page: Page) =>
  pageOfAll(db, ...placeOf(reader, page))

/** The projects somebody belongs to, along the index of the sort key among their own. */
export const ownProjectPage = (db: Queries<AccountTables>, reader: Reader, page: Page) =>
  pageOfOwn(db, ...placeOf(reader, page))

interface Searched {
  search: string
  after: [word: string, projectid: string] | null
  limit: number
}

/** Those of all the organisation's projects, or of the reader's own, with words that begin with each word of the search. */
export async function searchProjects(
  db: Queries<AccountTables>,
  { orgid, userid, own }: Reader & { own: boolean },
  searched: Searched,
) {
  const live = sql`(select 1 from projects as p where p.orgid = w.orgid and p.projectid = w.projectid
    and p.deletedat is null) is not null`
  const mine = sql`(select 1 from projectmembers as m where m.orgid = w.orgid and m.projectid = w.projectid
    and m.userid = ${userid}) is not null`
  const where = own ? sql`${mine} and ${live}` : live
  const found = await searchWords(db, {
    table: 'projectwords',
    finds: 'projectid',
    within: { orgid },
    where,
    ...searched,
  })
  if (found.length === 0) return []
  const rows = await db.query
    .selectFrom('projects as p')
    .select(columns)
    .select(roleOf(userid))
    .where(
      keyIn(
        ['p.orgid', 'p.projectid'],
        found.map(({ id }) => [orgid, id]),
      ),
    )
    .execute()
  return inOrderFound(found, rows, ({ projectid }) => projectid)
}

/** The newest first: all of the organisation's, or those the reader is an owner of. */
export async function deletedPage(
  db: Queries<AccountTables>,
  { orgid, userid, own }: Reader & { own: boolean },
  after: [deletedat: number, projectid: string] | null,
  limit: number,
) {
  return db.query
    .selectFrom('projects as p')
    .select(['p.projectid', 'p.projectname', 'p.deletedat'])
    .where('p.orgid', '=', orgid)
    .where('p.deletedat', 'is not', null)
    .where('p.deletedat', '>=', Date.now() - keptMs)
    .$if(own, select => select.where(sql<boolean>`${membershipOf(userid, 'isowner')} = 1`))
    .$if(after !== null, select =>
      select.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('p.deletedat', 'p.projectid'), '<', tuple(after?.[0] ?? 0, after?.[1] ?? '')),
      ),
    )
    .orderBy('p.deletedat', 'desc')
    .orderBy('p.projectid', 'desc')
    .limit(limit)
    .execute()
}

/** And not due to be purged: then it may lose what it holds at any moment. */
export async function isDeleted(db: Queries<AccountTables>, { orgid, projectid }: Place): Promise<boolean> {
  const row = await db.query
    .selectFrom('projects')
    .select('projectid')
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .where('deletedat', '>=', Date.now() - keptMs)
    .executeTakeFirst()
  return row !== undefined
}

export async function projectsDeletedBefore(db: Queries<AccountTables>, time: number): Promise<Place[]> {
  return db.query
    .selectFrom('projects')
    .select(['orgid', 'projectid'])
    .where('deletedat', 'is not', null)
    .where('deletedat', '<', time)
    .limit(100)
    .execute()
}

/**
 * Some rows of a deleted project at a time, or of all the projects of a deleted organisation, so that nobody waits long
 * behind it. False once all are gone.
 */
export async function purgeProjects(
  tx: Tx<AccountTables>,
  { orgid, projectid }: { orgid: string; projectid?: string },
  atOnce: number,
): Promise<boolean> {
  const within = sql`orgid = ${orgid} ${projectid === undefined ? sql`` : sql`and projectid = ${projectid}`}`
  const members = await sql`delete from projectmembers where (orgid, projectid, userid) in
    (select orgid, projectid, userid from projectmembers where ${within} limit ${atOnce})
    returning userid`.execute(tx.query)
  const activity = await purgeActivity(tx, { orgid, projectid }, atOnce)
  if (members.rows.length > 0 || activity) return true
  const projects = await sql`delete from projects where (orgid, projectid) in
    (select orgid, projectid from projects where ${within} limit ${atOnce}) returning projectid`.execute(tx.query)
  return projects.rows.length === atOnce
}

export const rolesFrom = (stored: string | null) => (stored ? (stored.split(',') as ProjectRole[]) : [])
