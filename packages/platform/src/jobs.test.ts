import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyTx, type Database, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

interface Tables {
  jobs: { id: string; kind: string; lasterror: string | null; gaveupat: number | null; attempts: number; dueat: number }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const errors: unknown[] = []
const quiet = { warn() {}, error: (what: unknown) => void errors.push(what) }

let test: TestDatabase
let db: Database<Tables>
let time: number
let jobs: Jobs
let done: unknown[]
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db.withTables<Tables>()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
})
afterAll(() => test.close())
beforeEach(() => {
  time = 1_700_000_000_000
  done = []
  errors.length = 0
  jobs = node(test.db)
})
afterEach(async () => {
  await jobs.stop()
  await db.query.deleteFrom('jobs').execute()
})

function node(database: Database): Jobs {
  const started = createJobs(database, quiet, { now: () => time })
  started.handle('note', async payload => void done.push(payload))
  return started
}

const enqueue = (payload: unknown, options?: { runAt: number }, kind = 'note') =>
  db.transaction(tx => jobs.enqueue(tx, kind, payload, options))
const left = () => db.query.selectFrom('jobs').selectAll().where('kind', 'not like', '%.sweep').execute()

async function passHours(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 2) {
    await jobs.idle()
    time += 2 * 60 * MINUTE
  }
}

describe('a job', () => {
  it('is done with its payload, and then gone', async () => {
    await enqueue({ to: 'mara' })
    await jobs.idle()
    expect(done).toEqual([{ to: 'mara' }])
    expect(await left()).toEqual([])
  })

  it('is not done when its transaction rolls back', async () => {
    const failing = db.transaction(async tx => {
      await jobs.enqueue(tx, 'note', 'never')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await jobs.idle()
    expect(done).toEqual([])
  })

  it('starts by itself after the commit, without waiting for the next poll', { timeout: 4_000 }, async () => {
    const started = Promise.withResolvers<void>()
    jobs.handle('wake', async () => started.resolve())
    jobs.work()
    await jobs.idle()
    await enqueue(null, undefined, 'wake')
    await started.promise
  })

  it('does not wait behind long ones, however many there are', async () => {
    const end = Promise.withResolvers<void>()
    jobs.handleLong('copy', () => end.promise)
    for (let n = 0; n < 10; n++) await enqueue(n, undefined, 'copy')
    jobs.work()
    await expect.poll(async () => (await left()).filter(({ attempts }) => attempts > 0).length).toBe(2)
    await enqueue('a mail')
    await expect.poll(() => done).toEqual(['a mail'])
    end.resolve()
    await jobs.idle()
    expect(await left()).toEqual([])
  })

  it('does not wait behind those that come again and again', async () => {
    const untilStopped = async (_payload: unknown, { signal }: { signal: AbortSignal }) => {
      // One that is just being claimed then begins after that.
      if (!signal.aborted) await once(signal, 'abort')
    }
    for (let n = 0; n < 5; n++) jobs.every(`tidy${n}.sweep`, DAY, untilStopped)
    jobs.work()
    const begun = () => db.query.selectFrom('jobs').select('id').where('attempts', '>', 0).execute()
    await expect.poll(async () => (await begun()).length).toBeGreaterThanOrEqual(4)
    await enqueue('a revocation')
    await expect.poll(() => done).toEqual(['a revocation'])
  })

  it('waits for its time', async () => {
    await enqueue('later', { runAt: time + MINUTE })
    await jobs.idle()
    expect(done).toEqual([])
    time += MINUTE
    await jobs.idle()
    expect(done).toEqual(['later'])
  })

  it('is done again after a failure, later each time, with the same id', async () => {
    const seen: { id: string; attempt: number }[] = []
    jobs.handle('flaky', async (_payload, { id, attempt }) => {
      seen.push({ id, attempt })
      if (attempt < 3) throw new Error('not yet')
    })
    const id = await enqueue(null, undefined, 'flaky')
    await jobs.idle()
    await jobs.idle()
    expect(seen).toHaveLength(1)
    time += 3_000
    await jobs.idle()
    expect(seen).toHaveLength(2)
    time += 2_999
    await jobs.idle()
    expect(seen).toHaveLength(2)
    time += 6_001
    await jobs.idle()
    expect(seen).toEqual([1, 2, 3].map(attempt => ({ id, attempt })))
    expect(await left()).toEqual([])
  })

  it('that takes long hears that the process wants to end, and is done by another', async () => {
    const began = Promise.withResolvers<void>()
    jobs.handle('long', async (_payload, { signal }) => {
      began.resolve()
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
    })
    await enqueue(null, undefined, 'long')
    jobs.work()
    await began.promise
    await jobs.stop()
    expect(await left()).toHaveLength(1)
  })

  it('is given up after many failures, and kept for a month with its last error', async () => {
    let tries = 0
    jobs.handle('hopeless', async () => {
      tries++
      throw new Error(`failed ${tries}`)
    })
    await enqueue(null, undefined, 'hopeless')
    await passHours(120)
    expect(tries).toBe(24)
    expect(errors).toMatchObject([{ kind: 'hopeless', attempt: 24 }])
    expect(jobs.hopeless).toEqual(new Map([['hopeless', 1]]))
    expect(await left()).toMatchObject([{ kind: 'hopeless', lasterror: 'Error: failed 24' }])
    time += 31 * DAY
    await jobs.idle()
    expect(await left()).toEqual([])
  })

  it('that is given up says so where somebody asks for it, or not at all', async () => {
    const told: unknown[] = []
    let isAway = true
    const ending = async (tx: AnyTx, payload: unknown) => {
      await jobs.enqueue(tx, 'note', 'it was given up')
      if (isAway) throw new Error('not yet')
      told.push(payload)
    }
    jobs.handle('hopeless', () => Promise.reject(new Error('no')), { onGiveUp: ending })
    const id = await enqueue({ to: 'mara' }, undefined, 'hopeless')
    await passHours(60)
    expect(await left()).toMatchObject([{ id, gaveupat: null }])
    isAway = false
    await passHours(2)
    expect(await left()).toMatchObject([{ id, gaveupat: expect.any(Number) }])
    expect([told, done]).toEqual([[{ to: 'mara' }], ['it was given up']])
  })

  it('that must be done is tried once an hour however long it takes, and those who run it hear of it', async () => {
    let isAway = true
    const away = async () => {
      if (isAway) throw new Error('nobody there')
      done.push('told')
    }
    jobs.handle('tell', away, { untilDone: true })
    await enqueue(null, undefined, 'tell')
    await passHours(200)
    expect(jobs.hopeless.get('tell')).toBeGreaterThan(50)
    expect(errors.length).toBe(jobs.hopeless.get('tell'))
    expect(await left()).toMatchObject([{ kind: 'tell', gaveupat: null }])
    isAway = false
    await passHours(2)
    expect(done).toEqual(['told'])
    expect(await left()).toEqual([])
  })

  it('that must be done but brings its process down every time does so once an hour', async () => {
    await enqueue(null, undefined, 'tell')
    await db.query.updateTable('jobs').set({ attempts: 24 }).where('kind', '=', 'tell').execute()
    const died = Promise.withResolvers<void>()
    const unlucky = node(test.db)
    unlucky.handle('tell', () => died.promise, { untilDone: true })
    void unlucky.idle()
    // Before it is renewed for the first time.
    await expect.poll(async () => (await left())[0]?.dueat, { timeout: 15_000 }).toBe(time + 60 * MINUTE)
    jobs.handle('tell', async () => void done.push('told'), { untilDone: true })
    time += 59 * MINUTE
    await jobs.idle()
    expect(done).toEqual([])
    time += MINUTE
    await jobs.idle()
    expect(done).toEqual(['told'])
    died.resolve()
    await unlucky.stop()
  })

  it('that is interrupted by the end of its process has not failed', async () => {
    await enqueue(null, undefined, 'long')
    for (let nodes = 0; nodes < 30; nodes++) {
      const began = Promise.withResolvers<void>()
      const ending = node(test.db)
      ending.handle('long', async (_payload, { signal }) => {
        began.resolve()
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
      })
      ending.work()
      await began.promise
      await ending.stop()
    }
    expect(await left()).toMatchObject([{ attempts: 0, gaveupat: null, dueat: time }])
  })

  it('whose node died is done by another once its lease is over', async () => {
    const died = Promise.withResolvers<never>()
    const unlucky = node(test.db)
    unlucky.handle('note', () => died.promise)
    await enqueue('survives')
    void unlucky.idle().catch(() => {})
    await expect.poll(async () => (await left())[0]?.attempts).toBe(1)
    await jobs.idle()
    expect(done).toEqual([])
    time += MINUTE
    await jobs.idle()
    expect(done).toEqual(['survives'])
    died.reject(new Error('too late'))
    await unlucky.stop()
    expect(await left()).toEqual([])
  })

  it('that another node has by now is left alone by one that lost its lease', async () => {
    const attempts: PromiseWithResolvers<void>[] = []
    const slow = () => {
      const attempt = Promise.withResolvers<void>()
      attempts.push(attempt)
      return attempt.promise
    }
    const other = node(test.db)
    for (const each of [jobs, other]) each.handle('slow', slow)
    await enqueue(null, undefined, 'slow')
    const first = jobs.idle()
    await expect.poll(() => attempts.length).toBe(1)
    time += MINUTE
    const second = other.idle()
    await expect.poll(() => attempts.length).toBe(2)
    attempts[0]?.reject(new Error('lost'))
    await first
    time += 3_000
    await jobs.idle()
    expect(attempts).toHaveLength(2)
    attempts[1]?.resolve()
    await second
    expect(await left()).toEqual([])
    await other.stop()
  })

  it('of a kind that this node does not know is left to others', async () => {
    await enqueue(null, undefined, 'foreign')
    await jobs.idle()
    expect(await left()).toHaveLength(1)
  })

  it('is done once when several nodes look for work at the same time', async () => {
    const others = db.engine === 'postgres' ? await Promise.all([1, 2].map(() => openDatabase(test.options))) : []
    const nodes = [jobs, ...others.map(node)]
    await Promise.all(Array.from({ length: 60 }, (_, n) => enqueue(n)))
    await Promise.all(nodes.map(each => each.idle()))
    expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, n) => n))
    await Promise.all(nodes.map(each => each.stop()))
    await Promise.all(others.map(other => other.close()))
  })

  it('is one of four at most at the same time', async () => {
    let [now, most] = [0, 0]
    jobs.handle('heavy', async () => {
      most = Math.max(most, ++now)
      await db.ping()
      now--
    })
    await jobs.idle()
    for (let n = 0; n < 12; n++) await enqueue(n, undefined, 'heavy')
    await jobs.idle()
    expect(most).toBe(4)
    expect(await left()).toEqual([])
  })

  it('under way is waited for at the end, and no other begins', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    jobs.handle('long', async () => {
      begun.resolve()
      await finish.promise
      done.push('long')
    })
    await enqueue(null, undefined, 'long')
    jobs.work()
    await begun.promise
    const stopped = jobs.stop()
    await enqueue('too late')
    finish.resolve()
    await stopped
    expect(done).toEqual(['long'])
    expect(await left()).toHaveLength(1)
  })
})

describe('a clock that was ahead by years', () => {
  it('has put nothing off: what came meanwhile is done by the next process, and what recurs goes on', async () => {
    let runs = 0
    const daily = (of: Jobs) => of.every('daily', DAY, async () => void runs++)
    const right = time
    time += 3_650 * DAY
    daily(jobs)
    await jobs.idle()
    await enqueue('meanwhile')
    time = right
    await jobs.stop()
    jobs = node(test.db)
    daily(jobs)
    await jobs.idle()
    expect([runs, done]).toEqual([2, ['meanwhile']])
    time += DAY
    await jobs.idle()
    expect(runs).toBe(3)
  })
})

describe('a recurring job', () => {
  it('is done once each day, whichever of the nodes does it', async () => {
    const other = node(test.db)
    let runs = 0
    for (const each of [jobs, other]) each.every('daily', DAY, async () => void runs++)
    const day = () => Promise.all([jobs.idle(), other.idle()])
    await day()
    await day()
    expect(runs).toBe(1)
    for (let days = 2; days <= 4; days++) {
      time += DAY
      await day()
      await day()
      expect(runs).toBe(days)
    }
    await other.stop()
  })

  it('is tried again after a failure and goes on the next day', async () => {
    let runs = 0
    jobs.every('daily', DAY, async () => {
      runs++
      throw new Error('no')
    })
    await jobs.idle()
    time += MINUTE
    await jobs.idle()
    expect(runs).toBe(2)
    time += 30 * DAY
    await jobs.idle()
    expect(runs).toBe(3)
  })
})
