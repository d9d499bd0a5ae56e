import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartRefused } from '../errors.ts'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openSnapshot } from './snapshot.ts'

let test: TestDatabase
let folder: string
beforeEach(async () => {
  test = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'plinth-migrations-'))
  await put('0001_things.sql', things)
})
afterEach(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const things = `
-- Things; with a semicolon in a comment;
create table things (
  id $autoid,
  name ctext not null
);

create unique index things_name on things (name);
insert into things (name) values ('a;b');
`

const put = (name: string, text: string) => writeFile(join(folder, name), text)
const source = () => [{ name: 'test', migrations: pathToFileURL(folder) }]
const run = () => migrate(test.db, source())
const names = async () =>
  (await sql<{ name: string }>`select name from things order by name`.execute(test.db.query)).rows.map(
    ({ name }) => name,
  )
const insert = (name: string) =>
  sql<{ id: number }>`insert into things (name) values (${name}) returning id`.execute(test.db.query)

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    await run()
    await put('0002_more.sql', `insert into things (name) values ('second');\n`)
    await run()
    await run()
    expect(await names()).toEqual(['a;b', 'second'])
  })

  it('sorts text byte by byte on both engines', async () => {
    await run()
    for (const name of ['a', 'B', 'é', 'Z', '_', 'z', '😀', '～']) await insert(name)
    expect(await names()).toEqual(['B', 'Z', '_', 'a', 'a;b', 'z', 'é', '～', '😀'])
  })

  it('leaves out what is for the other engine', async () => {
    const insertions = ['sqlite', 'postgres'].map(
      engine => `$${engine} insert into things (name) values ('${engine}');\n`,
    )
    await put('0002_engines.sql', insertions.join(''))
    await run()
    expect(await names()).toEqual(['a;b', test.db.engine])
  })

  it('hands out growing ids, and none twice after a delete', async () => {
    await run()
    const { rows: first } = await insert('one')
    await sql`delete from things`.execute(test.db.query)
    const { rows: second } = await insert('two')
    expect(second[0]?.id).toBeGreaterThan(first[0]?.id ?? Number.POSITIVE_INFINITY)
  })

  it('leaves nothing of a file that fails half-way, and applies it once it is right', async () => {
    await run()
    await put('0002_more.sql', `insert into things (name) values ('half');\ninsert into nowhere values (1);\n`)
    await expect(run()).rejects.toThrow(/nowhere/)
    expect(await names()).toEqual(['a;b'])
    await put('0002_more.sql', `insert into things (name) values ('whole');\n`)
    await run()
    expect(await names()).toEqual(['a;b', 'whole'])
  })

  it('keeps services apart', async () => {
    await run()
    await put('0001_things.sql', `insert into things (name) values ('of another service');\n`)
    await migrate(test.db, [{ name: 'other', migrations: pathToFileURL(folder) }])
    expect(await names()).toEqual(['a;b', 'of another service'])
  })

  it('does not mind line ends of another system', async () => {
    await run()
    await put('0001_things.sql', things.replaceAll('\n', '\r\n'))
    await expect(run()).resolves.toBeUndefined()
  })

  const refusals: [string, () => Promise<void>, string][] = [
    [
      'a file that was changed',
      () => put('0001_things.sql', `${things}-- later\n`),
      'The migration test/0001_things.sql was changed after it was applied: restore the file, and put the change into a new one.',
    ],
    [
      'a file that is missing',
      () => rename(join(folder, '0001_things.sql'), join(folder, 'elsewhere')),
      'The database has the migration test/0001_things.sql, which this version of Plinth lacks: start the version that made it, or a newer one.',
    ],
    [
      'a file that was put before an applied one',
      () => put('0000_first.sql', 'create table early (id bigint);'),
      'The migration test/0000_first.sql comes before 0001_things.sql, which is applied already: give it a higher number.',
    ],
  ]
  it.each(refusals)('refuses to start on %s', async (_, change, sentence) => {
    await run()
    await change()
    await expect(run()).rejects.toThrow(new StartRefused(sentence))
  })

  it('takes as long as it takes on a large PostgreSQL, where no request may', async () => {
    if (!test.options.url) return
    const url = new URL(test.options.url)
    url.searchParams.set('query_timeout', '300')
    const impatient = await openDatabase({ ...test.options, url: url.href })
    await put('0002_slow.sql', `$postgres insert into things (name) select 'late' from pg_sleep(0.6);\n`)
    await migrate(impatient, source())
    expect(await names()).toEqual(['a;b', 'late'])
    await expect(sql`select pg_sleep(0.6)`.execute(impatient.query)).rejects.toMatchObject({ errcode: 'UNAVAILABLE' })
    await impatient.close()
  })

  it('holds nobody up while it waits for a table that somebody reads for long', async () => {
    if (!test.options.url) return
    await run()
    await put('0002_more.sql', 'alter table things add column more bigint;\n')
    const reader = await openSnapshot(test.options)
    await reader.exec('select count(*) from things')
    let migrated = false
    const migrating = run().then(() => {
      migrated = true
    })
    const waits = sql`select 1 from pg_locks where not granted and relation = 'things'::regclass`
    await expect.poll(async () => (await waits.execute(test.db.query)).rows.length).toBe(1)
    expect(await names()).toEqual(['a;b'])
    expect(migrated).toBe(false)
    await reader.close()
    await migrating
    await sql`select more from things`.execute(test.db.query)
  })

  it('is safe when several nodes start at once', async () => {
    const others =
      test.db.engine === 'postgres' ? await Promise.all([1, 2, 3].map(() => openDatabase(test.options))) : []
    await Promise.all([test.db, ...others].map(db => migrate(db, source())))
    await Promise.all(others.map(db => db.close()))
    expect(await names()).toEqual(['a;b'])
  })
})
