import { createHash } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'
import { createTicket, deleteFile } from '@plinth/contract/files'
import { revokeFileTokens, suspendNamespaces } from '@plinth/contract/namespaces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251))
const etag = `"${createHash('sha256').update(content).digest('hex')}"`
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
  await store.put('/large.bin', content)
  await store.put('/small.txt', 'small')
  await store.put('/empty', '')
})
afterAll(() => app.close())

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a download', () => {
  it('says what it is', async () => {
    const response = await store.get('/large.bin')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag,
      'content-length': '100000',
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="large.bin"; filename*=UTF-8''large.bin`,
    })
    expect(Date.parse(response.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect((await bytes(response)).equals(content)).toBe(true)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=0-200000', 0, 99_999],
    ['bytes=-200000', 0, 99_999],
  ])('of the range %s is that part', async (range, start, end) => {
    const response = await store.get('/large.bin', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    expect((await bytes(response)).equals(content.subarray(start, end + 1))).toBe(true)
  })

  it('of a range of a small file is that part too', async () => {
    expect(await (await store.get('/small.txt', { range: 'bytes=1-2' })).text()).toBe('ma')
  })

  it.each(['bytes=100000-', 'bytes=5-3', 'bytes=-0'])(
    'of the range %s, which it does not have, is refused',
    async range => {
      const response = await store.get('/large.bin', { range })
      expect(response.status).toBe(416)
      expect(response.headers.get('content-range')).toBe('bytes */100000')
      expect(await response.json()).toMatchObject({ errcode: 'RANGE_WRONG' })
    },
  )

  it.each(['bytes=0-1,5-6', 'bytes=a-b', 'items=0-1', 'bytes=-'])('of %s is the whole file', async range => {
    const response = await store.get('/large.bin', { range })
    expect([response.status, (await bytes(response)).length]).toEqual([200, 100_000])
  })

  it('of an empty file is empty, whatever range is asked for', async () => {
    for (const headers of [undefined, { range: 'bytes=0-' }]) {
      const response = await store.get('/empty', headers)
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', ''])
    }
  })

  it('goes on only with the content it began with', async () => {
    const part = await store.get('/large.bin', { range: 'bytes=0-9', 'if-range': etag })
    expect(part.status).toBe(206)
    const other = await store.get('/large.bin', { range: 'bytes=0-9', 'if-range': '"other"' })
    expect([other.status, (await bytes(other)).length]).toEqual([200, 100_000])
    const modified = part.headers.get('last-modified') ?? ''
    expect((await store.get('/large.bin', { range: 'bytes=0-9', 'if-range': modified })).status).toBe(206)
    const earlier = new Date(0).toUTCString()
    expect((await store.get('/large.bin', { range: 'bytes=0-9', 'if-range': earlier })).status).toBe(200)
  })

  it('is not sent to who has it', async () => {
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await store.get('/large.bin', { 'if-none-match': known })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect((await store.get('/large.bin', { 'if-none-match': '"x"' })).status).toBe(200)
    const modified = (await store.get('/large.bin')).headers.get('last-modified') ?? ''
    expect((await store.get('/large.bin', { 'if-modified-since': modified })).status).toBe(304)
  })

  it('is sent only as long as it is the one that is wanted', async () => {
    const modified = (await store.get('/large.bin')).headers.get('last-modified') ?? ''
    const met = { 'if-match': [etag, `"x", ${etag}`, '*'], 'if-unmodified-since': [modified, 'no date'] }
    const unmet = { 'if-match': ['"x"', `W/${etag}`], 'if-unmodified-since': [new Date(0).toUTCString()] }
    const each = (conditions: Record<string, string[]>) =>
      Object.entries(conditions).flatMap(([name, values]) => values.map(value => ({ [name]: value })))
    const part = { range: 'bytes=0-9' }
    for (const condition of each(met))
      expect((await store.get('/large.bin', { ...part, ...condition })).status).toBe(206)
    for (const condition of each(unmet)) {
      const response = await store.get('/large.bin', { ...part, ...condition })
      expect([response.status, await response.json()]).toMatchObject([412, { errcode: 'CONTENT_OTHER' }])
    }
    // The tag decides where both are given.
    const both = { 'if-match': etag, 'if-unmodified-since': new Date(0).toUTCString() }
    expect((await store.get('/large.bin', both)).status).toBe(200)
  })

  it('can be asked for by its head alone', async () => {
    const response = await fetch(`${app.url}${apiBase}/file/download?filepath=/large.bin`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${store.bearer}` },
    })
    expect([response.status, response.headers.get('content-length'), response.headers.get('etag')]).toEqual([
      200,
      '100000',
      etag,
    ])
  })

  it('keeps its name, whatever it is', async () => {
    const names = ['Übung "1" €.txt', "it's (100%)*.txt", 'a\\b; filename=x.exe']
    for (const name of names) {
      await store.put(`/${name}`, 'x')
      const header = (await store.get(`/${name}`)).headers.get('content-disposition') ?? ''
      const [, exact = ''] = /filename\*=UTF-8''(\S+)$/.exec(header) ?? []
      expect(decodeURIComponent(exact)).toBe(name)
      expect(header).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[\w.%~!-]+$/)
      expect(/filename="([^"\\]*)"/.exec(header)?.[1]).not.toContain('"')
    }
  })
})

describe('a page, a drawing or a script', () => {
  it.each(['page.html', 'drawing.svg', 'page.xhtml', 'script.js', 'feed.xml', 'unknown.zzz'])(
    'as %s is never shown',
    async name => {
      await store.put(`/${name}`, '<script>alert(1)</script>')
      const { headers } = await store.get(`/${name}`, {}, '&disposition=inline')
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it.each(['photo.png', 'paper.pdf', 'song.mp3', 'film.mp4', 'notes.txt'])(
    'is not %s, which is shown where asked',
    async name => {
      await store.put(`/${name}`, 'x')
      expect((await store.get(`/${name}`)).headers.get('content-disposition')).toMatch(/^attachment/)
      const { headers } = await store.get(`/${name}`, {}, '&disposition=inline')
      expect(headers.get('content-disposition')).toMatch(/^inline/)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )
})

describe('a ticket', () => {
  const objidOf = async (name: string) => (await store.put(`/${name}`, name)).fsobject?.objid ?? ''

  it('lets a browser fetch one file without a token, for a while', async () => {
    const objectid = await objidOf('ticket.txt')
    const viewer = await store.as('viewer')
    const [data] = await viewer(createTicket, { objectid })
    expect((data?.expiresat ?? 0) - Date.now()).toBeLessThanOrEqual(60_000)
    const response = await fetch(app.url + data?.url)
    expect([response.status, await response.text()]).toEqual([200, 'ticket.txt'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    const part = await fetch(app.url + data?.url, { headers: { range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'tic'])
  })

  it('that was changed, has ended or is none does not', async () => {
    const objectid = await objidOf('dead.txt')
    const [data] = await store.ask(createTicket, { objectid })
    const forged = (data?.url ?? '').replace(/\.[^.]+$/, `.${'A'.repeat(86)}`)
    const ended = await app.platform.serviceKeys.sign(
      'file-ticket',
      { ns: store.nsname, objectid, versionno: 0, disposition: 'inline' },
      -1,
    )
    for (const url of [forged, `${apiBase}/file/open?ticket=${ended}`, `${apiBase}/file/open?ticket=x`]) {
      const response = await fetch(app.url + url)
      expect([response.status, ((await response.json()) as { errcode: string }).errcode]).toEqual([410, 'LINK_DEAD'])
    }
    await store.ask(deleteFile, { filepath: '/dead.txt' })
    expect((await fetch(app.url + data?.url)).status).toBe(404)
  })

  it('is dead once its maker was shut out, or the filestore closed', async () => {
    const files = app.platform.callService('files')
    const closed = await app.store()
    const objectid = (await closed.put('/closed.txt', 'x')).fsobject?.objid ?? ''
    const viewer = await closed.as('viewer', 'vera')
    const [mine] = await closed.ask(createTicket, { objectid })
    const [veras] = await viewer(createTicket, { objectid })
    const status = async (ticket: { url: string } | null) => (await fetch(app.url + ticket?.url)).status
    await files(revokeFileTokens, { place: closed.nsname, userid: 'vera', before: Date.now() + 1 })
    expect([await status(mine), await status(veras)]).toEqual([200, 410])
    await files(suspendNamespaces, { place: closed.nsname, suspended: true })
    expect(await status(mine)).toBe(410)
  })

  it('is not made for what is not there', async () => {
    const other = await app.store()
    const objectid = await objidOf('mine.txt')
    expect((await other.ask(createTicket, { objectid }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.ask(createTicket, { objectid, versionno: 7 }))[1]?.errcode).toBe('NOT_FOUND')
  })
})
