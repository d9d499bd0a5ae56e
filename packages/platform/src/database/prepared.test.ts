import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import type { Database } from './database.ts'
import { type Given, prepared } from './prepared.ts'

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

describe('a query that was put together before', () => {
  const everybody = prepared((query: Kysely<Tables>, given: Given<{ orgid: string }>) =>
    query.selectFrom('people').select('userid').where('orgid', '=', given('orgid')).orderBy('userid'),
  )
  const orgid = 'acme'

  it('sees nothing of a transaction that is under way', async () => {
    const half = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const failing = db.transaction(async tx => {
      await tx.query.insertInto('people').values({ userid: 'ghost', orgid }).execute()
      half.resolve()
      await asked.promise
      expect(await everybody(tx, { orgid })).toEqual([{ userid: 'ghost' }])
      throw new Error('no')
    })
    await half.promise
    const seen = everybody(db, { orgid })
    asked.resolve()
    await expect(failing).rejects.toThrow('no')
    expect(await seen).toEqual([])
  })

  it('is refused beside the tx, and after its end', async () => {
    const ended = await db.transaction(async tx => {
      await expect(everybody(db, { orgid })).rejects.toThrow('use its tx')
      return tx
    })
    await expect(everybody(ended, { orgid })).rejects.toThrow('committed')
  })
})
