import { constants, DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { createSqliteDialects } from './sqlite-dialect.ts'

interface Tables {
  people: { userid: string }
}

const file = new DatabaseSync(':memory:')
const query = new Kysely<Tables>({ dialect: createSqliteDialects(file, () => {}).dialect })
afterEach(() => query.destroy())

it('plans a page once, however many rows are asked for each time', async () => {
  await sql`create table people (userid text primary key)`.execute(query)
  await query
    .insertInto('people')
    .values([{ userid: 'ada' }, { userid: 'bob' }, { userid: 'cy' }])
    .execute()
  let planned = 0
  // SQLite asks this of each select, whenever it plans the statement.
  file.setAuthorizer(action => {
    if (action === constants.SQLITE_SELECT) planned++
    return constants.SQLITE_OK
  })
  const page = (limit: number) => query.selectFrom('people').select('userid').orderBy('userid').limit(limit).execute()
  expect(await page(1)).toEqual([{ userid: 'ada' }])
  expect(await page(2)).toEqual([{ userid: 'ada' }, { userid: 'bob' }])
  expect(await page(3)).toHaveLength(3)
  expect(planned).toBe(1)
})
