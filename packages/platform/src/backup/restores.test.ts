import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { appliedTo, migrate, platformMigrations } from '../database/migrate.ts'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import { beginRestore, refuseIfRestoring } from './restores.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test.close())

it('a restore that did not end is found, and none where there are no tables', async () => {
  await refuseIfRestoring(test.db)
  await migrate(test.db, [platformMigrations])
  await refuseIfRestoring(test.db)
  await beginRestore(test.db)
  await expect(refuseIfRestoring(test.db)).rejects.toThrow('was broken off')
})

it('a database that does not answer is not taken for one without tables', async () => {
  if (!test.options.url) return
  const url = new URL(test.options.url)
  url.searchParams.set('query_timeout', '300')
  const impatient = await openDatabase({ ...test.options, url: url.href })
  const [locked, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const others = test.db.transaction(async tx => {
    await sql`lock table restores, migrations in access exclusive mode`.execute(tx.query)
    locked.resolve()
    await asked.promise
  })
  await locked.promise
  for (const ask of [refuseIfRestoring, appliedTo])
    await expect(ask(impatient)).rejects.toMatchObject({ errcode: 'UNAVAILABLE' })
  asked.resolve()
  await others
  await impatient.close()
})
