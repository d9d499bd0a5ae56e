import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hrefsIn, type Mounted, startDav } from './testing/dav.ts'
import type { Store } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startDav>>
let store: Store
let mila: Mounted

beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.newStore()
  mila = await app.mount(app.scene.mila, store)
})

const many = (count: number, part: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join('')

const propfind = async (path: string, props: string, more = '') => {
  const body = `<d:propfind xmlns:d="DAV:" ${more}><d:prop>${props}</d:prop></d:propfind>`
  return mila.go('PROPFIND', path, { headers: { depth: '1' }, body })
}

const proppatch = async (path: string, props: string, more = '') => {
  const set = `<d:set><d:prop>${props}</d:prop></d:set>`
  const body = `<d:propertyupdate xmlns:d="DAV:" xmlns:z="urn:z" ${more}>${set}</d:propertyupdate>`
  return (await mila.go('PROPPATCH', path, { body })).status
}

describe('a short question', () => {
  it('has no answer that is many times as long: the name of a namespace is said again for each property', async () => {
    const props = many(190, n => `<y:p${n}/>`)
    expect((await propfind('/', props, `xmlns:y="urn:${'y'.repeat(2_000)}"`)).status).toBe(400)
    const { status, text } = await propfind('/', props, `xmlns:y="urn:${'y'.repeat(900)}"`)
    expect([status, hrefsIn(text)]).toEqual([207, [mila.at('/')]])
  })

  it('declares no thousand prefixes, which would go along with every element', async () => {
    const prefixes = (count: number) => many(count, n => `xmlns:y${n}="urn:y" `)
    expect((await propfind('/', '<y0:p/>', prefixes(90))).status).toBe(207)
    expect((await propfind('/', '<y0:p/>', prefixes(1_000))).status).toBe(400)
  })

  it('of conditions holds a few of them', async () => {
    await mila.put('/a.txt', 'a')
    expect(await mila.put('/a.txt', 'b', { if: many(100, () => '(["a"])') })).toBe(400)
    expect(await mila.put('/a.txt', 'b', { if: `${many(60, () => '(["a"])')} (Not ["a"])` })).toBe(204)
  })
})

describe('what clients note at a file', () => {
  it('is not more than can be read for a whole folder', async () => {
    await mila.put('/a.txt', 'a')
    expect(await proppatch('/a.txt', `<z:one>${'x'.repeat(20_000)}</z:one>`)).toBe(207)
    expect(await proppatch('/a.txt', `<z:two>${'x'.repeat(20_000)}</z:two>`)).toBe(507)
    const { text } = await propfind('/', '<z:one/><z:two/>', 'xmlns:z="urn:z"')
    expect(text).toMatch(/x{20000}<\/n:one>/)
    expect(text).not.toContain('</n:two>')
    expect(await proppatch('/a.txt', '<z:one>short</z:one>')).toBe(207)
    expect(await proppatch('/a.txt', `<z:two>${'x'.repeat(20_000)}</z:two>`)).toBe(207)
  })

  it('is not said in thousands of changes at once', async () => {
    await mila.put('/a.txt', 'a')
    expect(
      await proppatch(
        '/a.txt',
        many(10_000, () => '<z:p>1</z:p>'),
      ),
    ).toBe(400)
  })
})

describe('a list', () => {
  it('tells of all, however long each is', async () => {
    const names = Array.from({ length: 15 }, (_, n) => `${n + 10}.txt`)
    for (const name of names) {
      await mila.put(`/${name}`, name)
      await proppatch(`/${name}`, `<z:p>${name.repeat(2_000)}</z:p>`)
    }
    const { text } = await propfind('/', '<z:p/>', 'xmlns:z="urn:z"')
    expect(hrefsIn(text)).toEqual(['/', ...names.map(name => `/${name}`)].map(mila.at))
    for (const name of names) expect(text).toContain(name.repeat(2_000))
  })
})

describe('shared locks', () => {
  it('are as many as can be told of each file that they hold for', async () => {
    await mila.mkcol('/Folder')
    await mila.put('/Folder/a.txt', 'a')
    const take = async (path: string) => (await mila.lock(path, { scope: 'shared' })).status
    for (let n = 0; n < 8; n++) expect([await take('/Folder'), await take('/Folder/a.txt')]).toEqual([200, 200])
    expect([await take('/Folder'), await take('/Folder/a.txt'), await take('/')]).toEqual([507, 507, 507])
    await mila.put('/b.txt', 'b')
    expect(await take('/b.txt')).toBe(200)
  })
})

describe('locks', () => {
  it('of one person leave room for those of others', async () => {
    const anna = await app.mount(app.scene.anna, store)
    const take = (n: number) => mila.lock(`/${n}.txt`)
    for (let n = 0; n < 250; n++) expect((await take(n)).status).toBe(201)
    expect(await take(250)).toMatchObject({ status: 507, text: expect.stringContaining('You hold 250 locks') })
    expect((await anna.lock('/hers.txt')).status).toBe(201)
    expect(await mila.list('/')).toHaveLength(251)
  })

  it('that are over are not kept for everybody to read', async () => {
    const kept = () => {
      const { query } = app.platform.db.withTables<{ davlocks: { token: string; nsname: string } }>()
      const ofStore = query.selectFrom('davlocks').select('token').where('nsname', 'like', `%/${store.fsid}`)
      return ofStore.execute()
    }
    for (const path of ['/a.txt', '/b.txt', '/c.txt']) await mila.lock(path, { timeout: 'Second-1' })
    await expect.poll(async () => (await mila.lock('/c.txt')).status).toBe(200)
    expect(await kept()).toHaveLength(1)
  })
})

describe('a type that is none', () => {
  it.each(['x', 'text/', ';', 'multipart/form-data'])('is passed over (%s)', async type => {
    const headers = { 'content-type': type }
    expect(await mila.put('/a.txt', 'abc', headers)).toBe(201)
    expect(await mila.get('/a.txt')).toBe('abc')
    const body = '<d:propfind xmlns:d="DAV:"><d:propname/></d:propfind>'
    expect((await mila.go('PROPFIND', '/', { headers: { ...headers, depth: '0' }, body })).status).toBe(207)
    expect(await mila.delete('/a.txt', headers)).toBe(204)
  })
})

describe('what no client should ask for', () => {
  it('is refused and changes nothing: a part of a file, a part of a tree', async () => {
    await mila.put('/a.txt', 'abc')
    expect(await mila.put('/a.txt', 'x', { 'content-range': 'bytes 0-0/3' })).toBe(400)
    expect(await mila.get('/a.txt')).toBe('abc')
    await mila.mkcol('/Folder')
    expect(await mila.to('COPY', '/Folder', '/Other', { depth: '1' })).toBe(400)
    expect(await mila.to('MOVE', '/Folder', '/Other', { depth: '1' })).toBe(400)
    expect(await mila.list('/')).toEqual(['Folder/', 'a.txt'])
  })
})

describe('the top of the server', () => {
  const top = (method: string, depth: string, authorization?: string) =>
    app.send(method, '/', authorization, { headers: { depth } })

  it('answers Windows, which looks there first', async () => {
    const { status, headers } = await top('OPTIONS', '0')
    expect([status, headers.get('dav'), headers.get('ms-author-via')]).toEqual([200, '1, 2', 'DAV'])
    expect((await top('PROPFIND', '0')).status).toBe(401)
    expect((await top('PROPFIND', 'infinity', mila.authorization)).status).toBe(403)
    const itself = await top('PROPFIND', '0', mila.authorization)
    expect([itself.status, hrefsIn(itself.text)]).toEqual([207, ['/']])
    expect(hrefsIn((await top('PROPFIND', '1', mila.authorization)).text)).toEqual(['/', '/dav/'])
  })
})
