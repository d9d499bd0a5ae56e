import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { DATABASE_FILE } from './sqlite.ts'

let folder: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-checkpoints-'))
  database = await openDatabase({ folder })
  await sql`create table words (word text)`.execute(database.query)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (word: string) =>
  database.transaction(({ query }) => sql`insert into words values (${word})`.execute(query))

/** As far as it stands in the database itself, without the log. */
async function broughtIn(): Promise<number> {
  const copy = join(folder, 'copy.db')
  await copyFile(join(folder, DATABASE_FILE), copy)
  const file = new DatabaseSync(copy, { readOnly: true })
  try {
    return Number(file.prepare('select count(*) as n from words').get()?.n)
  } catch {
    return 0
  } finally {
    file.close()
  }
}

it('brings what was committed into the database while others go on writing', async () => {
  const before = await broughtIn()
  for (let n = 0; n < 250; n++) await write(`word ${n}`)
  expect(before).toBe(0)
  await expect.poll(broughtIn).toBeGreaterThanOrEqual(200)
  await write('one more')
  const { rows } = await sql<{ n: number }>`select count(*) as n from words`.execute(database.query)
  expect(rows).toEqual([{ n: 251 }])
})
