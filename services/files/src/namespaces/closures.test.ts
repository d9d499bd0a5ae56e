import { listDir } from '@plinth/contract/dirs'
import { deleteNamespace, revokeFileTokens, suspendNamespaces } from '@plinth/contract/namespaces'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const said = async (ask: Store['ask']) => (await ask(listDir, { path: '/' }))[1]?.errcode ?? 'let in'

const suspend = (place: string, suspended = true) =>
  app.platform.callService('files')(suspendNamespaces, { place, suspended })

const revoke = (place: string, userid: string, before = Date.now() + 1) =>
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

  it('leaves tokens that are newer, also when an older word comes late', async () => {
    const store = await app.store()
    const older = await store.as('editor', 'nina')
    await revoke(store.nsname, 'nina')
    await revoke(store.nsname, 'nina', Date.now() - 3_600_000)
    expect(await said(older)).toBe('FILE_TOKEN_EXPIRED')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    expect(await said(await store.as('editor', 'nina'))).toBe('let in')
  })

  it('is forgotten once all those tokens have ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startFiles()
    const store = await app.store()
    const { query } = app.platform.db.withTables<{ revocations: { userid: string } }>()
    const kept = async () => (await query.selectFrom('revocations').select('userid').execute()).length
    const before = Date.now()
    await app.platform.callService('files')(revokeFileTokens, { place: store.nsname, userid: 'mara', before })
    vi.setSystemTime(Date.now() + 20 * 60_000)
    await app.platform.jobs.idle()
    expect(await kept()).toBe(1)
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    await app.platform.jobs.idle()
    expect(await kept()).toBe(0)
    await app.close()
  })
})
