import { freePort } from '@plinth/platform/testing/free-port'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mounted, startDav } from './testing/dav.ts'

let app: Awaited<ReturnType<typeof startDav>>
let mila: Mounted
let anna: Mounted
let pia: Mounted

beforeAll(async () => {
  // The same before and after a restart.
  app = await startDav({ PORT: String(await freePort()) })
})
afterAll(() => app.close())
beforeEach(async () => {
  const store = await app.newStore()
  mila = await app.mount(app.scene.mila, store)
  anna = await app.mount(app.scene.anna, store)
  pia = await app.mount(app.scene.pia, store)
})

const unlock = async (who: Mounted, path: string, token: string) =>
  (await who.go('UNLOCK', path, { headers: { 'lock-token': token } })).status

describe('a lock', () => {
  it('keeps others from writing, deleting and moving, until it is given back', async () => {
    await mila.put('/a.txt', 'a')
    const { status, token, text } = await mila.lock('/a.txt', { timeout: 'Second-60' })
    expect([status, text]).toEqual([200, expect.stringMatching(/<D:exclusive\/>.*<D:href>mailto:me<.*Second-60/)])
    expect(await anna.put('/a.txt', 'b')).toBe(423)
    expect(await anna.delete('/a.txt')).toBe(423)
    expect(await anna.to('MOVE', '/a.txt', '/b.txt')).toBe(423)
    expect((await anna.lock('/a.txt')).status).toBe(423)
    expect(await anna.get('/a.txt')).toBe('a')
    expect(await anna.to('COPY', '/a.txt', '/c.txt')).toBe(201)
    expect(await anna.to('COPY', '/c.txt', '/a.txt')).toBe(423)
    expect(await mila.put('/a.txt', 'b')).toBe(423)
    expect(await mila.put('/a.txt', 'b', { if: `(${token})` })).toBe(204)
    // The token alone is not enough: everybody can read it.
    expect(await anna.put('/a.txt', 'c', { if: `(${token})` })).toBe(423)
    expect(await unlock(mila, '/c.txt', token)).toBe(409)
    // Some clients leave the brackets out.
    expect(await unlock(mila, '/a.txt', token.replace(/^<|>$/g, ''))).toBe(204)
    expect(await anna.put('/a.txt', 'c')).toBe(204)
  })

  it('is given back by its owner, or by an admin of the filestore', async () => {
    await mila.put('/a.txt', 'a')
    await anna.put('/b.txt', 'b')
    const [ofMila, ofAnna] = [await mila.lock('/a.txt'), await anna.lock('/b.txt')]
    expect(await unlock(mila, '/b.txt', ofAnna.token)).toBe(403)
    expect(await unlock(pia, '/a.txt', ofMila.token)).toBe(204)
  })

  it('of a folder holds for what is in it and comes into it', async () => {
    await mila.mkcol('/f')
    await mila.put('/f/a.txt', 'a')
    const { token } = await mila.lock('/f')
    for (const path of ['/f/a.txt', '/f/new.txt']) expect(await anna.put(path, 'b')).toBe(423)
    expect(await anna.mkcol('/f/sub')).toBe(423)
    expect(await anna.delete('/f')).toBe(423)
    expect((await anna.lock('/f/a.txt')).status).toBe(423)
    const tagged = `<${app.url}${mila.at('/f')}> (${token})`
    expect(await mila.put('/f/a.txt', 'b', { if: tagged })).toBe(204)
    expect(await mila.put('/f/new.txt', 'b', { if: tagged })).toBe(201)
    const { text } = await anna.go('PROPFIND', '/f', { headers: { depth: '1' } })
    expect(text.match(/<D:activelock>/g)).toHaveLength(3)
    expect(await mila.delete('/f', { if: tagged })).toBe(204)
    expect(await anna.mkcol('/f')).toBe(201)
    expect(await anna.put('/f/new.txt', 'b')).toBe(201)
  })

  it('of a folder alone holds for its names, not for what is in its files', async () => {
    await mila.mkcol('/f')
    await mila.put('/f/a.txt', 'a')
    await mila.lock('/f', { depth: '0' })
    expect(await anna.put('/f/a.txt', 'b')).toBe(204)
    expect(await anna.put('/f/new.txt', 'b')).toBe(423)
    expect(await anna.delete('/f/a.txt')).toBe(423)
  })

  it('of a file keeps the folder around it from being taken away', async () => {
    await mila.mkcol('/f')
    await mila.put('/f/a.txt', 'a')
    const { token } = await mila.lock('/f/a.txt')
    expect(await anna.delete('/f')).toBe(423)
    expect(await anna.to('MOVE', '/f', '/g')).toBe(423)
    expect((await anna.lock('/f')).status).toBe(423)
    expect(await mila.to('MOVE', '/f', '/g', { if: `<${mila.at('/f/a.txt')}> (${token})` })).toBe(201)
    expect(await anna.put('/g/a.txt', 'b')).toBe(204)
  })

  it.each(['COPY', 'MOVE'] as const)('of a name holds for what a %s puts there instead', async method => {
    const make = { file: (path: string) => mila.put(path, path), folder: (path: string) => mila.mkcol(path) }
    const kinds = ['file', 'folder'] as const
    for (const [from, to] of kinds.flatMap(from => kinds.map(to => [from, to] as const))) {
      const [source, place] = [`/${from}-for-${to}`, `/${to}-before-${from}`]
      await make[from](source)
      await make[to](place)
      const [ofSource, ofPlace] = [await mila.lock(source), await mila.lock(place)]
      const shown = { if: `<${mila.at(place)}> (${ofPlace.token}) <${mila.at(source)}> (${ofSource.token})` }
      expect(await mila.to(method, source, place, shown)).toBe(204)
      expect(await anna.delete(place)).toBe(423)
      const renewed = await mila.go('LOCK', place, { headers: { if: `(${ofPlace.token})`, timeout: 'Second-60' } })
      expect(renewed.status).toBe(200)
      expect(await unlock(mila, place, ofPlace.token)).toBe(204)
      expect(await anna.delete(place)).toBe(204)
    }
  })

  it('of a name lets its holder write what was renamed to it a moment ago', async () => {
    // As davfs2 does when a program saves by renaming, twice within some seconds.
    const [draft, note] = [await mila.lock('/draft'), await mila.lock('/note')]
    expect(await mila.put('/draft', 'one', { if: `(${draft.token})` })).toBe(204)
    const both = { if: `<${mila.at('/note')}> (${note.token}) <${mila.at('/draft')}> (${draft.token})` }
    expect(await mila.to('MOVE', '/draft', '/note', both)).toBe(204)
    expect(await mila.put('/note', 'two', { if: `<${mila.at('/note')}> (${note.token})` })).toBe(204)
    expect(await unlock(mila, '/note', note.token)).toBe(204)
    expect(await anna.get('/note')).toBe('two')
  })

  it('can be shared', async () => {
    await mila.put('/a.txt', 'a')
    const [one, two] = [await mila.lock('/a.txt', { scope: 'shared' }), await anna.lock('/a.txt', { scope: 'shared' })]
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await pia.lock('/a.txt')).status).toBe(423)
    expect(await pia.put('/a.txt', 'b')).toBe(423)
    expect(await anna.put('/a.txt', 'b', { if: `(${two.token})` })).toBe(204)
  })

  it('of a name that is free makes an empty file there', async () => {
    expect((await mila.lock('/nowhere/new.txt')).status).toBe(409)
    const { status, token } = await mila.lock('/new.txt')
    expect(status).toBe(201)
    expect(await anna.list('/')).toEqual(['new.txt'])
    expect(await anna.get('/new.txt')).toBe('')
    expect(await anna.put('/new.txt', 'x')).toBe(423)
    expect(await mila.put('/new.txt', 'x', { if: `(${token})` })).toBe(204)
  })

  it('can be renewed by who has it, and ends by itself', async () => {
    await mila.put('/a.txt', 'a')
    const { token } = await mila.lock('/a.txt', { timeout: 'Second-60' })
    const renew = (who: Mounted, seconds: number) =>
      who.go('LOCK', '/a.txt', { headers: { if: `(${token})`, timeout: `Second-${seconds}` } })
    expect((await renew(anna, 500)).status).toBe(403)
    expect(await renew(mila, 500)).toMatchObject({ status: 200, text: expect.stringContaining('Second-500') })
    expect(await anna.put('/a.txt', 'b')).toBe(423)
    expect((await renew(mila, 1)).status).toBe(200)
    await expect.poll(() => anna.put('/a.txt', 'b')).toBe(204)
    expect((await renew(mila, 500)).status).toBe(412)
  })

  it('outlives a restart', async () => {
    await mila.put('/a.txt', 'a')
    const { token } = await mila.lock('/a.txt')
    await app.restart()
    expect(await anna.put('/a.txt', 'b')).toBe(423)
    expect(await mila.put('/a.txt', 'b', { if: `(${token})` })).toBe(204)
  })

  it('is taken by one of two who ask at the same time', async () => {
    await mila.put('/a.txt', 'a')
    const asked = await Promise.all([mila, anna, mila, anna].map(who => who.lock('/a.txt')))
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 423, 423, 423])
  })
})

describe('conditions', () => {
  it('have to be met: of one list all, of all lists one', async () => {
    const { headers } = await mila.go('PUT', '/a.txt', { body: 'a' })
    const [tag, { token }] = [headers.get('etag'), await mila.lock('/a.txt')]
    const put = (condition: string) => mila.put('/a.txt', 'a', { if: condition })
    expect(await put(`(${token} [${tag}])`)).toBe(204)
    expect(await put(`(${token} ["other"])`)).toBe(412)
    expect(await put(`(["other"]) (${token})`)).toBe(204)
    expect(await put(`(<DAV:no-lock>)`)).toBe(412)
    expect(await put(`(Not <DAV:no-lock>)`)).toBe(423)
    expect(await put(`(Not <DAV:no-lock> ${token})`)).toBe(204)
    expect(await put(`<${mila.at('/other.txt')}> (${token})`)).toBe(412)
    expect(await put(`<http://elsewhere.example${mila.at('/a.txt')}> (${token})`)).toBe(412)
    for (const broken of ['(', '()', 'x', `${token}`, `(${token}`, `(Not Not ${token})`]) {
      expect([broken, await put(broken)]).toEqual([broken, 400])
    }
  })

  it('of HTTP itself have to be met whatever is asked for', async () => {
    const tag = (await mila.go('PUT', '/a.txt', { body: 'a' })).headers.get('etag') ?? ''
    const body =
      '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><p xmlns="urn:z"/></d:prop></d:set></d:propertyupdate>'
    const noteAt = async (path: string, headers: Record<string, string>) =>
      (await mila.go('PROPPATCH', path, { headers, body })).status
    const unmets: Record<string, string>[] = [
      { 'if-match': '"other"' },
      { 'if-none-match': '*' },
      { 'if-none-match': tag },
    ]
    for (const unmet of unmets) {
      expect(await mila.to('COPY', '/a.txt', '/b.txt', unmet)).toBe(412)
      expect(await mila.to('MOVE', '/a.txt', '/b.txt', unmet)).toBe(412)
      expect(await noteAt('/a.txt', unmet)).toBe(412)
      expect((await mila.lock('/a.txt', unmet)).status).toBe(412)
    }
    expect((await mila.go('MKCOL', '/f', { headers: { 'if-match': '*' } })).status).toBe(412)
    expect(await noteAt('/nothing', { 'if-match': '*' })).toBe(404)
    expect(await mila.list('/')).toEqual(['a.txt'])
    const met = { 'if-match': tag }
    expect(await noteAt('/a.txt', met)).toBe(207)
    expect(await mila.to('COPY', '/a.txt', '/b.txt', met)).toBe(201)
    expect(await mila.to('MOVE', '/a.txt', '/c.txt', { ...met, 'if-none-match': '"other"' })).toBe(201)
    expect((await mila.lock('/new.txt', { 'if-none-match': '*' })).status).toBe(201)
  })
})
