import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import type { Database, Tx } from './database.ts'
import { createGrouping } from './grouping.ts'
import { uniqueViolation } from './unique-violation.ts'

interface Tables {
  words: { word: string }
}

let test: TestDatabase
let db: Database<Tables>
let grouped: Database<Tables>['transaction']
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db.withTables<Tables>()
  await sql`create table words (word text primary key)`.execute(db.query)
  grouped = createGrouping(db.transaction)
})
afterAll(() => test.close())
beforeEach(async () => {
  await db.query.deleteFrom('words').execute()
})

const seen = new Set<Tx<Tables>>()
const write = (word: string) =>
  grouped(async tx => {
    seen.add(tx)
    await tx.query.insertInto('words').values({ word }).execute()
    return `wrote ${word}`
  })
const written = async () =>
  (await db.query.selectFrom('words').select('word').orderBy('word').execute()).map(row => row.word)

it('runs what is asked for at the same moment as one, and answers each', async () => {
  seen.clear()
  expect(await Promise.all(['a', 'b', 'c'].map(write))).toEqual(['wrote a', 'wrote b', 'wrote c'])
  expect(seen.size).toBe(1)
  expect(await written()).toEqual(['a', 'b', 'c'])
})

it('lets one that cannot succeed fail alone', async () => {
  await write('b')
  const [a, b, c] = await Promise.allSettled(['a', 'b', 'c'].map(write))
  expect([a?.status, c?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(b?.status === 'rejected' && uniqueViolation(b.reason)).toBe('words.word')
  expect(await written()).toEqual(['a', 'b', 'c'])
})

it('of two that want the same lets one win', async () => {
  const ends = await Promise.allSettled(['a', 'a', 'b'].map(write))
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await written()).toEqual(['a', 'b'])
})

it('forgets nobody, however many come', async () => {
  const words = Array.from({ length: 30 }, (_, n) => `word ${n}`)
  await Promise.all(words.map(write))
  expect(await written()).toEqual(words.toSorted())
})
