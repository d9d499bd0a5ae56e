import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import type { Database } from './database.ts'

interface Tables {
  people: { userid: string; orgid: string }
}

let test: TestDatabase
let db: Database<Tables>
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db.withTables<Tables>()
  await sql`create table people (userid text primary key, orgid text)`.execute(db.query)
})
afterAll(() => test.close())

it('queries go on when a node of a newer version has added a column', async () => {
  await db.query.insertInto('people').values({ userid: 'mara', orgid: 'acme' }).execute()
  const all = ({ query }: Pick<Database<Tables>, 'query'>) => query.selectFrom('people').selectAll()
  const outside = () => all(db).where('userid', '=', 'mara').execute()
  const inside = () => db.transaction(tx => all(tx).where('orgid', '=', 'acme').execute())
  for (const ask of [outside, inside]) {
    const before = await ask()
    await sql`alter table people add column ${sql.ref(ask.name)} text`.execute(db.query)
    expect(await ask()).toEqual(before.map(person => ({ ...person, [ask.name]: null })))
  }
})
