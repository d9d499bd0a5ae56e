import type { Event } from '@plinth/contract/events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { createEvents, type Events, type Message, publish } from './events.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

const quiet = { warn() {} }

let test: TestDatabase
let db: Database
let events: Events
let time: number
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
  await migrate(db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
})
afterAll(() => test.close())
beforeEach(() => {
  time = Date.now()
  events = createEvents(db, quiet, { now: () => time })
})
afterEach(() => events.stop())

const happened = (what: string): Event => ({ type: 'session.ended', data: { what } })
const tell = (topic: string, ...whats: string[]) =>
  db.transaction(async tx => {
    for (const what of whats) publish(tx, { topic, event: happened(what) })
  })

/** A reader that remembers what it was told. */
async function read(topics: string[], after?: number, from = events) {
  const messages: Message[] = []
  const reader = {
    topics: new Set(topics),
    hello: () => messages[0],
    news: () => messages.slice(1).map(({ event }) => event.data.what),
    ids: () => messages.slice(1).map(({ id }) => id),
    ended: false,
    stop: () => {},
  }
  reader.stop = await from.subscribe({
    topics: reader.topics,
    after,
    deliver: message => messages.push(message),
    ended: () => {
      reader.ended = true
    },
  })
  return reader
}
/** Sooner than the slow poll, which would hide that a signal got lost. */
const soon = <T>(value: () => T) => expect.poll(value, { timeout: 4_000 })

describe('an event', () => {
  it('reaches the readers of its topic, and nobody else', async () => {
    const [mara, jon] = [await read(['user:mara']), await read(['user:jon', 'org:acme'])]
    await tell('user:mara', 'invited')
    await tell('org:acme', 'renamed')
    await soon(mara.news).toEqual(['invited'])
    await soon(jon.news).toEqual(['renamed'])
  })

  it('comes at once, if it is published while the first reader is still being let in', async () => {
    let during = () => tell('user:mara', 'meanwhile')
    const allSafe = async () => {
      const happens = during
      during = async () => {}
      await happens()
    }
    const slow = createEvents({ ...db, allSafe }, quiet)
    onTestFinished(slow.stop)
    const mara = await read(['user:mara'], undefined, slow)
    await soon(mara.news).toEqual(['meanwhile'])
  })

  it('comes in the order it was published', async () => {
    const mara = await read(['user:mara'])
    await tell('user:mara', 'one', 'two')
    await tell('user:mara', 'three')
    await soon(mara.news).toEqual(['one', 'two', 'three'])
  })

  it('is not told when its transaction rolls back', async () => {
    const mara = await read(['user:mara'])
    const failing = db.transaction(async tx => {
      publish(tx, { topic: 'user:mara', event: happened('never') })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await tell('user:mara', 'after')
    await soon(mara.news).toEqual(['after'])
  })

  it('comes from topics that the reader takes up later, and not from those it gives up', async () => {
    const mara = await read(['org:acme'])
    mara.topics.add('org:other')
    await tell('org:other', 'joined')
    await soon(mara.news).toEqual(['joined'])
    mara.topics.delete('org:acme')
    await tell('org:acme', 'unseen')
    await tell('org:other', 'seen')
    await soon(mara.news).toEqual(['joined', 'seen'])
  })

  it('does not come after the reader has stopped', async () => {
    const [gone, mara] = [await read(['user:mara']), await read(['user:mara'])]
    gone.stop()
    await tell('user:mara', 'late')
    await soon(mara.news).toEqual(['late'])
    expect(gone.news()).toEqual([])
  })
})

describe('a reader', () => {
  it('that cannot be let in is not kept', async () => {
    const told: string[] = []
    // Away after the first look, and before the past is read.
    const allSafe = async () => void (await sql`alter table events rename to away`.execute(db.query))
    const broken = createEvents({ ...db, allSafe }, quiet)
    const reader = { topics: new Set(['user:mara']), after: 0, deliver() {}, ended: () => void told.push('ended') }
    await expect(broken.subscribe(reader)).rejects.toThrow('events')
    await sql`alter table away rename to events`.execute(db.query)
    broken.stop()
    expect(told).toEqual([])
  })

  it('that is new starts from now', async () => {
    await tell('user:mara', 'before')
    const mara = await read(['user:mara'])
    expect(mara.hello()?.event).toEqual({ type: 'hello', data: { resumed: 'no' } })
    await tell('user:mara', 'after')
    await soon(mara.news).toEqual(['after'])
    expect(mara.ids()[0]).toBeGreaterThan(mara.hello()?.id ?? Number.NaN)
  })

  it('that comes back is told what it missed, then what is new', async () => {
    const first = await read(['user:mara'])
    first.stop()
    await tell('user:mara', 'missed 1', 'missed 2')
    await tell('user:jon', 'not hers')
    const second = await read(['user:mara'], first.hello()?.id)
    expect(second.hello()).toEqual({ id: first.hello()?.id, event: { type: 'hello', data: { resumed: 'yes' } } })
    await tell('user:mara', 'new')
    await soon(second.news).toEqual(['missed 1', 'missed 2', 'new'])
  })

  it('that comes back with nothing missed goes on', async () => {
    const first = await read(['user:mara'])
    const second = await read(['user:mara'], first.hello()?.id)
    expect(second.hello()?.event.data).toEqual({ resumed: 'yes' })
    expect(second.news()).toEqual([])
  })

  it.each([
    ['from before what is kept', -1],
    ['from the future', 10 ** 12],
    ['that is none', Number.NaN],
  ])('with a place %s is told to ask afresh', async (_, after) => {
    await tell('user:mara', 'before')
    const mara = await read(['user:mara'], after)
    expect(mara.hello()?.event.data).toEqual({ resumed: 'no' })
    expect(mara.news()).toEqual([])
  })

  it('that missed more than a thousand events is told to ask afresh', async () => {
    const first = await read(['user:mara'])
    first.stop()
    await tell('user:mara', ...Array.from({ length: 1_001 }, (_, n) => String(n)))
    expect((await read(['user:mara'], first.hello()?.id)).hello()?.event.data).toEqual({ resumed: 'no' })
  })

  it('that was away for more than an hour is told to ask afresh, unless nothing happened', async () => {
    const first = await read(['user:mara'])
    await tell('user:mara', 'one', 'two', 'three')
    await soon(() => first.news().length).toBe(3)
    const [one, , three] = first.ids()
    time += 3_600_000 - 60_000
    await events.sweep()
    expect((await read(['user:mara'], one)).hello()?.event.data).toEqual({ resumed: 'yes' })
    time += 120_000
    await events.sweep()
    expect((await read(['user:mara'], one)).hello()?.event.data).toEqual({ resumed: 'no' })
    expect((await read(['user:mara'], three)).hello()?.event.data).toEqual({ resumed: 'yes' })
  })

  it('is told when the server stops, also if it comes just then', async () => {
    const before = await read(['user:mara'])
    events.stop()
    expect(before.ended).toBe(true)
    expect((await read(['user:mara'])).ended).toBe(true)
  })
})

describe('many at once', () => {
  const nodes: Database[] = []
  beforeAll(async () => {
    if (db.engine === 'postgres') nodes.push(await openDatabase(test.options), await openDatabase(test.options))
    else nodes.push(db, db)
  })
  afterAll(() => Promise.all(nodes.filter(node => node !== db).map(node => node.close())))

  it('are told to readers on every node in one and the same order', async () => {
    const all = nodes.map(node => createEvents(node, quiet))
    const readers = await Promise.all(all.map(each => read(['org:acme'], undefined, each)))
    const writes = Array.from({ length: 80 }, (_, n) =>
      nodes[n % 2]?.transaction(async tx => publish(tx, { topic: 'org:acme', event: happened(String(n)) })),
    )
    await Promise.all(writes)
    for (const reader of readers) await soon(() => reader.ids().length).toBe(80)
    expect(readers[0]?.ids()).toEqual(readers[0]?.ids().toSorted((a, b) => a - b))
    expect(readers[0]?.news()).toEqual(readers[1]?.news())
    for (const each of all) each.stop()
  })

  it('come without gap or double to a reader that keeps breaking off and coming back', async () => {
    const all = nodes.map(node => createEvents(node, quiet))
    const started = await read(['org:acme'], undefined, all[0])
    const writes = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; n < 25; n++) {
          await nodes[writer % 2]?.transaction(async tx =>
            publish(tx, { topic: 'org:acme', event: happened(`${writer}-${n}`) }),
          )
        }
      }),
    )
    const heard: (string | undefined)[] = []
    let place = started.hello()?.id
    for (let visit = 0; heard.length < 100; visit++) {
      const reader = await read(['org:acme'], place, all[visit % 2])
      expect(reader.hello()?.event.data).toEqual({ resumed: 'yes' })
      await nodes[0]?.ping()
      reader.stop()
      heard.push(...reader.news())
      place = reader.ids().at(-1) ?? place
    }
    await writes
    expect(new Set(heard).size).toBe(100)
    for (let writer = 0; writer < 4; writer++) {
      const own = heard.filter(what => what?.startsWith(`${writer}-`))
      expect(own).toEqual(Array.from({ length: 25 }, (_, n) => `${writer}-${n}`))
    }
    for (const each of all) each.stop()
  })

  it('are still told after the connection that listens was lost', async () => {
    const mara = await read(['user:mara'])
    if (db.engine === 'postgres') {
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and query like 'listen%'`.execute(nodes[0]?.query ?? db.query)
    }
    await nodes[0]?.transaction(async tx => publish(tx, { topic: 'user:mara', event: happened('after the loss') }))
    await soon(mara.news).toEqual(['after the loss'])
  })
})
