import { createClient } from '@plinth/contract/client'
import { listDir } from '@plinth/contract/dirs'
import { recentFiles } from '@plinth/contract/files'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mounted, startDav } from './testing/dav.ts'
import type { Store } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startDav>>
let store: Store
let mila: Mounted
let begun: number
beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.newStore()
  mila = await app.mount(app.scene.mila, store)
  // WebDAV tells times in whole seconds.
  begun = Date.now() - (Date.now() % 1_000)
})

/** As rclone, the clients of Nextcloud and those of ownCloud send it. */
const put = (path: string, body: string, date?: string) =>
  mila.go('PUT', path, { body, headers: date === undefined ? {} : { 'x-oc-mtime': date } })

const of2019 = Date.UTC(2019, 2, 4, 11, 30, 20)
const inSeconds = String(of2019 / 1_000)

/** What a client sees that looks whether its file is there already. */
async function dateOf(path: string): Promise<number | 'now'> {
  const { text } = await mila.go('PROPFIND', path, { headers: { depth: '0' } })
  const time = Date.parse(/<D:getlastmodified>([^<]*)</.exec(text)?.[1] ?? '')
  return time >= begun && time <= Date.now() ? 'now' : time
}

async function inTheApp() {
  const { token } = await app.tokenOf(app.scene.mila, store)
  return createClient({ origin: app.url, token: () => token })
}

describe('a file that comes with its date', () => {
  it('keeps it, and its sender hears of that', async () => {
    const { status, headers } = await put('/letter.txt', 'x', inSeconds)
    expect([status, headers.get('x-oc-mtime')]).toEqual([201, 'accepted'])
    expect(await dateOf('/letter.txt')).toBe(of2019)
    expect((await mila.go('HEAD', '/letter.txt')).headers.get('last-modified')).toBe(new Date(of2019).toUTCString())
    const again = await put('/letter.txt', 'x', '0')
    expect([again.status, again.headers.get('x-oc-mtime')]).toEqual([204, 'accepted'])
    expect(await dateOf('/letter.txt')).toBe(0)
  })

  it('may tell parts of a second', async () => {
    await put('/letter.txt', 'x', `${inSeconds}.256999`)
    const [list] = await (await inTheApp())(listDir, { path: '/' })
    expect(list?.fsobjects[0]?.modifiedat).toBe(of2019 + 257)
  })

  it('is of now where that lies ahead', async () => {
    const { headers } = await put('/letter.txt', 'x', String(Math.ceil(Date.now() / 1_000) + 3_600))
    expect([await dateOf('/letter.txt'), headers.get('x-oc-mtime')]).toEqual(['now', 'accepted'])
  })

  it.each([undefined, '', '-5', 'yesterday', '1e9', '0x10', `${inSeconds},5`])('is of now with %s', async date => {
    const { status, headers } = await put('/letter.txt', 'x', date)
    expect([status, headers.get('x-oc-mtime')]).toEqual([201, null])
    expect(await dateOf('/letter.txt')).toBe('now')
  })

  it('is among the recent ones, and keeps its date where it is copied to', async () => {
    await put('/letter.txt', 'x', inSeconds)
    await put('/today.txt', 'x')
    expect(await mila.to('COPY', '/letter.txt', '/copy.txt')).toBe(201)
    expect(await dateOf('/copy.txt')).toBe(of2019)
    const [data] = await (await inTheApp())(recentFiles, {})
    expect(data?.fsobjects.map(({ objname }) => objname)).toEqual(['copy.txt', 'today.txt', 'letter.txt'])
  })

  it('is not written over by who has not seen it, though it is older than what they saw', async () => {
    await put('/letter.txt', 'first')
    const seen = (await mila.go('HEAD', '/letter.txt')).headers.get('last-modified') ?? ''
    await put('/letter.txt', 'theirs', inSeconds)
    const before = new Date(Date.parse(seen) - 60_000).toUTCString()
    expect(await mila.put('/letter.txt', 'mine', { 'if-unmodified-since': before })).toBe(412)
    const own = new Date(of2019).toUTCString()
    expect(await mila.put('/letter.txt', 'mine', { 'if-unmodified-since': own })).toBe(204)
  })
})
