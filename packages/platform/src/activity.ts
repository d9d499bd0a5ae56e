import { type Generated, sql } from 'kysely'
import type { AnyTx, Database, Queries, Tx } from './database/database.ts'
import { preparedInsert } from './database/prepared.ts'

interface ActivityTables {
  activity: {
    id: Generated<number>
    orgid: string
    projectid: string
    actorid: string
    action: string
    target: string
    data: string
    bytes: number
    createdat: number
    folded: Generated<number>
  }
  projectdays: { orgid: string; projectid: string; day: number; activities: number; bytes: number }
}

type Data = Record<string, string | number | string[]>

export interface NewActivity {
  orgid: string
  projectid: string
  /** Empty where nobody did it by hand. */
  actorid: string
  /** As noun.verb. */
  action: string
  target: string
  data?: Data
  /** How many stored bytes it added, or freed where it is below zero. */
  bytes?: number
}

const DAY = 24 * 3_600_000
const AT_ONCE = 500

const insertActivity = preparedInsert<ActivityTables, 'activity'>('activity', [
  ...['orgid', 'projectid', 'actorid', 'action', 'target', 'data', 'bytes', 'createdat'],
])

/** In the transaction that does it. Nothing but an insert, so that those who write at the same time do not meet. */
export async function recordActivity(tx: AnyTx, ...entries: NewActivity[]): Promise<void> {
  const tables = tx.withTables<ActivityTables>()
  const createdat = Date.now()
  const rows = entries.map(({ data = {}, bytes = 0, ...entry }) => {
    return { ...entry, data: JSON.stringify(data), bytes, createdat }
  })
  for (let from = 0; from < rows.length; from += AT_ONCE) await insertActivity(tables, rows.slice(from, from + AT_ONCE))
}

interface Place {
  orgid: string
  projectid: string
}

/** The newest first, beginning before the given id. */
export async function activityPage(
  db: Pick<Queries, 'withTables'>,
  { orgid, projectid, before, limit }: Place & { before: number | null; limit: number },
) {
  const rows = await db
    .withTables<ActivityTables>()
    .query.selectFrom('activity')
    .select(['id', 'actorid', 'action', 'target', 'data', 'createdat'])
    .where('orgid', '=', orgid)
    .where('projectid', '=', projectid)
    .$if(before !== null, select => select.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...row, data: JSON.parse(row.data) as Data }))
}

const dayOf = (time: number) => time - (time % DAY)

/**
 * What is stored in all, and for each of the last days, oldest first, how much happened and what was stored at its end. One
 * statement reads what is folded and what is not yet, so that nothing is folded in between and missed or counted twice.
 */
export async function dailyFigures(db: Pick<Queries, 'withTables'>, { orgid, projectid }: Place, days = 30) {
  const first = dayOf(Date.now()) - (days - 1) * DAY
  // All that came before the first day shown is one sum.
  const shown = (day: ReturnType<typeof sql>) => sql`case when ${day} < ${first} then 0 else ${day} end`
  const { rows } = await sql<{ day: number; activities: number; bytes: number }>`
    select day, sum(activities) as activities, sum(bytes) as bytes from (
      select ${shown(sql`day`)} as day, activities, bytes from projectdays
      where orgid = ${orgid} and projectid = ${projectid}
      union all
      select ${shown(sql`createdat - createdat % ${sql.lit(DAY)}`)} as day, 1 as activities, bytes from activity
      where orgid = ${orgid} and projectid = ${projectid} and folded = 0
    ) as counted group by day`.execute(db.withTables<ActivityTables>().query)
  const sums = new Map(rows.map(row => [row.day, row]))
  let storedbytes = sums.get(0)?.bytes ?? 0
  const figures = Array.from({ length: days }, (_, n) => {
    const day = first + n * DAY
    const { activities = 0, bytes = 0 } = sums.get(day) ?? {}
    storedbytes += bytes
    return { day, activities, storedbytes }
  })
  return { storedbytes, days: figures }
}

/** Counts what is new into the days. A row is marked in the transaction that counts it, so it counts once, whoever runs this how often. */
export async function foldActivity(database: Database, atOnce = AT_ONCE): Promise<void> {
  const tables = database.withTables<ActivityTables>()
  while ((await tables.transaction(tx => foldSome(tx, atOnce))) === atOnce);
}

async function foldSome({ query }: Tx<ActivityTables>, atOnce: number): Promise<number> {
  const unfolded = query
    .selectFrom('activity')
    .select('id')
    .where('folded', '=', sql.lit(0))
    .orderBy('id')
    .limit(atOnce)
  const rows = await query
    .updateTable('activity')
    .set({ folded: 1 })
    .where('id', 'in', unfolded)
    .where('folded', '=', sql.lit(0))
    .returning(['orgid', 'projectid', 'createdat', 'bytes'])
    .execute()
  if (rows.length > 0) await addToDays(query, rows)
  return rows.length
}

async function addToDays(
  query: Tx<ActivityTables>['query'],
  rows: { orgid: string; projectid: string; createdat: number; bytes: number }[],
): Promise<void> {
  const sums = new Map<string, ActivityTables['projectdays']>()
  for (const { orgid, projectid, createdat, bytes } of rows) {
    const day = dayOf(createdat)
    const key = JSON.stringify([orgid, projectid, day])
    const sum = sums.get(key) ?? { orgid, projectid, day, activities: 0, bytes: 0 }
    sums.set(key, { ...sum, activities: sum.activities + 1, bytes: sum.bytes + bytes })
  }
  await query
    .insertInto('projectdays')
    .values([...sums.values()])
    .onConflict(conflict =>
      conflict.columns(['orgid', 'projectid', 'day']).doUpdateSet(({ ref, eb }) => ({
        activities: eb(ref('projectdays.activities'), '+', ref('excluded.activities')),
        bytes: eb(ref('projectdays.bytes'), '+', ref('excluded.bytes')),
      })),
    )
    .execute()
}

/** Some rows of a project that is no more, or of all of an organisation's. False once there are none left. */
export async function purgeActivity(
  tx: AnyTx,
  { orgid, projectid }: { orgid: string; projectid?: string | undefined },
  atOnce: number,
): Promise<boolean> {
  const { query } = tx.withTables<ActivityTables>()
  const within = sql`orgid = ${orgid} ${projectid === undefined ? sql`` : sql`and projectid = ${projectid}`}`
  const rows = await sql`delete from activity where id in
    (select id from activity where ${within} limit ${atOnce}) returning id`.execute(query)
  const days = await sql`delete from projectdays where (orgid, projectid, day) in
    (select orgid, projectid, day from projectdays where ${within} limit ${atOnce}) returning day`.execute(query)
  return rows.rows.length + days.rows.length > 0
}
