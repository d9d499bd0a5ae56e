import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StartRefused } from '../errors.ts'
import { openTestDatabase, type TestDatabase } from '../testing/engine.ts'
import { type Database, openDatabase } from './database.ts'
import { type Given, prepared } from './prepared.ts'
import { uniqueViolation } from './unique-violation.ts'

interface Tables {
  people: { userid: string; email: string; orgid: string; place: number; size: number }
}

let test: TestDatabase
let db: Database<Tables>
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db.withTables<Tables>()
  await sql`create table people (userid text primary key, email text, orgid text, place bigint, size bigint)`.execute(
    db.query,
  )
  await sql`create unique index people_email on people (email)`.execute(db.query)
  await sql`create unique index people_place on people (orgid, place) where place > 0`.execute(db.query)
})
afterAll(() => test.close())
beforeEach(async () => {
  await db.query.deleteFrom('people').execute()
})

const person = (userid: string, more: Partial<Tables['people']> = {}) => ({
  userid,
  email: `${userid}@example.org`,
  orgid: 'acme',
  place: 0,
  size: 0,
  ...more,
})
const add = (userid: string, more: Partial<Tables['people']> = {}) =>
  db.query.insertInto('people').values(person(userid, more)).execute()
const sizeOf = async (userid: string) =>
  (await db.query.selectFrom('people').select('size').where('userid', '=', userid).executeTakeFirstOrThrow()).size
const userids = async () =>
  (await db.query.selectFrom('people').select('userid').orderBy('userid').execute()).map(row => row.userid)

describe('queries', () => {
  it('hands large numbers, counts and sums over as numbers', async () => {
    await add('mara', { size: 2 ** 52 })
    await add('jon', { size: 1 })
    expect(await sizeOf('mara')).toBe(4_503_599_627_370_496)
    const { count, total } = await db.query
      .selectFrom('people')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('size').as('total')])
      .executeTakeFirstOrThrow()
    expect({ count, total }).toEqual({ count: 2, total: 2 ** 52 + 1 })
  })

  it('tells how many rows an update met', async () => {
    await add('mara')
    const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await db.query
      .updateTable('people')
      .set({ size: 3 })
      .execute()
    expect(numUpdatedRows).toBe(1n)
  })

  it('answers more different texts than it keeps prepared', async () => {
    for (let n = 0; n < 1_200; n++) {
      const { rows } = await sql`select cast(${n} as bigint) as ${sql.ref(`n${n}`)}`.execute(db.query)
      expect(rows).toEqual([{ [`n${n}`]: n }])
    }
  })

  it('are put together once and answer each time with the values of then', async () => {
    const found = prepared((query: Kysely<Tables>, given: Given<{ orgid: string; atLeast: number }>) =>
      query
        .selectFrom('people')
        .select('userid')
        .where('size', '>=', given('atLeast'))
        .where('place', '=', 0)
        .where('orgid', '=', given('orgid')),
    )
    await add('mara', { size: 1 })
    await add('jon', { size: 2, orgid: 'other' })
    expect(await found(db, { orgid: 'acme', atLeast: 1 })).toEqual([{ userid: 'mara' }])
    expect(await found(db, { orgid: 'other', atLeast: 2 })).toEqual([{ userid: 'jon' }])
    expect(await found(db, { orgid: 'acme', atLeast: 2 })).toEqual([])
    await db.transaction(async tx => {
      await tx.query
        .insertInto('people')
        .values(person('zoe', { size: 5 }))
        .execute()
      expect(await found(tx, { orgid: 'acme', atLeast: 2 })).toEqual([{ userid: 'zoe' }])
    })
  })

  it('are put together once for each of their shapes', async () => {
    const sorted = prepared(
      (query: Kysely<Tables>, given: Given<{ limit: number }>, { by }: { by: 'size' | 'userid' }) =>
        query.selectFrom('people').select('userid').orderBy(by).limit(given('limit')),
    )
    await add('mara', { size: 1 })
    await add('jon', { size: 2 })
    expect(await sorted(db, { limit: 1 }, { by: 'size' })).toEqual([{ userid: 'mara' }])
    expect(await sorted(db, { limit: 1 }, { by: 'userid' })).toEqual([{ userid: 'jon' }])
    expect(await sorted(db, { limit: 2 }, { by: 'size' })).toEqual([{ userid: 'mara' }, { userid: 'jon' }])
  })

  it('of all columns answer those of now', async () => {
    const all = () => sql`select * from boxes`.execute(db.query)
    await sql`create table boxes (width bigint, height bigint)`.execute(db.query)
    await sql`insert into boxes values (3, 4)`.execute(db.query)
    expect((await all()).rows).toEqual([{ width: 3, height: 4 }])
    await sql`alter table boxes rename column height to depth`.execute(db.query)
    expect((await all()).rows).toEqual([{ width: 3, depth: 4 }])
  })

  it('answers a ping', async () => {
    await expect(db.ping()).resolves.toBeUndefined()
  })
})

describe('a unique violation', () => {
  const violationOf = async (work: Promise<unknown>) => uniqueViolation(await work.catch((error: unknown) => error))

  it('names table and columns the same way on both engines', async () => {
    await add('mara', { place: 1 })
    expect(await violationOf(add('mara', { email: 'other@example.org' }))).toBe('people.userid')
    expect(await violationOf(add('jon', { email: 'mara@example.org' }))).toBe('people.email')
    expect(await violationOf(add('jon', { place: 1 }))).toBe('people.orgid,place')
  })

  it('is not mistaken for another failure', async () => {
    expect(await violationOf(sql`select nothing from nowhere`.execute(db.query))).toBeUndefined()
    expect(uniqueViolation('UNIQUE constraint failed: people.email')).toBeUndefined()
  })
})

describe('a transaction', () => {
  it('leaves nothing behind when its work throws', async () => {
    const failing = db.transaction(async tx => {
      await tx.query.insertInto('people').values(person('mara')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await userids()).toEqual([])
  })

  it('hands on the result of its work', async () => {
    expect(await db.transaction(async () => 'done')).toBe('done')
  })

  it('that others always get ahead of is refused for now', async () => {
    const overtaken = db.transaction(async () => {
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    })
    // On SQLite nobody gets ahead: there the code means nothing.
    const refusal = db.engine === 'postgres' ? { errcode: 'UNAVAILABLE' } : { message: 'could not serialize access' }
    await expect(overtaken).rejects.toMatchObject(refusal)
  })

  it('whose connection breaks half-way is refused for now, alone, and the process goes on', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<number>()
    const { promise: broken, resolve: goOn } = Promise.withResolvers<void>()
    const result = db
      .transaction(async tx => {
        const pid = db.engine === 'postgres' ? sql<number>`pg_backend_pid()` : sql<number>`0`
        const { rows } = await sql<{ pid: number }>`select ${pid} as pid`.execute(tx.query)
        await tx.query.insertInto('people').values(person('mara')).execute()
        begin(rows[0]?.pid ?? 0)
        await broken
        await tx.query.insertInto('people').values(person('jon')).execute()
      })
      .then(
        () => 'kept',
        ({ errcode }: { errcode?: string }) => errcode,
      )
    const pid = await begun
    // SQLite has no connection that could break.
    if (pid) await sql`select pg_terminate_backend(${pid}::int, 5000)`.execute(db.query)
    goOn()
    expect(await result).toBe(pid ? 'UNAVAILABLE' : 'kept')
    expect(await db.query.selectFrom('people').selectAll().execute()).toHaveLength(pid ? 0 : 2)
  })

  it('is not mixed up with what others do at the same time', async () => {
    const half = Promise.withResolvers<void>()
    const rolledBack = db.transaction(async tx => {
      await tx.query.insertInto('people').values(person('mara')).execute()
      half.resolve()
      await tx.query.selectFrom('people').select('userid').execute()
      throw new Error('no')
    })
    await half.promise
    await Promise.all([add('jon'), expect(rolledBack).rejects.toThrow('no')])
    expect(await userids()).toEqual(['jon'])
  })

  it('loses no update when many read and write the same row', async () => {
    await add('mara')
    const increment = () =>
      db.transaction(async tx => {
        const { size } = await tx.query
          .selectFrom('people')
          .select('size')
          .where('userid', '=', 'mara')
          .executeTakeFirstOrThrow()
        await tx.query
          .updateTable('people')
          .set({ size: size + 1 })
          .where('userid', '=', 'mara')
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    expect(await sizeOf('mara')).toBe(20)
  })

  it('prevents write skew: of two owners who leave at once, one stays', async () => {
    for (let round = 0; round < 10; round++) {
      await db.query.deleteFrom('people').execute()
      await Promise.all([add('mara', { size: 1 }), add('jon', { size: 1 })])
      const leave = (userid: string) =>
        db.transaction(async tx => {
          const owners = await tx.query.selectFrom('people').select('userid').where('size', '=', 1).execute()
          if (owners.length < 2) throw new Error('the last owner stays')
          await tx.query.updateTable('people').set({ size: 0 }).where('userid', '=', userid).execute()
        })
      const outcomes = await Promise.allSettled([leave('mara'), leave('jon')])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('runs its last steps before the commit, and signals after it', async () => {
    const seen: string[] = []
    const heard = Promise.withResolvers<void>()
    const stop = db.onSignal('news', () => userids().then(ids => heard.resolve(void seen.push(`heard with ${ids}`))))
    await db.transaction(async tx => {
      tx.signal('news')
      tx.beforeCommit(async () => {
        await tx.query.insertInto('people').values(person('mara')).execute()
        seen.push('last step')
      })
      seen.push('work')
    })
    await heard.promise
    stop()
    expect(seen).toEqual(['work', 'last step', 'heard with mara'])
  })

  it('signals nothing when it rolls back', async () => {
    let heard = false
    const stop = db.onSignal('news', () => {
      heard = true
    })
    const failing = db.transaction(async tx => {
      tx.signal('news')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    stop()
    expect(heard).toBe(false)
  })

  it('refuses a query beside its tx instead of waiting for itself for ever', async () => {
    await expect(db.transaction(() => add('mara'))).rejects.toThrow('use its tx')
    await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow('use its tx')
    await add('mara')
  })

  it('serves waiting work in the order it came', async () => {
    const order: number[] = []
    const one = (n: number) => db.transaction(async () => void order.push(n))
    await Promise.all(Array.from({ length: 5 }, (_, n) => one(n)))
    if (db.engine === 'sqlite') expect(order).toEqual([0, 1, 2, 3, 4])
    else expect(order).toHaveLength(5)
  })
})

describe('what may be lost when the power fails', () => {
  it('is there for everybody, rolls back and waits its turn like all else', async () => {
    const failing = db.lax.transaction(async tx => {
      await tx.query.insertInto('people').values(person('ghost')).execute()
      throw new Error('no')
    })
    const adding = db.transaction(async tx => {
      await tx.query.insertInto('people').values(person('mara')).execute()
    })
    await Promise.all([
      expect(failing).rejects.toThrow('no'),
      adding,
      db.lax.query.insertInto('people').values(person('jon')).execute(),
    ])
    expect(await userids()).toEqual(['jon', 'mara'])
  })

  it('does not make the rest less safe', async () => {
    if (db.engine === 'postgres') return
    const waitsForDisk = async (query: typeof db.query) =>
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(query)).rows[0]?.synchronous === 2
    expect(await waitsForDisk(db.lax.query)).toBe(false)
    expect(await waitsForDisk(db.query)).toBe(true)
    await db.lax.query.insertInto('people').values(person('jon')).execute()
    await db.lax.transaction(() => Promise.reject(new Error('no'))).catch(() => {})
    expect(await waitsForDisk(db.query)).toBe(true)
  })
})

describe('what is committed', () => {
  it('can be waited for by who sees it before it is on the disk; its transaction does', async () => {
    const begun = Promise.withResolvers<void>()
    const adding = db.transaction(async tx => {
      begun.resolve()
      await tx.query.insertInto('people').values(person('mara')).execute()
    })
    await begun.promise
    expect(await userids()).toEqual(db.engine === 'sqlite' ? ['mara'] : expect.anything())
    if (db.engine === 'sqlite') expect(db.allSafe()).toBeInstanceOf(Promise)
    await adding
    expect(db.allSafe()).toBeUndefined()
    expect(await userids()).toEqual(['mara'])
  })

  it('keeps nobody waiting where nothing was written', async () => {
    const reading = db.transaction(tx => tx.query.selectFrom('people').select('userid').execute())
    const failing = db.transaction(async tx => {
      await tx.query.insertInto('people').values(person('ghost')).execute()
      throw new Error('no')
    })
    failing.catch(() => {}) // It may fail before it is waited for below.
    const lax = db.lax.transaction(tx => tx.query.insertInto('people').values(person('jon')).execute())
    await userids()
    expect(db.allSafe()).toBeUndefined()
    await Promise.all([reading, expect(failing).rejects.toThrow('no'), lax])
  })

  it('does not make statements outside of transactions less safe', async () => {
    if (db.engine === 'postgres') return
    const synchronous = async () => (await sql<{ synchronous: number }>`pragma synchronous`.execute(db.query)).rows
    await db.transaction(tx => tx.query.insertInto('people').values(person('mara')).execute())
    expect(await synchronous()).toEqual([{ synchronous: 2 }])
    await db.transaction(() => Promise.reject(new Error('no'))).catch(() => {})
    expect(await synchronous()).toEqual([{ synchronous: 2 }])
  })
})

describe('a second node', () => {
  it('is refused on the same SQLite folder until the first has closed, and shares a PostgreSQL database', async () => {
    if (db.engine === 'postgres') {
      const second = await openDatabase(test.options)
      const heard = Promise.withResolvers<void>()
      second.onSignal('news', heard.resolve)
      await db.transaction(async tx => tx.signal('news'))
      await heard.promise
      await second.close()
      return
    }
    const { folder } = test.options
    await expect(openDatabase(test.options)).rejects.toThrow(
      new StartRefused(
        `Plinth is already running on this data folder (${folder}). Stop it first, or set PLINTH_DATA to another folder.`,
      ),
    )
  })

  it('is told in one sentence when the database cannot be opened', async () => {
    const refusal =
      db.engine === 'postgres'
        ? openDatabase({ ...test.options, url: 'postgres://nobody@127.0.0.1:1/none' })
        : openDatabase({ folder: `${test.options.folder}/plinth.db/below-a-file` })
    await expect(refusal).rejects.toThrow(StartRefused)
    await expect(refusal).rejects.toThrow(db.engine === 'postgres' ? /DATABASE_URL/ : /PLINTH_DATA/)
  })
})

describe('a process that is killed', () => {
  const program = `
    import { openDatabase } from '${new URL('database.ts', import.meta.url)}'
    const db = await openDatabase(JSON.parse(process.argv[1]))
    for (let n = 0; ; n++) {
      const row = { userid: String(n), email: String(n), orgid: 'acme', place: 0, size: 0 }
      await db.transaction(tx => tx.query.insertInto('people').values(row).execute())
      process.stdout.write(n + '\\n')
    }`

  it("has lost nothing that it had acknowledged, and is in nobody's way", async () => {
    await test.db.close()
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(test.options)])
    let acknowledged = 0
    for await (const line of createInterface(child.stdout)) {
      acknowledged = Number(line) + 1
      if (acknowledged >= 25) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(acknowledged).toBeGreaterThanOrEqual(25)
    test.db = await openDatabase(test.options)
    db = test.db.withTables<Tables>()
    expect((await userids()).length).toBeGreaterThanOrEqual(acknowledged)
  })
})
