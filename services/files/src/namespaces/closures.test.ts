import { once } from 'node:events'
import { request } from 'node:http'
import { apiBase } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { listDir } from '@plinth/contract/dirs'
import { createTicket, uploadFile } from '@plinth/contract/files'
import { deleteNamespace, revokeFileTokens, revokeFileTokensVia, suspendNamespaces } from '@plinth/contract/namespaces'
import { tusBytes } from '@plinth/contract/tus'
import { createZipTicket } from '@plinth/contract/zips'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'
import { tusClient } from '../testing/tus.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const said = async (ask: Store['ask']) => (await ask(listDir, { path: '/' }))[1]?.errcode ?? 'let in'

const suspend = (place: string, suspended = true) =>
  app.platform.callService('files')(suspendNamespaces, { place, suspended })

const revoke = (place: string, userid: string | string[], before = Date.now() + 1) =>
  app.platform.callService('files')(revokeFileTokens, { place, userid, before })

describe('suspending', () => {
  it.each([
    ['an organisation', ({ nsname }: Store) => nsname.split('/')[0] ?? ''],
    ['a project', ({ nsname }: Store) => nsname.split('/').slice(0, 2).join('/')],
    ['one', ({ nsname }: Store) => nsname],
  ])('%s closes its namespaces and no others, until it ends', async (what, placeOf) => {
    const orgid = `closed-${what.replace(/\W/g, '')}`
    const store = await app.store({ orgid })
    const besides = [await app.store({ orgid: `${orgid}-2` }), await app.store({ orgid: `${orgid}0` })]
    for (let twice = 0; twice < 2; twice++) await suspend(placeOf(store))
    expect(await said(store.ask)).toBe('FILE_TOKEN_OTHER')
    for (const { ask } of besides) expect(await said(ask)).toBe('let in')
    await suspend(placeOf(store), false)
    expect(await said(store.ask)).toBe('let in')
  })

  it('ends with the last namespace, so that a place made anew is open', async () => {
    const store = await app.store({ orgid: 'anew' })
    await suspend('anew')
    await suspend('anew/site')
    await app.platform.callService('files')(deleteNamespace, { nsname: store.nsname })
    expect(await said((await app.store({ orgid: 'anew' })).ask)).toBe('let in')
  })

  it('lasts while there is another namespace', async () => {
    const [one, other] = [await app.store({ orgid: 'lasting' }), await app.store({ orgid: 'lasting' })]
    await suspend('lasting')
    await app.platform.callService('files')(deleteNamespace, { nsname: one.nsname })
    expect(await said(other.ask)).toBe('FILE_TOKEN_OTHER')
  })

  it('of a place without namespaces does nothing', async () => {
    for (const orgid of ['empty-2', 'empty0']) await app.store({ orgid })
    await suspend('empty')
    expect(await said((await app.store({ orgid: 'empty' })).ask)).toBe('let in')
  })
})

describe('revoking', () => {
  it('ends one person’s earlier tokens in the place, and no others', async () => {
    const [store, other] = [await app.store({ orgid: 'revoked' }), await app.store({ orgid: 'revoked-2' })]
    const [mara, jon] = [await store.as('editor', 'mara'), await store.as('editor', 'jon')]
    await revoke('revoked/site', 'mara')
    expect(await said(mara)).toBe('FILE_TOKEN_EXPIRED')
    expect(await said(jon)).toBe('let in')
    expect(await said(await other.as('editor', 'mara'))).toBe('let in')
  })

  it('ends those of several people at once', async () => {
    const store = await app.store({ orgid: 'several' })
    const [mara, jon, ines] = [
      await store.as('editor', 'mara'),
      await store.as('viewer', 'jon'),
      await store.as('viewer', 'ines'),
    ]
    await revoke('several', ['mara', 'jon', 'mara'])
    for (const ask of [mara, jon]) expect(await said(ask)).toBe('FILE_TOKEN_EXPIRED')
    expect(await said(ines)).toBe('let in')
  })

  it('leaves tokens that are newer, also when an older word comes late', async () => {
    const store = await app.store()
    const older = await store.as('editor', 'nina')
    await revoke(store.nsname, 'nina')
    await revoke(store.nsname, 'nina', Date.now() - 3_600_000)
    expect(await said(older)).toBe('FILE_TOKEN_EXPIRED')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    expect(await said(await store.as('editor', 'nina'))).toBe('let in')
  })

  it('does not outlast a clock that was ahead', async () => {
    const store = await app.store()
    await revoke(store.nsname, 'nina', Date.now() + 30 * 24 * 3_600_000)
    expect(await said(await store.as('editor', 'nina'))).toBe('FILE_TOKEN_EXPIRED')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    expect(await said(await store.as('editor', 'nina'))).toBe('let in')
  })

  it('is forgotten once all that was begun with those tokens has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startFiles()
    const store = await app.store()
    const { query } = app.platform.db.withTables<{ revocations: { userid: string } }>()
    const kept = async () => (await query.selectFrom('revocations').select('userid').execute()).length
    const before = Date.now()
    await app.platform.callService('files')(revokeFileTokens, { place: store.nsname, userid: 'mara', before })
    vi.setSystemTime(Date.now() + 6 * 24 * 3_600_000)
    await app.platform.jobs.idle()
    expect(await kept()).toBe(1)
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000)
    await app.platform.jobs.idle()
    expect(await kept()).toBe(0)
    await app.close()
  })
})

describe('ending a session or an access token', () => {
  const end = (...via: string[]) => app.platform.callService('files')(revokeFileTokensVia, { userid: 'mara', via })

  /** What is said to somebody who came through it, with a token from now. */
  const saidVia = async (store: Store, via: string, userid = 'mara') => {
    const bearer = await store.token({ via, userid })
    return said(createClient({ origin: app.app.url, token: () => bearer }))
  }

  it('ends what was got through it, in every namespace, and nothing else', async () => {
    const [store, other] = [await app.store({ orgid: 'left' }), await app.store({ orgid: 'left-2' })]
    for (let twice = 0; twice < 2; twice++) await end('session:one', 'token:two', 'session:one')
    for (const { via, in: where } of [
      { via: 'session:one', in: store },
      { via: 'token:two', in: store },
      { via: 'session:one', in: other },
    ])
      expect([via, await saidVia(where, via)]).toEqual([via, 'FILE_TOKEN_EXPIRED'])
    for (const via of ['session:two', 'token:one', 'session:on', ''])
      expect([via, await saidVia(store, via)]).toEqual([via, 'let in'])
    expect(await saidVia(store, 'session:one', 'jon')).toBe('let in')
  })

  it('ends what is still being made through it, and a token that was let in before', async () => {
    const store = await app.store()
    const bearer = await store.token({ via: 'session:late' })
    const ask = createClient({ origin: app.app.url, token: () => bearer })
    expect(await said(ask)).toBe('let in')
    await end('session:late')
    expect(await said(ask)).toBe('FILE_TOKEN_EXPIRED')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect(await saidVia(store, 'session:late')).toBe('FILE_TOKEN_EXPIRED')
  })

  it('ends the addresses that were got through it', async () => {
    const store = await app.store()
    const objectid = (await store.put('/a', 'a')).fsobject?.objid ?? ''
    const urls = async (via: string) => {
      const bearer = await store.token({ via })
      const ask = createClient({ origin: app.app.url, token: () => bearer })
      const [file] = await ask(createTicket, { objectid })
      const [zip] = await ask(createZipTicket, { objectids: [objectid] })
      return [file?.url, zip?.url]
    }
    const [ended, kept] = [await urls('session:shown'), await urls('session:kept')]
    await end('session:shown')
    const statuses = (all: (string | undefined)[]) =>
      Promise.all(all.map(async url => (await fetch(app.app.url + url)).status))
    expect([await statuses(ended), await statuses(kept)]).toEqual([
      [410, 410],
      [200, 200],
    ])
  })

  it.each([{ via: 'session' }, { via: 'acme' }, { via: 'session:a/b' }])('is not said of $via', async ({ via }) => {
    expect((await end(via))[1]?.errcode).toBe('BAD_INPUT')
  })
})

describe('whoever is shut out while their bytes come', () => {
  const tusOf = ({ bearer }: Store) =>
    tusClient(
      () => app.app.url,
      () => bearer,
    )

  /** A request that was let in, since it was told to go on. Answers what is said to it when its bytes have come. */
  async function letIn({ bearer }: Store, method: string, path: string, headers: Record<string, string>) {
    const authorization = `Bearer ${bearer}`
    const all = { ...headers, authorization, expect: '100-continue' }
    const outgoing = request(app.app.url + path, { method, headers: all })
    const answer = once(outgoing, 'response')
    outgoing.flushHeaders()
    await once(outgoing, 'continue')
    return async (bytes: string): Promise<number> => {
      outgoing.end(bytes)
      const [response] = await answer
      return response.resume().statusCode
    }
  }

  const roads = {
    async 'a form'(store: Store) {
      const send = await letIn(store, 'PUT', apiBase + uploadFile.path, {
        'content-type': 'multipart/form-data; boundary=b',
      })
      const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`
      const fields = [part('name="parentdirpath"', '/'), part('name="filename"', 'a')]
      return () => send(`${fields.join('')}${part('name="file"; filename="a"', 'x'.repeat(100_000))}--b--\r\n`)
    },

    async 'a resumable upload'(store: Store) {
      const { location } = await tusOf(store).create(100_000, { filename: 'a', parentdirpath: '/' })
      const headers = { 'tus-resumable': '1.0.0', 'content-type': tusBytes, 'upload-offset': '0' }
      const send = await letIn(store, 'PATCH', location, { ...headers, 'content-length': '100000' })
      return () => send('x'.repeat(100_000))
    },
  }

  it.each(Object.entries(roads))('makes no file of them, by %s', async (_road, begin) => {
    const store = await app.store()
    const goOn = await begin(store)
    await revoke(store.nsname, 'mara')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    expect(await goOn()).toBe(401)
    const [list] = await (await store.as('viewer', 'ines'))(listDir, { path: '/' })
    expect(list?.fsobjects).toEqual([])
  })

  it.each(Object.entries(roads))('and signed out, makes none either, by %s', async (road, begin) => {
    const store = await app.store()
    const via = `session:${road.replaceAll(' ', '-')}`
    const bearer = await store.token({ via })
    const goOn = await begin({ ...store, bearer })
    await app.platform.callService('files')(revokeFileTokensVia, { userid: 'mara', via: [via] })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    expect(await goOn()).toBe(401)
    expect(await store.names('/')).toEqual([])
  })

  it('and closed for all, makes none either', async () => {
    const store = await app.store()
    const goOn = await roads['a form'](store)
    await suspend(store.nsname)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    expect(await goOn()).toBe(404)
  })
})
