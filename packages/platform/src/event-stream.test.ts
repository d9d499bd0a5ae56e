import { once } from 'node:events'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from './database/migrate.ts'
import { createEventStreams } from './event-stream.ts'
import { createEvents, type Events, publish } from './events.ts'
import { createSessions } from './sessions.ts'
import { openTestDatabase, type TestDatabase } from './testing/engine.ts'

let test: TestDatabase
let events: Events
let http: FastifyInstance
let url: string
let sessions: ReturnType<typeof createSessions>
let sessionid: string
beforeAll(async () => {
  test = await openTestDatabase()
  await migrate(test.db, [{ name: 'platform', migrations: new URL('../migrations/', import.meta.url) }])
  sessions = createSessions(test.db)
})
afterAll(() => test.close())
beforeEach(async () => {
  events = createEvents(test.db, { warn() {} })
  const session = test.db.transaction(tx => sessions.open(tx, { userid: 'mara', device: '', address: '' }))
  sessionid = (await session).sessionid
  http = fastify()
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })
  const streamEvents = createEventStreams(events)
  http.get('/events', (request, reply) => {
    const { age } = request.query as { age?: string }
    const actor = { userid: 'mara', sessionid }
    return streamEvents({ actor, age: age === undefined ? age : Number(age) }, request, reply)
  })
  url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/events`
})
afterEach(async () => {
  events.stop()
  await http.close()
})

const tell = (what: string) =>
  test.db.transaction(async tx => publish(tx, { topic: 'user:mara', event: { type: 'hello', data: { what } } }))

/** Connects and answers with the next event each time it is asked, null at the end of the stream. */
async function follow(headers: Record<string, string> = {}, query = '') {
  const response = await fetch(url + query, { headers })
  const chunks = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  async function next(): Promise<{ id: string; type: string; data: Record<string, string> } | null> {
    for (;;) {
      const [, id, data] = /id: (\d+)\ndata: (.*)\n\n/.exec(text) ?? []
      if (id && data) {
        text = text.slice(text.indexOf(data) + data.length)
        return { id, ...JSON.parse(data) }
      }
      const chunk = await chunks?.next()
      if (!chunk || chunk.done) return null
      text += chunk.value
    }
  }
  return { response, next, leave: () => chunks?.return?.() }
}

describe('the stream of events', () => {
  it('begins at once, with headers that keep everybody on the way from holding it back', async () => {
    const { response, next, leave } = await follow()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(await next()).toMatchObject({ type: 'hello', data: { resumed: 'no' } })
    await leave()
  })

  it('tells what happens, and what was missed to whoever comes back', async () => {
    const first = await follow()
    await first.next()
    await tell('one')
    const one = await first.next()
    expect(one?.data).toEqual({ what: 'one' })
    await first.leave()
    await tell('two')
    const second = await follow({ 'last-event-id': one?.id ?? '' })
    expect(await second.next()).toEqual({ id: one?.id, type: 'hello', data: { resumed: 'yes' } })
    expect((await second.next())?.data).toEqual({ what: 'two' })
    await second.leave()
  })

  it('tells a new reader what happened since it began to ask, so that nothing falls between its first answers and the stream', async () => {
    await tell('before the stream')
    const { next, leave } = await follow({}, '?age=100')
    expect((await next())?.data).toEqual({ resumed: 'yes' })
    const heard = [await next()]
    while (heard.at(-1)?.data.what !== 'before the stream') heard.push(await next())
    await tell('after')
    expect((await next())?.data).toEqual({ what: 'after' })
    await leave()
    const late = await follow({ 'last-event-id': heard.at(-1)?.id ?? '' }, '?age=3600000')
    await late.next()
    expect((await late.next())?.data).toEqual({ what: 'after' })
    await late.leave()
  })

  it('tells whoever comes back with a place of no use to ask afresh', async () => {
    const { next, leave } = await follow({ 'last-event-id': 'x' })
    expect((await next())?.data).toEqual({ resumed: 'no' })
    await leave()
  })

  it('tells of the places that one belongs to now, though what was asked before is answered last', async () => {
    const slow = Promise.withResolvers<void>()
    const answers = [async () => [], () => slow.promise.then(() => ['org:left']), async () => ['org:joined']]
    const streamEvents = createEventStreams(events, async () => (await answers.shift()?.()) ?? [])
    const server = fastify()
    server.get('/events', (request, reply) => streamEvents({ actor: { userid: 'mara', sessionid } }, request, reply))
    url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/events`
    onTestFinished(() => server.close())
    const { next, leave } = await follow()
    await next()
    const happens = (topic: string, type: 'orgs.changed' | 'hello') =>
      test.db.transaction(async tx => publish(tx, { topic, event: { type, data: { topic } } }))
    for (const _ of [1, 2]) {
      await happens('user:mara', 'orgs.changed')
      expect((await next())?.type).toBe('orgs.changed')
    }
    slow.resolve()
    await happens('org:left', 'hello')
    await happens('org:joined', 'hello')
    expect((await next())?.data).toEqual({ topic: 'org:joined' })
    await leave()
  })

  it('ends with the session', async () => {
    const { next } = await follow()
    await next()
    await test.db.transaction(tx => sessions.end(tx, { userid: 'mara', sessionid }))
    expect(await next()).toMatchObject({ type: 'session.ended', data: { sessionid } })
    expect(await next()).toBeNull()
  })

  it('ends at once for a session that ended while it was being opened', async () => {
    await test.db.transaction(tx => sessions.end(tx, { userid: 'mara', sessionid }))
    const { next } = await follow()
    await next()
    expect(await next()).toBeNull()
  })

  it('ends when the access token that opened it runs out', async () => {
    const actor = { userid: 'mara', tokenid: 'script', scope: 'read' as const }
    http = fastify()
    const streamEvents = createEventStreams(events)
    // Long enough for a busy machine to let it in first.
    http.get('/events', (request, reply) =>
      streamEvents({ actor: { ...actor, expiresat: Date.now() + 3_000 } }, request, reply),
    )
    url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/events`
    const { next } = await follow()
    expect(await next()).toMatchObject({ type: 'hello' })
    expect(await next()).toBeNull()
  })

  it('ends with the server, which then closes without waiting', async () => {
    const { next } = await follow()
    await next()
    events.stop()
    expect(await next()).toBeNull()
    await http.close()
  })

  it('cuts off a reader that does not keep up', async () => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'readable')
    const closed = once(socket, 'close')
    socket.on('error', () => {})
    const large = 'x'.repeat(100_000)
    const witness = await follow()
    await witness.next()
    // The operating system buffers some megabytes for the one that does not read; the other one reads all.
    for (let n = 0; n < 200; n++) {
      await tell(large)
      expect((await witness.next())?.data.what).toHaveLength(100_000)
    }
    await witness.leave()
    socket.resume()
    await closed
  })
})
