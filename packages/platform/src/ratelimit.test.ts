import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { createRateLimit } from './ratelimit.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

const rate = { burst: 3, perMs: 60_000 }
let test: TestDatabase
let time = 1_700_000_000_000
let limit: ReturnType<typeof createRateLimit>
beforeAll(async () => {
  test = await openTestDatabase()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
  limit = createRateLimit(test.db, { now: () => time })
})
afterAll(() => test.close())
beforeEach(() => {
  time += 3_600_000
})

const take = () => limit.take('signin:mara', rate)
const oks = async (tries: number) => {
  const answers = []
  for (let n = 0; n < tries; n++) answers.push((await take()).ok)
  return answers
}

describe('a rate limit', () => {
  it('lets a burst through and then refuses', async () => {
    expect(await oks(5)).toEqual([true, true, true, false, false])
  })

  it('says when to try again, and keeps its word', async () => {
    await oks(3)
    expect(await take()).toEqual({ ok: false, retryAfterMs: 20_000 })
    time += 19_999
    expect(await take()).toEqual({ ok: false, retryAfterMs: 1 })
    time += 1
    expect(await oks(2)).toEqual([true, false])
  })

  it('is not made longer by tries that it refuses', async () => {
    await oks(100)
    time += 20_000
    expect(await oks(2)).toEqual([true, false])
  })

  it('gives the whole burst back in time, and never more', async () => {
    await oks(3)
    time += 10 * rate.perMs
    expect(await oks(4)).toEqual([true, true, true, false])
  })

  it('does not hold for as long as a clock was ahead', async () => {
    time += 86_400_000
    await oks(3)
    time -= 86_400_000
    expect(await oks(4)).toEqual([true, true, true, false])
    // That of another node may be ahead a little.
    time += 30_000
    await oks(3)
    time -= 30_000
    expect(await oks(1)).toEqual([false])
  })

  it('counts each key by itself', async () => {
    await oks(4)
    expect(await limit.take('signin:jon', rate)).toEqual({ ok: true })
  })

  it('starts afresh after a reset', async () => {
    await oks(4)
    await limit.reset('signin:mara')
    expect(await oks(4)).toEqual([true, true, true, false])
  })

  it('holds when many try at once, on several nodes', async () => {
    const other = test.db.engine === 'postgres' ? await openDatabase(test.options) : test.db
    const nodes = [limit, createRateLimit(other, { now: () => time })]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => nodes[n % 2]?.take('signin:mara', rate)))
    expect(answers.filter(answer => answer?.ok)).toHaveLength(3)
    if (other !== test.db) await other.close()
  })

  it('keeps no key in clear and no row that has run out', async () => {
    const { query } = test.db.withTables<{ ratelimits: { keyhash: string } }>()
    await limit.sweep()
    await take()
    const rows = await query.selectFrom('ratelimits').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('mara')
    time += rate.perMs
    await limit.sweep()
    expect(await query.selectFrom('ratelimits').selectAll().execute()).toEqual([])
  })
})
