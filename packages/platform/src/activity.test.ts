import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  activityPage,
  dailyFigures,
  foldActivity,
  type NewActivity,
  purgeActivity,
  recordActivity,
} from './activity.ts'
import { migrate } from './database/migrate.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

const DAY = 24 * 3_600_000
const today = Date.UTC(2026, 2, 15)
let test: TestDatabase
let number = 0
let place: { orgid: string; projectid: string }

beforeAll(async () => {
  test = await openTestDatabase()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
})
afterAll(() => test.close())
beforeEach(() => {
  place = { orgid: 'acme', projectid: `project-${number++}` }
  vi.useFakeTimers({ now: today + 12 * 3_600_000, toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const deed = (more: Partial<NewActivity> = {}): NewActivity => {
  return { ...place, actorid: 'mara', action: 'file.upload', target: 'a.txt', ...more }
}
const happen = (...deeds: Partial<NewActivity>[]) => test.db.transaction(tx => recordActivity(tx, ...deeds.map(deed)))
const daysAgo = (days: number) => vi.setSystemTime(today + 12 * 3_600_000 - days * DAY)
const figures = () => dailyFigures(test.db, place)

/** What the last thirty days show: on the named days this, on all others nothing, and the bytes of the day before. */
async function expectDays(expected: Record<number, { activities: number; storedbytes: number }>, before = 0) {
  const { days } = await figures()
  let storedbytes = before
  const all = Array.from({ length: 30 }, (_, n) => {
    const { activities = 0, storedbytes: bytes = storedbytes } = expected[29 - n] ?? {}
    storedbytes = bytes
    return { day: today - (29 - n) * DAY, activities, storedbytes }
  })
  expect(days).toEqual(all)
}

describe('activity', () => {
  it('is read the newest first, in pages, of one project alone', async () => {
    for (const target of ['a', 'b', 'c']) await happen({ target, data: { size: 3, role: ['viewer'] } })
    await happen({ projectid: 'other', target: 'x' }, { orgid: 'other', target: 'y' })
    const page = await activityPage(test.db, { ...place, before: null, limit: 2 })
    expect(page.map(({ target }) => target)).toEqual(['c', 'b'])
    expect(page[0]).toEqual({
      ...{ id: expect.any(Number), actorid: 'mara', action: 'file.upload', target: 'c' },
      ...{ data: { size: 3, role: ['viewer'] }, createdat: Date.now() },
    })
    const rest = await activityPage(test.db, { ...place, before: page[1]?.id ?? 0, limit: 2 })
    expect(rest.map(({ target }) => target)).toEqual(['a'])
  })

  it('is not there when its transaction fails', async () => {
    const failing = test.db.transaction(async tx => {
      await recordActivity(tx, deed())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await activityPage(test.db, { ...place, before: null, limit: 2 })).toEqual([])
  })
})

describe('the figures of the last thirty days', () => {
  it('are nothing for a project where nothing happened', async () => {
    expect((await figures()).storedbytes).toBe(0)
    await expectDays({})
  })

  it.each([
    ['not folded', () => Promise.resolve()],
    ['folded', () => foldActivity(test.db)],
    ['folded twice', () => foldActivity(test.db).then(() => foldActivity(test.db))],
    ['folded two at a time', () => foldActivity(test.db, 2)],
    [
      'folded by several at once',
      async () => void (await Promise.all(Array.from({ length: 5 }, () => foldActivity(test.db, 2)))),
    ],
  ])('count each thing once, %s', async (_name, fold) => {
    daysAgo(40)
    await happen({ bytes: 1_000 }, { bytes: -100 })
    daysAgo(29)
    await happen({ bytes: 5 })
    daysAgo(3)
    await happen({ bytes: 50 }, { bytes: 0 }, { bytes: -5 })
    daysAgo(0)
    await fold()
    await happen({ bytes: 7 })
    await fold()
    await happen({ bytes: 1 })
    expect((await figures()).storedbytes).toBe(958)
    const expected = { 29: [1, 905], 3: [3, 950], 0: [2, 958] }
    const shown = Object.entries(expected).map(([ago, [activities = 0, storedbytes = 0]]) => [
      ago,
      { activities, storedbytes },
    ])
    await expectDays(Object.fromEntries(shown), 900)
  })

  it('count each thing once while it is written, folded and read at the same time', async () => {
    const reads: Promise<{ storedbytes: number }>[] = []
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await happen({ bytes: 1 }, { bytes: 2 })
        reads.push(figures())
        await foldActivity(test.db, 5)
      }),
    )
    for (const { storedbytes } of await Promise.all(reads)) expect(storedbytes % 3).toBe(0)
    expect((await figures()).storedbytes).toBe(60)
    await foldActivity(test.db)
    expect((await figures()).storedbytes).toBe(60)
    expect((await figures()).days.at(-1)).toMatchObject({ activities: 40 })
  })
})

describe('purging', () => {
  it('leaves nothing of a project, and everything of the others', async () => {
    const other = { orgid: 'acme', projectid: `${place.projectid}-too` }
    await happen({ bytes: 1 }, { bytes: 2 }, other)
    await foldActivity(test.db)
    await happen({ bytes: 3 })
    while (await test.db.transaction(tx => purgeActivity(tx, place, 1)));
    expect((await figures()).storedbytes).toBe(0)
    await expectDays({})
    expect(await activityPage(test.db, { ...place, before: null, limit: 9 })).toEqual([])
    expect(await activityPage(test.db, { ...other, before: null, limit: 9 })).toHaveLength(1)
    while (await test.db.transaction(tx => purgeActivity(tx, { orgid: 'acme' }, 100)));
    const left = await sql`select 1 from activity where orgid = 'acme' union all
      select 1 from projectdays where orgid = 'acme'`.execute(test.db.query)
    expect(left.rows).toEqual([])
  })
})
