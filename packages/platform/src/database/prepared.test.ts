import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import { type Database, openDatabase } from './database.ts'
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
  it('sees at once whatever was written since it was last asked, by whomever', async () => {
    const ids = async () => (await everybody(db, { orgid: 'seen' })).map(({ userid }) => userid)
    const row = (userid: string) => ({ userid, orgid: 'seen' })
    expect(await ids()).toEqual([])
    await db.query.insertInto('people').values(row('a')).execute()
    expect(await ids()).toEqual(['a'])
    await db.lax.query.insertInto('people').values(row('b')).execute()
    expect(await ids()).toEqual(['a', 'b'])
    await db.transaction(tx => tx.query.insertInto('people').values(row('c')).execute())
    expect(await ids()).toEqual(['a', 'b', 'c'])
    await sql`with gone as (select 'a' as userid) delete from people where userid in (select userid from gone)`.execute(
      db.query,
    )
    expect(await ids()).toEqual(['b', 'c'])
    const other = await openDatabase({ ...test.options, beside: true })
    await other.withTables<Tables>().query.deleteFrom('people').where('userid', '=', 'b').execute()
    await other.close()
    await nextTurn()
    expect(await ids()).toEqual(['c'])
  })

  it('knows nothing of what was undone', async () => {
    const ids = async (of: Pick<Database<Tables>, 'engine' | 'query' | 'ask'>) =>
      (await everybody(of, { orgid: 'undone' })).length
    expect(await ids(db)).toBe(0)
    const failing = db.transaction(async tx => {
      await tx.query.insertInto('people').values({ userid: 'undone', orgid: 'undone' }).execute()
      expect(await ids(tx)).toBe(1)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await ids(db)).toBe(0)
  })

  it('answers rows that are its own each time', async () => {
    await db.query.insertInto('people').values({ userid: 'own', orgid: 'own' }).execute()
    const first = await everybody(db, { orgid: 'own' })
    for (const row of first) row.userid = 'changed'
    first.pop()
    expect(await everybody(db, { orgid: 'own' })).toEqual([{ userid: 'own' }])
  })
})
