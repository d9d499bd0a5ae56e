import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { createClient } from '@plinth/contract/client'
import { listDir } from '@plinth/contract/dirs'
import { setFilestoreQuota } from '@plinth/contract/filestores'
import { listTrash } from '@plinth/contract/trash'
import { listVersions } from '@plinth/contract/versions'
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

/** The same files as the web app sees them. */
async function inTheApp() {
  const { token } = await app.tokenOf(app.scene.mila, store)
  return createClient({ origin: app.url, token: () => token })
}

const propfind = (path: string, props: string, depth = '0', who = mila) =>
  who.go('PROPFIND', path, {
    headers: { depth },
    body: `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:z="urn:z">${props}</d:propfind>`,
  })

const proppatch = (path: string, changes: string) =>
  mila.go('PROPPATCH', path, {
    body: `<d:propertyupdate xmlns:d="DAV:" xmlns:z="urn:z" xmlns:m="urn:schemas-microsoft-com:">${changes}</d:propertyupdate>`,
  })

describe('a mounted filestore', () => {
  it('says what it can', async () => {
    const { status, headers } = await mila.go('OPTIONS', '/')
    expect(status).toBe(200)
    expect(headers.get('dav')).toBe('1, 2')
    expect(headers.get('ms-author-via')).toBe('DAV')
    for (const method of ['PROPFIND', 'LOCK', 'PUT']) expect(headers.get('allow')).toContain(method)
  })

  it('holds the files that the web app holds', async () => {
    expect(await mila.mkcol('/Plans')).toBe(201)
    expect(await mila.put('/Plans/a.txt', 'first')).toBe(201)
    expect(await mila.get('/Plans/a.txt')).toBe('first')
    const ask = await inTheApp()
    expect(await ask(listDir, { path: '/Plans' })).toMatchObject([{ fsobjects: [{ objname: 'a.txt', size: 5 }] }, null])
  })

  it('keeps a version of a file that is written over', async () => {
    await mila.put('/a.txt', 'first')
    expect(await mila.put('/a.txt', 'second')).toBe(204)
    expect(await mila.get('/a.txt')).toBe('second')
    const ask = await inTheApp()
    const [listed] = await ask(listDir, { path: '/' })
    const [versions] = await ask(listVersions, { objectid: listed?.fsobjects[0]?.objid ?? '' })
    expect(versions?.versions.map(({ size }) => size)).toEqual([6, 5])
  })

  it('puts what is deleted into the trash', async () => {
    await mila.mkcol('/Old')
    await mila.put('/Old/a.txt', 'a')
    expect(await mila.delete('/Old')).toBe(204)
    expect(await mila.delete('/Old')).toBe(404)
    expect(await mila.list('/')).toEqual([])
    const [trash] = await (await inTheApp())(listTrash, {})
    expect(trash?.fsobjects.map(({ objname }) => objname)).toEqual(['Old'])
  })

  it('takes files of any size as they come, and gives parts of them', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, index) => index % 251)
    const body = new ReadableStream({
      start(stream) {
        for (let from = 0; from < bytes.length; from += 100_000) stream.enqueue(bytes.slice(from, from + 100_000))
        stream.close()
      },
    })
    const put = await mila.go('PUT', '/big.bin', { body })
    const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    expect([put.status, put.headers.get('etag')]).toEqual([201, tag])
    const part = await mila.go('GET', '/big.bin', { headers: { range: 'bytes=0-2' } })
    expect([part.status, part.headers.get('content-range'), part.text]).toEqual([
      206,
      'bytes 0-2/3000000',
      '\0\x01\x02',
    ])
    const head = await mila.go('HEAD', '/big.bin')
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '3000000', tag])
    expect((await mila.go('GET', '/big.bin', { headers: { 'if-none-match': tag } })).status).toBe(304)
  })

  it('takes one name from several at the same time, and keeps what each of them sent', async () => {
    const sent = await Promise.all(['a', 'b', 'c', 'd'].map(text => mila.put('/a.txt', text)))
    expect(sent.sort()).toEqual([201, 204, 204, 204])
    const ask = await inTheApp()
    const [listed] = await ask(listDir, { path: '/' })
    expect(listed?.fsobjects).toHaveLength(1)
    const [versions] = await ask(listVersions, { objectid: listed?.fsobjects[0]?.objid ?? '' })
    expect(versions?.versions).toHaveLength(4)
    const made = await Promise.all([1, 2, 3, 4].map(() => mila.mkcol('/f')))
    expect(made.filter(status => status === 201)).toHaveLength(1)
  })

  it('keeps nothing of a file that does not arrive in full', async () => {
    const url = new URL(app.url + mila.at('/half.bin'))
    const headers = { authorization: mila.authorization, 'content-length': 1_000_000 }
    const sent = request(url, { method: 'PUT', headers }).on('error', () => {})
    await new Promise<void>(resolve => sent.write(Buffer.alloc(500_000), () => resolve()))
    const gone = new Promise<void>(resolve => sent.on('close', () => resolve()))
    sent.destroy()
    await gone
    expect(await mila.put('/after.txt', 'x')).toBe(201)
    expect(await mila.list('/')).toEqual(['after.txt'])
  })

  it('refuses what does not fit, in the words of the protocol', async () => {
    await mila.put('/file', 'x')
    expect(await mila.mkcol('/file')).toBe(405)
    expect(await mila.mkcol('/nowhere/sub')).toBe(409)
    expect(await mila.put('/nowhere/file', 'x')).toBe(409)
    expect(await mila.put('/file/below', 'x')).toBe(409)
    expect(await mila.put('/', 'x')).toBe(405)
    expect(await mila.delete('/')).toBe(403)
    expect((await mila.go('MKCOL', '/new', { body: '<x/>' })).status).toBe(415)
    expect((await mila.go('GET', '/nothing')).status).toBe(404)
    expect((await mila.go('PUT', '/file', { body: 'x', headers: { 'content-range': 'bytes 0-0/9' } })).status).toBe(400)
  })

  it('takes an address with its host, and is counted with the others', async () => {
    await mila.put('/a.txt', 'a')
    const { hostname, port } = new URL(app.url)
    const headers = { authorization: mila.authorization }
    const status = await new Promise(resolve =>
      request({ hostname, port, path: app.url + mila.at('/a.txt'), headers }, response => {
        response.resume()
        resolve(response.statusCode)
      }).end(),
    )
    expect(status).toBe(200)
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    for (const call of ['davPUT', 'davGET']) expect(metrics).toContain(`plinth_call_seconds_count{call="${call}"`)
  })

  it('writes only over what the sender knows, if asked to', async () => {
    const { headers } = await mila.go('PUT', '/a.txt', { body: 'first' })
    const tag = headers.get('etag') ?? ''
    expect(await mila.put('/a.txt', 'x', { 'if-none-match': '*' })).toBe(412)
    expect(await mila.put('/a.txt', 'x', { 'if-match': '"other"' })).toBe(412)
    expect(await mila.put('/new.txt', 'x', { 'if-match': '*' })).toBe(412)
    expect(await mila.put('/a.txt', 'second', { 'if-match': tag })).toBe(204)
    expect(await mila.put('/a.txt', 'third', { 'if-match': tag })).toBe(412)
    const longAgo = { 'if-unmodified-since': new Date(0).toUTCString() }
    expect(await mila.put('/a.txt', 'third', longAgo)).toBe(412)
    expect(await mila.delete('/a.txt', longAgo)).toBe(412)
    expect(await mila.put('/a.txt', 'third', { 'if-unmodified-since': new Date().toUTCString() })).toBe(204)
    expect(await mila.get('/a.txt')).toBe('third')
    expect(await mila.put('/new.txt', 'x', { 'if-none-match': '*' })).toBe(201)
  })

  it('says that there is no room before the bytes are sent', async () => {
    await app.scene.pia.ask(setFilestoreQuota, { ...store, quota: 1_000 })
    await app.platform.jobs.idle()
    const answer = await new Promise<string>((resolve, reject) => {
      const url = new URL(app.url + mila.at('/big.bin'))
      const headers = { authorization: mila.authorization, expect: '100-continue', 'content-length': 5_000 }
      const sent = request(url, { method: 'PUT', headers }, response => resolve(`${response.statusCode}`))
      sent.on('continue', () => resolve('go on')).on('error', reject)
      sent.flushHeaders()
    })
    expect(answer).toBe('507')
    expect(await mila.put('/small.bin', 'x'.repeat(900))).toBe(201)
    const { text } = await propfind('/', '<d:prop><d:quota-available-bytes/><d:quota-used-bytes/></d:prop>')
    expect(text).toContain('<D:quota-available-bytes>100</D:quota-available-bytes>')
    expect(text).toContain('<D:quota-used-bytes>900</D:quota-used-bytes>')
  })
})

describe('names', () => {
  const odd = [
    'a b',
    'ä+&<>"\'#?%',
    '%2e%2e',
    '..%2f',
    '\\..\\',
    '日本 🎉',
    '[x](y);=@,!*',
    'dot.',
    '._a',
    '.DS_Store',
    '\uffff',
  ]

  it('are exact, whatever is in them', async () => {
    for (const name of odd) expect([name, await mila.put(`/${encodeURIComponent(name)}`, name)]).toEqual([name, 201])
    const listed = await mila.list('/')
    expect(listed.map(decodeURIComponent).sort()).toEqual([...odd].sort())
    for (const href of listed) expect(await mila.get(`/${href}`)).toBe(decodeURIComponent(href))
  })

  it('of macOS, in another normal form, are the same names', async () => {
    await mila.put(`/${encodeURIComponent('Ärger'.normalize('NFD'))}`, 'x')
    expect(await mila.get(`/${encodeURIComponent('Ärger'.normalize('NFC'))}`)).toBe('x')
  })

  it('that would lead elsewhere are refused', async () => {
    for (const name of ['%2e%2e%2fx', 'a%2fb', '%00', 'a%0ab', '%ff', encodeURIComponent('x'.repeat(256))]) {
      const { status } = await mila.go('PUT', `/${name}`, { body: 'x' })
      expect([name, status]).toEqual([name, 400])
    }
    expect(await mila.list('/')).toEqual([])
  })
})

describe('properties', () => {
  it('say what something is', async () => {
    await mila.put('/a b.txt', 'first')
    const props =
      '<d:prop><d:resourcetype/><d:getcontentlength/><d:getcontenttype/><d:getlastmodified/><d:creationdate/><z:none/></d:prop>'
    const { status, headers, text } = await propfind('/a%20b.txt', props)
    expect([status, headers.get('content-type')]).toEqual([207, 'application/xml; charset=utf-8'])
    expect(hrefsIn(text)).toEqual([mila.at('/a%20b.txt')])
    expect(text).toContain('<D:resourcetype/>')
    expect(text).toContain('<D:getcontentlength>5</D:getcontentlength>')
    expect(text).toContain('<D:getcontenttype>text/plain</D:getcontenttype>')
    expect(text).toMatch(/<D:getlastmodified>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT</)
    expect(text).toMatch(/<D:creationdate>\d{4}-\d\d-\d\dT[\d:]{8}Z</)
    expect(text).toMatch(/<n:none xmlns:n="urn:z"\/><\/D:prop><D:status>HTTP\/1.1 404/)
    expect((await propfind('/', '<d:allprop/>')).text).toContain('<D:resourcetype><D:collection/></D:resourcetype>')
    expect((await propfind('/a%20b.txt', '<d:propname/>')).text).toContain('<D:getetag/>')
    expect((await propfind('/nothing', '<d:allprop/>')).status).toBe(404)
  })

  it('of a whole tree at once are refused', async () => {
    const { status, text } = await propfind('/', '<d:allprop/>', 'infinity')
    expect([status, text]).toEqual([403, expect.stringContaining('propfind-finite-depth')])
  })

  it('of more than a page come all, each once', async () => {
    const names = Array.from({ length: 505 }, (_, index) => `file-${index}`)
    for (let from = 0; from < names.length; from += 20) {
      const puts = names.slice(from, from + 20).map(name => mila.put(`/${name}`, ''))
      expect(new Set(await Promise.all(puts))).toEqual(new Set([201]))
    }
    await mila.mkcol('/folder')
    expect((await mila.list('/')).sort()).toEqual([...names, 'folder/'].sort())
  })

  it('that clients note are kept, go along, and can go', async () => {
    await mila.mkcol('/f')
    await mila.put('/f/a.txt', 'a')
    const value = '<z:deep lang="x"><q xmlns="urn:q" z:n="1">&lt;&amp;é</q></z:deep>'
    const set = await proppatch(
      '/f/a.txt',
      `<d:set><d:prop><z:p xml:lang="de">${value}</z:p><m:Win32FileAttributes>00000020</m:Win32FileAttributes></d:prop></d:set>`,
    )
    expect(set.status).toBe(207)
    expect(set.text).toContain('HTTP/1.1 200 OK')
    const noted = async (path: string) => (await propfind(path, '<d:prop><z:p/></d:prop>')).text
    expect(await noted('/f/a.txt')).toMatch(/xml:lang="de".*<n:q xmlns:n="urn:q" .*="1">&lt;&amp;é<\/n:q>/)
    expect((await propfind('/f/a.txt', '<d:allprop/>')).text).toContain('Win32FileAttributes')
    await mila.to('MOVE', '/f/a.txt', '/b.txt')
    await mila.to('COPY', '/b.txt', '/f/c.txt')
    await mila.to('COPY', '/f', '/g')
    for (const path of ['/b.txt', '/f/c.txt', '/g/c.txt']) expect(await noted(path)).toContain('&lt;&amp;é')
    await proppatch('/b.txt', '<d:remove><d:prop><z:p/></d:prop></d:remove>')
    expect(await noted('/b.txt')).toContain('404')
    expect(await noted('/g/c.txt')).toContain('&lt;&amp;é')
  })

  it('that follow from the file cannot be set, and then nothing is', async () => {
    await mila.put('/a.txt', 'a')
    const { text } = await proppatch('/a.txt', '<d:set><d:prop><z:p>1</z:p><d:getetag>x</d:getetag></d:prop></d:set>')
    expect(text).toMatch(/getetag\/><\/D:prop><D:status>HTTP\/1.1 403.*HTTP\/1.1 424/)
    expect((await propfind('/a.txt', '<d:prop><z:p/></d:prop>')).text).toContain('404')
  })

  it('are not read from what is not XML, or declares entities', async () => {
    const bad = [
      '<d:propfind xmlns:d="DAV:"><d:prop>',
      '<d:propfind xmlns:d="DAV:"><d:prop><u:x/></d:prop></d:propfind>',
      '<!DOCTYPE x [<!ENTITY e "boo">]><d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>',
      `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
      'hello',
    ]
    for (const body of bad) {
      expect([body.slice(0, 40), (await mila.go('PROPFIND', '/', { headers: { depth: '0' }, body })).status]).toEqual([
        body.slice(0, 40),
        400,
      ])
    }
    const huge = `<d:propfind xmlns:d="DAV:"><d:allprop/>${' '.repeat(300_000)}</d:propfind>`
    expect((await mila.go('PROPFIND', '/', { headers: { depth: '0' }, body: huge })).status).toBe(413)
  })
})

describe('copies and moves', () => {
  it('of files and folders are there when the answer is', async () => {
    await mila.mkcol('/f')
    await mila.mkcol('/f/sub')
    await mila.put('/f/sub/a.txt', 'a')
    expect(await mila.to('COPY', '/f', '/g')).toBe(201)
    expect(await mila.get('/g/sub/a.txt')).toBe('a')
    expect(await mila.to('COPY', '/f', '/shallow', { depth: '0' })).toBe(201)
    expect(await mila.list('/shallow')).toEqual([])
    expect(await mila.to('COPY', '/f', '/f/inside')).toBe(201)
    expect(await mila.list('/f/inside')).toEqual(['sub/'])
    expect(await mila.to('MOVE', '/g', '/h')).toBe(201)
    expect(await mila.list('/h')).toEqual(['sub/'])
    expect((await mila.go('GET', '/g/sub/a.txt')).status).toBe(404)
  })

  it('take the place of what is there, unless told not to', async () => {
    await mila.mkcol('/f')
    await mila.put('/f/a.txt', 'new')
    await mila.put('/b.txt', 'old')
    for (const method of ['COPY', 'MOVE'] as const)
      expect(await mila.to(method, '/f/a.txt', '/b.txt', { overwrite: 'F' })).toBe(412)
    expect(await mila.to('COPY', '/f/a.txt', '/b.txt')).toBe(204)
    expect(await mila.get('/b.txt')).toBe('new')
    expect(await mila.to('COPY', '/f', '/b.txt')).toBe(204)
    expect(await mila.list('/b.txt')).toEqual(['a.txt'])
    expect(await mila.to('MOVE', '/f/a.txt', '/b.txt')).toBe(204)
    expect(await mila.get('/b.txt')).toBe('new')
  })

  it('go nowhere else', async () => {
    await mila.mkcol('/f')
    const go = (destination: string) => mila.go('MOVE', '/f', { headers: { destination } })
    expect((await go(`http://elsewhere.example${mila.at('/g')}`)).status).toBe(502)
    expect((await go(`${app.url}/api/v1/f`)).status).toBe(502)
    expect((await go(mila.at('/g'))).status).toBe(201)
    expect(await mila.to('MOVE', '/g', '/g/inside')).toBe(403)
    expect(await mila.to('MOVE', '/g', '/g')).toBe(403)
    expect(await mila.to('MOVE', '/g', '/')).toBe(403)
    expect(await mila.to('COPY', '/g', '/nowhere/g')).toBe(409)
    expect((await mila.go('COPY', '/g')).status).toBe(400)
  })

  it('of many at the same time all come about, and so do deletions', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `/${index}`)
    const each = async (work: (name: string) => Promise<number>) => new Set(await Promise.all(names.map(work)))
    await mila.mkcol('/to')
    expect(await each(name => mila.put(name, 'first'))).toEqual(new Set([201]))
    expect(await each(name => mila.put(name, 'second'))).toEqual(new Set([204]))
    expect(await each(name => mila.to('MOVE', name, `/to${name}`))).toEqual(new Set([201]))
    expect(await each(name => mila.to('COPY', `/to${name}`, name))).toEqual(new Set([201]))
    expect(await each(name => mila.delete(name))).toEqual(new Set([204]))
    expect(await mila.list('/')).toEqual(['to/'])
    expect(await mila.list('/to')).toHaveLength(12)
  })

  it('of large folders are made in the background, and waited for', async () => {
    await mila.mkcol('/one')
    await mila.mkcol('/big')
    await Promise.all(Array.from({ length: 100 }, (_, index) => mila.put(`/one/${index}`, `${index}`)))
    for (let index = 0; index < 11; index++) await mila.to('COPY', '/one', `/big/${index}`)
    await mila.mkcol('/there')
    expect(await mila.to('COPY', '/big', '/there')).toBe(204)
    expect(await mila.list('/there')).toHaveLength(11)
    expect(await mila.list('/there/10')).toHaveLength(100)
    expect(await mila.get('/there/10/99')).toBe('99')
  })
})
