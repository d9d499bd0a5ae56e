import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import { sweep } from './sweep.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
  await sql`create table ended (userid text, place integer, before integer)`.execute(test.db.query)
  await sql`create index ended_before on ended (before)`.execute(test.db.query)
})
afterAll(() => test.close())

const userids = async () =>
  (await sql<{ userid: string }>`select userid from ended order by userid`.execute(test.db.query)).rows.map(
    ({ userid }) => userid,
  )

it('deletes all that is old and nothing else, where one key has many rows too', async () => {
  for (const [userid, before, rows] of [
    ['mara', 1, 1_500],
    ['jon', 2, 1_500],
    ['mara', 9, 1],
  ] as const) {
    const places = sql.join(
      Array.from({ length: rows }, (_, place) => sql`(${userid}, ${sql.lit(place)}, ${sql.lit(before)})`),
    )
    await sql`insert into ended (userid, place, before) values ${places}`.execute(test.db.query)
  }
  await sweep(test.db, { table: 'ended', key: 'userid', column: 'before', below: 9 })
  expect(await userids()).toEqual(['mara'])
})
