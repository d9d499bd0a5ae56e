import { randomFillSync } from 'node:crypto'
import { deepest } from '@plinth/contract/file-fields'
import { Overtaken, type Queries, type Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { isForeignKeyViolation, uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { searchnameOf } from '../names.ts'
import { indexNames, unindexNames } from '../search/namegrams.repository.ts'
import type { FileTables } from '../tables.ts'

export type Entry = Selectable<FileTables['entries']>

export const FOLDER = 1
export const FILE = 2

const objidBytes = 12
/** Fetched from the system for many ids at once: each time costs more than the rest of making one. */
const chance = Buffer.alloc(objidBytes * 256)
let chanceUsed = chance.length

export function newObjid(): string {
  if (chanceUsed === chance.length) {
    randomFillSync(chance)
    chanceUsed = 0
  }
  chanceUsed += objidBytes
  return chance.toString('base64url', chanceUsed - objidBytes, chanceUsed)
}

const live = sql.lit(null)

/**
 * The names one below the other, beginning in the folder that a query answers, as `way (step, objid)`. Here and below, each `cross join`
 * tells SQLite the order to read in: left to choose, it goes through all entries there are and looks each up in the few steps.
 */
const wayDown = (folderid: ReturnType<typeof sql>, names: readonly string[]) => {
  const steps = names.map((name, index) => sql`(${sql.lit(index + 1)}, cast(${name} as ctext))`)
  return sql`
    with recursive names (step, name) as (values ${sql.join(steps)}),
    way (step, objid) as (
      ${folderid}
      union all
      select names.step, e.objid from way cross join names cross join entries e
      where names.step = way.step + 1 and e.parentid = way.objid and e.name = names.name and e.trashedat is null
    )`
}

const givenFolder = (folderid: string) => sql`select 0, cast(${folderid} as ctext)`

/** Deeper than this nearly nothing lies, and each depth is a query of its own. */
const DEEPEST_PREPARED = 10

/** A query down the names, beginning somewhere. */
function onTheWay<Row>(build: (from: string, names: readonly string[]) => RawBuilder<Row>) {
  const shallow = prepared(
    (_query: Kysely<FileTables>, given: Given<Record<string, string>>, { depth }: { depth: number }) =>
      build(
        given('from'),
        Array.from({ length: depth }, (_, step) => given(`${step}`)),
      ),
  )
  return async (db: Queries<FileTables>, from: string, names: readonly string[]): Promise<Row[]> =>
    names.length > DEEPEST_PREPARED
      ? (await build(from, names).execute(db.query)).rows
      : shallow(db, { from, ...Object.fromEntries(names.entries()) }, { depth: names.length })
}

const lastOnTheWay = onTheWay<Entry>(
  (folderid, names) => sql`${wayDown(givenFolder(folderid), names)}
    select entries.* from way cross join entries where entries.objid = way.objid and way.step = ${sql.lit(names.length)}`,
)

/** What the names lead to, beginning in the given folder, by one query whatever their number. */
export async function entryBelow(
  db: Queries<FileTables>,
  folderid: string,
  names: readonly string[],
): Promise<Entry | undefined> {
  if (names.length === 0) return findEntry(db, folderid)
  const [entry] = await lastOnTheWay(db, folderid, names)
  return entry
}

type EntryWithBytes = Entry & { bytes: Uint8Array | null }

const contentOnTheWay = onTheWay<EntryWithBytes>((nsname, names) => {
  const top = sql`select 0, rootid from namespaces where nsname = ${nsname} and deletedat is null`
  return sql`${wayDown(top, names)}
    select entries.*, blobbytes.bytes from way cross join entries
    left join blobbytes on blobbytes.hash = entries.blobhash
    where entries.objid = way.objid and way.step = ${sql.lit(names.length)}`
})

/** All that a download needs, by one query: what the names lead to in a namespace, and its bytes where they lie in the database. */
export async function contentBelow(
  db: Queries<FileTables>,
  nsname: string,
  names: readonly string[],
): Promise<EntryWithBytes | undefined> {
  if (names.length === 0) return undefined
  const [content] = await contentOnTheWay(db, nsname, names)
  return content
}

const allOnTheWay = onTheWay<Entry>(
  (folderid, names) => sql`${wayDown(givenFolder(folderid), names)}
    select entries.* from way cross join entries where entries.objid = way.objid order by way.step`,
)

/** The given folder, and what each of the names leads to, as far as there is something. */
export async function entriesAlong(
  db: Queries<FileTables>,
  folderid: string,
  names: readonly string[],
): Promise<Entry[]> {
  if (names.length > 0) return allOnTheWay(db, folderid, names)
  return [await findEntry(db, folderid)].filter(entry => entry !== undefined)
}

const byObjid = prepared((query: Kysely<FileTables>, given: Given<{ objid: string }>) =>
  query.selectFrom('entries').selectAll().where('objid', '=', given('objid')),
)

export async function findEntry(db: Queries<FileTables>, objid: string): Promise<Entry | undefined> {
  const [entry] = await byObjid(db, { objid })
  return entry
}

const byName = prepared((query: Kysely<FileTables>, given: Given<{ parentid: string; name: string }>) =>
  query
    .selectFrom('entries')
    .selectAll()
    .where('parentid', '=', given('parentid'))
    .where('name', '=', given('name'))
    .where('trashedat', 'is', live),
)

export async function childOf(db: Queries<FileTables>, parentid: string, name: string): Promise<Entry | undefined> {
  const [entry] = await byName(db, { parentid, name })
  return entry
}

export interface Step {
  objid: string
  name: string
}

/**
 * A folder as deep as paths lead can be moved into another such one, and no path leads to its bottom any more. What lies deeper still
 * is found by nobody: folders could be put into each other for ever, and each look from their bottom would climb all of that.
 */
const FARTHEST = 2 * deepest

const stepsUp = (objids: readonly string[]) => sql<Step & { start: string; depth: number }>`
  with recursive up (start, depth, objid, name, parentid) as (
    select objid, 0, objid, name, parentid from entries where objid in (${sql.join(objids)})
    union all
    select up.start, up.depth + 1, e.objid, e.name, e.parentid from up join entries e on e.objid = up.parentid
    where up.depth < ${sql.lit(FARTHEST)}
  )
  select start, depth, objid, name from up order by start, depth`

const stepsUpFromOne = prepared((_query: Kysely<FileTables>, given: Given<{ objid: string }>) =>
  stepsUp([given('objid')]),
)

/** From an entry up to the top of the tree it hangs in: itself first. */
export async function wayUpFrom(db: Queries<FileTables>, objid: string): Promise<Step[]> {
  const steps = await stepsUpFromOne(db, { objid })
  return steps.map(({ objid, name }) => ({ objid, name }))
}

/** The same from each of the given ones. */
export async function waysUp(db: Queries<FileTables>, objids: readonly string[]): Promise<Map<string, Step[]>> {
  if (objids.length === 0) return new Map()
  const { rows } = await stepsUp(objids).execute(db.query)
  const ways = new Map<string, Step[]>(objids.map(objid => [objid, []]))
  for (const { start, objid, name } of rows) ways.get(start)?.push({ objid, name })
  return ways
}

export type NewEntry = Omit<
  Entry,
  'entryno' | 'searchname' | 'kind' | 'versionno' | 'trashedat' | 'trashedby' | 'trashedfrom' | 'trashedpath' | 'buried'
>

const newEntry = prepared((query: Kysely<FileTables>, given: Given<NewEntry & { searchname: string }>) =>
  query
    .insertInto('entries')
    .values({
      ...{ objid: given('objid'), nsname: given('nsname'), parentid: given('parentid'), objtype: given('objtype') },
      ...{ name: given('name'), searchname: given('searchname'), versionno: sql.lit(1) },
      ...{ blobhash: given('blobhash'), size: given('size'), mediatype: given('mediatype') },
      ...{ createdat: given('createdat'), createdby: given('createdby') },
      ...{ modifiedat: given('modifiedat'), modifiedby: given('modifiedby'), changedat: given('changedat') },
    })
    .onConflict(taken => taken.columns(['parentid', 'name']).where('trashedat', 'is', live).doNothing())
    .returning('entryno'),
)

/** False where the name is taken. It is not looked up first, so that those who add to the same folder do not meet. */
export async function insertEntry(tx: Tx<FileTables>, entry: NewEntry): Promise<boolean> {
  const searchname = searchnameOf(entry.name)
  try {
    const [added] = await newEntry(tx, { ...entry, searchname })
    if (added) indexNames(tx, [{ entryno: added.entryno, nsname: entry.nsname, searchname }])
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
  { entryno, objid, nsname, name: oldName, buried }: Entry,
  change: Partial<Omit<Entry, 'kind'>> & { name: string },
): Promise<void> {
  const searchname = searchnameOf(change.name)
  try {
    await tx.query
      .updateTable('entries')
      // What is placed anywhere is not below something in the trash, whatever was written down of it before.
      .set({ ...change, searchname, buried: 0 })
      .where('objid', '=', objid)
      .execute()
  } catch (error) {
    // Whoever places something has looked at the name before, and decides anew now that it is taken.
    if (uniqueViolation(error) === 'entries.parentid,name') throw new Overtaken(error)
    // The folder was removed for good a moment ago.
    if (isForeignKeyViolation(error)) throw new Refusal('NOT_FOUND')
    throw error
  }
  // What is in the trash is not searched for.
  if (typeof change.trashedat === 'number') return unindexNames(tx, [entryno])
  if (change.trashedat === null || buried === 1 || searchname !== searchnameOf(oldName))
    indexNames(tx, [{ entryno, nsname, searchname }])
}

export async function updateContent(
  tx: Tx<FileTables>,
  objid: string,
  content: Pick<Entry, 'blobhash' | 'size' | 'mediatype' | 'versionno' | 'modifiedat' | 'modifiedby' | 'changedat'>,
): Promise<void> {
  await tx.query.updateTable('entries').set(content).where('objid', '=', objid).execute()
}
