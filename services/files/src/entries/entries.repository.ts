import { randomBytes } from 'node:crypto'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { isForeignKeyViolation, uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Selectable, sql } from 'kysely'
import { searchnameOf } from '../names.ts'
import { indexNames, unindexNames } from '../search/namegrams.repository.ts'
import type { FileTables } from '../tables.ts'

export type Entry = Selectable<FileTables['entries']>

export const FOLDER = 1
export const FILE = 2

export const newObjid = () => randomBytes(12).toString('base64url')

const live = sql.lit(null)

/** The names one below the other, beginning in the folder that a query answers, as `way (step, objid)`. */
const wayDown = (folderid: ReturnType<typeof sql>, names: readonly string[]) => {
  const steps = names.map((name, index) => sql`(${sql.lit(index + 1)}, cast(${name} as ctext))`)
  return sql`
    with recursive names (step, name) as (values ${sql.join(steps)}),
    way (step, objid) as (
      ${folderid}
      union all
      select names.step, e.objid from way
      join names on names.step = way.step + 1
      join entries e on e.parentid = way.objid and e.name = names.name and e.trashedat is null
    )`
}

const givenFolder = (folderid: string) => sql`select 0, cast(${folderid} as ctext)`

/** What the names lead to, beginning in the given folder, by one query whatever their number. */
export async function entryBelow(
  db: Queries<FileTables>,
  folderid: string,
  names: readonly string[],
): Promise<Entry | undefined> {
  if (names.length === 0) return findEntry(db, folderid)
  const { rows } = await sql<Entry>`${wayDown(givenFolder(folderid), names)}
    select entries.* from way join entries on entries.objid = way.objid where way.step = ${sql.lit(names.length)}`.execute(
    db.query,
  )
  return rows[0]
}

/** All that a download needs, by one query: what the names lead to in a namespace, and its bytes where they lie in the database. */
export async function contentBelow(
  db: Queries<FileTables>,
  nsname: string,
  names: readonly string[],
): Promise<(Entry & { bytes: Uint8Array | null }) | undefined> {
  if (names.length === 0) return undefined
  const top = sql`select 0, rootid from namespaces where nsname = ${nsname} and deletedat is null`
  const { rows } = await sql<Entry & { bytes: Uint8Array | null }>`${wayDown(top, names)}
    select entries.*, blobbytes.bytes from way join entries on entries.objid = way.objid
    left join blobbytes on blobbytes.hash = entries.blobhash where way.step = ${sql.lit(names.length)}`.execute(
    db.query,
  )
  return rows[0]
}

/** The given folder, and what each of the names leads to, as far as there is something. */
export async function entriesAlong(
  db: Queries<FileTables>,
  folderid: string,
  names: readonly string[],
): Promise<Entry[]> {
  if (names.length === 0) return [await findEntry(db, folderid)].filter(entry => entry !== undefined)
  const { rows } = await sql<Entry>`${wayDown(givenFolder(folderid), names)}
    select entries.* from way join entries on entries.objid = way.objid order by way.step`.execute(db.query)
  return rows
}

export async function findEntry(db: Queries<FileTables>, objid: string): Promise<Entry | undefined> {
  return db.query.selectFrom('entries').selectAll().where('objid', '=', objid).executeTakeFirst()
}

export async function childOf(db: Queries<FileTables>, parentid: string, name: string): Promise<Entry | undefined> {
  return db.query
    .selectFrom('entries')
    .selectAll()
    .where('parentid', '=', parentid)
    .where('name', '=', name)
    .where('trashedat', 'is', live)
    .executeTakeFirst()
}

export interface Step {
  objid: string
  name: string
}

/** From each of the given entries up to the top of the tree it hangs in: itself first. */
export async function waysUp(db: Queries<FileTables>, objids: readonly string[]): Promise<Map<string, Step[]>> {
  if (objids.length === 0) return new Map()
  const { rows } = await sql<Step & { start: string; depth: number }>`
    with recursive up (start, depth, objid, name, parentid) as (
      select objid, 0, objid, name, parentid from entries where objid in (${sql.join(objids)})
      union all
      select up.start, up.depth + 1, e.objid, e.name, e.parentid from up join entries e on e.objid = up.parentid
    )
    select start, depth, objid, name from up order by start, depth`.execute(db.query)
  const ways = new Map<string, Step[]>(objids.map(objid => [objid, []]))
  for (const { start, objid, name } of rows) ways.get(start)?.push({ objid, name })
  return ways
}

export type NewEntry = Omit<
  Entry,
  'entryno' | 'searchname' | 'kind' | 'versionno' | 'trashedat' | 'trashedby' | 'trashedfrom' | 'trashedpath' | 'buried'
>

/** False where the name is taken. It is not looked up first, so that those who add to the same folder do not meet. */
export async function insertEntry(tx: Tx<FileTables>, entry: NewEntry): Promise<boolean> {
  const searchname = searchnameOf(entry.name)
  try {
    const [added] = await tx.query
      .insertInto('entries')
      .values({ ...entry, searchname, versionno: 1 })
      .onConflict(taken => taken.columns(['parentid', 'name']).where('trashedat', 'is', live).doNothing())
      .returning('entryno')
      .execute()
    if (added) await indexNames(tx, [{ entryno: added.entryno, nsname: entry.nsname, searchname }])
    return added !== undefined
  } catch (error) {
    // The folder was removed for good a moment ago.
    if (isForeignKeyViolation(error)) throw new Refusal('NOT_FOUND')
    throw error
  }
}

/** Where it hangs, and under which name. Nothing below it changes. */
export async function placeEntry(
  tx: Tx<FileTables>,
  { entryno, objid, nsname, name: oldName }: Entry,
  change: Partial<Omit<Entry, 'kind'>> & { name: string },
): Promise<void> {
  const searchname = searchnameOf(change.name)
  try {
    await tx.query
      .updateTable('entries')
      .set({ ...change, searchname })
      .where('objid', '=', objid)
      .execute()
  } catch (error) {
    if (uniqueViolation(error) === 'entries.parentid,name') throw new Refusal('NAME_TAKEN')
    // The folder was removed for good a moment ago.
    if (isForeignKeyViolation(error)) throw new Refusal('NOT_FOUND')
    throw error
  }
  // What is in the trash is not searched for.
  if (typeof change.trashedat === 'number') return unindexNames(tx, [entryno])
  if (change.trashedat === null || searchname !== searchnameOf(oldName))
    await indexNames(tx, [{ entryno, nsname, searchname }])
}

export async function updateContent(
  tx: Tx<FileTables>,
  objid: string,
  content: Pick<Entry, 'blobhash' | 'size' | 'mediatype' | 'versionno' | 'modifiedat' | 'modifiedby'>,
): Promise<void> {
  await tx.query.updateTable('entries').set(content).where('objid', '=', objid).execute()
}
