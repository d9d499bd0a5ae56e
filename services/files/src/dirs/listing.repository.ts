import { type FileKind, fileKinds } from '@plinth/contract/file-kinds'
import type { Queries } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { type Kysely, sql } from 'kysely'
import type { Entry } from '../entries/entries.repository.ts'
import type { FileTables } from '../tables.ts'

/** No more than is shown or sorted by: with fifty rows, each costs as much as a small query. */
const columns = [
  'objtype',
  'objid',
  'name',
  'searchname',
  'size',
  'mediatype',
  'createdat',
  'createdby',
  'modifiedat',
  'modifiedby',
] as const

export type Listed = Pick<Entry, (typeof columns)[number]>

export interface Filter {
  kind?: FileKind | undefined
  since?: number | undefined
  modifiedby?: string | undefined
}

/** The sort key of an entry, and its id. */
export type Key = [key: string | number, objid: string]

export interface Wanted {
  parentid: string
  objtype: 1 | 2
  by: 'searchname' | 'modifiedat' | 'size' | 'modifiedby'
  direction: 'asc' | 'desc'
  filter: Filter
  after: Key | null
}

type Db = Queries<FileTables>
type Sql = ReturnType<typeof sql>

/** So many that fit a filter are sorted; more are common enough that reading in the order of the list finds a page soon. */
const commonFrom = 5_000
/** No request reads more of a folder than this. */
const mostWalked = 10_000

const all = (conditions: readonly Sql[]) => sql.join(conditions, sql` and `)
const columnList = sql.join(columns.map(column => sql.ref(column)))
const kindNo = (kind: FileKind) => sql.lit(fileKinds.indexOf(kind))

/** Written out, so that the planner sees that an index of files alone will do. */
const isOfType = (objtype: 1 | 2) => sql`objtype = ${sql.lit(objtype)}`

export function fits({ kind, since, modifiedby }: Filter): Sql[] {
  return [
    ...(kind === undefined ? [] : [sql`kind = ${kindNo(kind)}`]),
    ...(since === undefined ? [] : [sql`modifiedat >= ${since}`]),
    ...(modifiedby === undefined ? [] : [sql`modifiedby = ${modifiedby}`]),
  ]
}

const orderOf = ({ by, direction }: Wanted) => {
  const way = sql.raw(direction)
  return sql`${sql.ref(by)} ${way}, objid ${way}`
}

const behind = ({ by, direction, after }: Wanted): Sql[] =>
  after ? [sql`(${sql.ref(by)}, objid) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after[0]}, ${after[1]})`] : []

const upTo = ({ by, direction }: Wanted, end: Key | null): Sql[] =>
  end ? [sql`(${sql.ref(by)}, objid) ${sql.raw(direction === 'asc' ? '<=' : '>=')} (${end[0]}, ${end[1]})`] : []

/** The part of a folder that is read for one answer: where it comes from, and the key it ends at, if it does not reach the end. */
interface Part {
  source: Sql
  conditions: Sql[]
  end: Key | null
}

/** Along the order of the list from one key on; or, where few fit the filter, those. Either way the work has a bound. */
async function partOf(db: Db, wanted: Wanted): Promise<Part> {
  const conditions = [isOfType(wanted.objtype), ...fits(wanted.filter), ...behind(wanted)]
  for (const index of indexesFor(wanted)) {
    if (await isCommon(db, index)) continue
    // Materialised: otherwise SQLite reads the folder in the order of the list.
    const source = sql`with found as materialized (select ${columnList}, kind from entries where ${index}) select ${columnList} from found`
    return { source, conditions, end: null }
  }
  const end = await keyAt(db, wanted)
  const here = sql`parentid = ${wanted.parentid}`
  const source = sql`select ${columnList} from entries`
  return { source, conditions: [here, ...conditions, ...upTo(wanted, end)], end }
}

/** The indexes that a filter has, each as what it is asked for. */
function indexesFor({ parentid, objtype, filter: { kind, since, modifiedby } }: Wanted): Sql[] {
  const here = sql`parentid = ${parentid}`
  return [
    ...(kind === undefined || objtype === 1 ? [] : [sql`${here} and kind = ${kindNo(kind)}`]),
    ...(modifiedby === undefined ? [] : [sql`${here} and ${isOfType(objtype)} and modifiedby = ${modifiedby}`]),
    ...(since === undefined || objtype === 1
      ? []
      : [sql`${here} and ${isOfType(2)} and modifiedat >= ${since} order by modifiedat desc, objid desc`]),
  ]
}

async function isCommon(db: Db, index: Sql): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select 1 from entries where ${index} limit ${commonFrom} + 0) as few`.execute(
    db.query,
  )
  return rows[0]?.found === commonFrom
}

/** Where the walk has to stop. Null where it reaches the end before that. */
async function keyAt(db: Db, wanted: Wanted): Promise<Key | null> {
  const conditions = [sql`parentid = ${wanted.parentid}`, isOfType(wanted.objtype), ...behind(wanted)]
  const { rows } = await sql<{ key: string | number; objid: string }>`
    select ${sql.ref(wanted.by)} as key, objid from entries where ${all(conditions)}
    order by ${orderOf(wanted)} limit 1 offset ${sql.lit(mostWalked - 1)}`.execute(db.query)
  return rows[0] ? [rows[0].key, rows[0].objid] : null
}

/** The sum is for SQLite, which would plan a query anew for each limit. */
const pageOf = ({ source, conditions }: Part, wanted: Wanted, limit: number) =>
  sql<Listed>`${source} where ${all(conditions)} order by ${orderOf(wanted)} limit ${limit} + 0`

type PageShape = Pick<Wanted, 'objtype' | 'by' | 'direction'> & { isFirst: boolean }

interface PageValues {
  parentid: string
  afterKey: string | number
  afterObjid: string
  limit: number
}

/** Without a filter, as most lists are asked for. */
const pageOfAll = prepared((_query: Kysely<FileTables>, given: Given<PageValues>, shape: PageShape) => {
  const { isFirst, ...order } = shape
  const after: Key | null = isFirst ? null : [given('afterKey'), given('afterObjid')]
  const wanted: Wanted = { ...order, parentid: given('parentid'), filter: {}, after }
  const conditions = [sql`parentid = ${wanted.parentid}`, isOfType(wanted.objtype), ...behind(wanted)]
  return pageOf({ source: sql`select ${columnList} from entries`, conditions, end: null }, wanted, given('limit'))
})

/**
 * Reads along the index of the sort key, from the place where the page before ended: page 20,000 costs what page 1 does. `end` is
 * where it stopped although the page is not full.
 */
export async function entryPage(db: Db, wanted: Wanted, limit: number): Promise<{ rows: Listed[]; end: Key | null }> {
  if (fits(wanted.filter).length > 0) {
    const part = await partOf(db, wanted)
    const { rows } = await pageOf(part, wanted, limit).execute(db.query)
    return { rows, end: rows.length < limit ? part.end : null }
  }
  const { parentid, objtype, by, direction, after } = wanted
  const values = { parentid, afterKey: after?.[0] ?? '', afterObjid: after?.[1] ?? '', limit }
  const rows = await pageOfAll(db, values, { objtype, by, direction, isFirst: after === null })
  return { rows, end: null }
}

export interface Marks {
  keys: Key[]
  passed: number
  end: Key | null
}

/** The key of each so-manieth entry. `begun` is how many there were since the mark before. */
export async function marksAlong(db: Db, wanted: Wanted, every: number, begun: number): Promise<Marks> {
  const { source, conditions, end } = await partOf(db, wanted)
  const part = sql`(${source} where ${all(conditions)}) as part`
  // Apart: counted beside the numbers, it would take twice as long as both.
  const counted = await sql<{ passed: number }>`select count(*) as passed from ${part}`.execute(db.query)
  const { rows } = await sql<{ key: string | number; objid: string }>`
    select key, objid from (
      select ${sql.ref(wanted.by)} as key, objid, row_number() over (order by ${orderOf(wanted)}) as place from ${part}
    ) as numbered
    where (place + ${sql.lit(begun)}) % ${sql.lit(every)} = 0 order by place`.execute(db.query)
  return { keys: rows.map(({ key, objid }) => [key, objid]), passed: counted.rows[0]?.passed ?? 0, end }
}
