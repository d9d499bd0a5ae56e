import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([])
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })

describe('operators', () => {
  it('see that it is alive and ready', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ok', database: 'ok', storage: 'ok', blobs: 'ok' })
  })

  it('see how long each call took', async () => {
    await get('/api/v1/events')
    expect(await (await get('/metrics')).text()).toContain('plinth_call_seconds_count{call="events",status="401"} 1')
  })

  it('see how many jobs fail for ever', async () => {
    const { db, jobs } = app.platform
    jobs.handle('hopeless', () => Promise.reject(new Error('no')))
    await db.transaction(tx => jobs.enqueue(tx, 'hopeless', null, { runAt: Date.now() + 60_000 }))
    const tables = db.withTables<{ jobs: { kind: string; attempts: number; dueat: number } }>()
    await tables.query.updateTable('jobs').set({ attempts: 23, dueat: 0 }).where('kind', '=', 'hopeless').execute()
    await jobs.idle()
    expect(await (await get('/metrics')).text()).toContain('plinth_jobs_hopeless_total{kind="hopeless"} 1')
    expect(await (await get('/metrics')).text()).toContain('plinth_jobs_hopeless_total{kind="hopeless"} 1')
  })

  it('are the only ones who see that', async () => {
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
    // Of the whole world, where the network before the proxy hides who comes.
    expect((await get('/metrics', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404)
    expect((await get('/metrics', { 'x-forwarded-for': 'somebody' })).status).toBe(404)
  })

  it('find the API described', async () => {
    const document = await (await get('/api/openapi.json')).json()
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: { '/api/v1/events': { get: { operationId: 'events' } } },
    })
  })
})

describe('an answer', () => {
  it('carries the id of its request, ours or the one that came along', async () => {
    expect((await get('/healthz')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect((await get('/healthz', { 'x-request-id': 'trace-12345' })).headers.get('x-request-id')).toBe('trace-12345')
    expect((await get('/healthz', { 'x-request-id': 'x"y' })).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })

  it('says in the shape of every error that there is nothing', async () => {
    const response = await get('/api/v1/nothing/here')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      status: 404,
      errcode: 'NOT_FOUND',
      msg: 'There is nothing here.',
      errdata: { code: 'NOT_FOUND', data: null, msg: 'There is nothing here.' },
    })
  })
})

describe('caught mail', () => {
  const mail = {
    to: 'mara@example.org',
    subject: 'A <b>link</b>',
    text: 'Go to http://localhost/x?token=1',
    html: '<p>Hello</p>',
  }

  async function caught() {
    await app.platform.db.transaction(tx => app.platform.mail.send(tx, mail))
    await app.platform.jobs.idle()
    return (await get('/_mail', { host: 'localhost' })).text()
  }

  it('is listed and shown to a visitor at this machine, as text and never as script', async () => {
    const list = await caught()
    expect(list).toContain('A &lt;b&gt;link&lt;/b&gt;')
    const [, path] = /href="(\/_mail\/[^"]+)"/.exec(list) ?? []
    const page = await (await get(path ?? '')).text()
    expect(page).toContain('<a href="http://localhost/x?token=1">')
    expect(page).toContain('srcdoc="&lt;p&gt;Hello&lt;/p&gt;"')
  })

  it('is not there for anybody who comes through a proxy, or under another name', async () => {
    expect((await get('/_mail', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
    expect(await statusAsHost('plinth.example.org')).toBe(404)
    expect(await statusAsHost('localhost')).toBe(200)
  })

  it('is not there where others come in: a proxy may say nothing of those it asks for', async () => {
    await app.restart({ PUBLIC_URL: 'https://plinth.example.org' })
    expect(await statusAsHost('localhost')).toBe(404)
    await app.restart()
    expect(await statusAsHost('localhost')).toBe(200)
  })

  it('cannot be made to read another file', async () => {
    expect((await get('/_mail/..%2F..%2Fplinth')).status).toBe(404)
  })
})

/** fetch does not let one choose the Host header. */
function statusAsHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${app.url}/_mail`, { headers: { host } }, response => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
