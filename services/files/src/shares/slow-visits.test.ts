import { createHash, randomBytes } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'
import { moveDir } from '@plinth/contract/dirs'
import { revokeFileTokens } from '@plinth/contract/namespaces'
import { createShare, downloadShared, revokeShare, shareInfo, uploadShared, zipShared } from '@plinth/contract/shares'
import { downloadDir } from '@plinth/contract/zips'
import { PATIENCE_MS } from '@plinth/platform/testing/app'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'
import { readerOf, unzip } from '../testing/unzip.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let admin: Store['ask']
/** More than the lines between the two hold, so that whoever does not read holds it up. */
const large = randomBytes(24 * 1024 * 1024)
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
  admin = await store.as('admin', 'ada')
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const later = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })

const get = (path: string, query: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${app.url}${apiBase}${path}?${new URLSearchParams(query)}`, init)

async function share(wanted: Parameters<typeof admin<typeof createShare>>[1]) {
  const [made, error] = await admin(createShare, wanted)
  if (error) throw new Error(error.errcode)
  return { token: made.path.replace('/s/', ''), shareid: made.share.shareid }
}

/** An archive of which the beginning has arrived, and the way to all of it. */
async function begun(response: Response) {
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  const pieces = [(await reader?.read())?.value]
  return async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) pieces.push(piece.value)
    const whole = Buffer.concat(pieces.filter(piece => piece !== undefined))
    return unzip(readerOf(whole)).map(({ name }) => name)
  }
}

/** The large file comes before the folder that waits. */
async function slowFolder(path: string) {
  const objectid = await store.mkdir(path)
  await store.mkdir(`${path}/a`)
  await store.mkdir(`${path}/b`)
  await store.put(`${path}/a/large.bin`, large)
  return objectid
}

describe('an archive that is read slowly', () => {
  it('ends with its link, and what comes later is not in it', async () => {
    const { token, shareid } = await share({ objectid: await slowFolder('/revoked') })
    const rest = await begun(await get(zipShared.path, { token }))
    await admin(revokeShare, { shareid })
    await store.put('/revoked/b/later.txt', 'later')
    later()
    await expect(rest()).rejects.toThrow()
  })

  it('ends with the right of a member', async () => {
    const objectid = await slowFolder('/removed')
    const headers = { authorization: `Bearer ${await store.token({ userid: 'rolf' })}` }
    const rest = await begun(await get(downloadDir.path, { objectid }, { headers }))
    const before = Date.now() + 1_000
    await app.platform.callService('files')(revokeFileTokens, { userid: 'rolf', place: store.nsname, before })
    later()
    await expect(rest()).rejects.toThrow()
  })

  it('goes on for longer than a pass serves, without what has left the folder', async () => {
    const { token, shareid } = await share({ objectid: await slowFolder('/moving'), password: 'pw' })
    const pass = await app.platform.serviceKeys.sign('share-pass', { shareid }, 3_000)
    const rest = await begun(await get(zipShared.path, { token, pass }))
    await store.mkdir('/elsewhere')
    await store.ask(moveDir, { srcdirpath: '/moving/b', dstdirpath: '/elsewhere/b' })
    await store.put('/elsewhere/b/secret.txt', 'secret')
    await passEnds({ token, pass })
    later()
    expect(await rest()).toEqual(['moving/', 'moving/a/', 'moving/a/large.bin'])
  })
})

const passEnds = (held: { token: string; pass: string }) =>
  vi.waitFor(async () => expect((await app.as()(shareInfo, held))[1]?.errcode).toBe('SHARE_PASSWORD'), {
    timeout: PATIENCE_MS,
    interval: 200,
  })

describe('a visitor', () => {
  it('may send for longer than a pass serves', async () => {
    const wanted = { objectid: await store.mkdir('/inbox'), kind: 'upload', password: 'pw' } as const
    const { token, shareid } = await share(wanted)
    const pass = await app.platform.serviceKeys.sign('share-pass', { shareid }, 3_000)
    const field = (name: string, more: string) => `--b\r\ncontent-disposition: form-data; name="${name}"${more}`
    const fields = { token, pass, filename: 'a' }
    const head = Object.entries(fields).map(([name, value]) => field(name, `\r\n\r\n${value}\r\n`))
    const body = (async function* () {
      yield Buffer.from(`${head.join('')}${field('file', '; filename="a"\r\n\r\n')}${'x'.repeat(50_000)}`)
      await passEnds({ token, pass })
      yield Buffer.from(`${'x'.repeat(50_000)}\r\n--b--\r\n`)
    })()
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const sent = { method: 'PUT', headers, body: ReadableStream.from(body), duplex: 'half' } as RequestInit
    expect((await fetch(app.url + apiBase + uploadShared.path, sent)).status).toBe(200)
    expect(await store.names('/inbox')).toEqual(['a'])
  })

  it('has used nothing up by a download that failed before its first byte', async () => {
    const content = randomBytes(50_000)
    const objectid = String((await store.put('/lost.bin', content)).fsobject?.objid)
    const { token } = await share({ objectid, downloadlimit: 1 })
    await app.platform.blobs.remove(createHash('sha256').update(content).digest('hex'))
    expect((await get(downloadShared.path, { token })).status).toBe(500)
    expect((await app.as()(shareInfo, { token }))[0]?.left).toBe(1)
  })

  it('is counted with their network, whatever address of it they come from', async () => {
    const visit = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const body = JSON.stringify({ token: 'A'.repeat(43) })
      return (await fetch(app.url + apiBase + shareInfo.path, { method: 'POST', headers, body })).status
    }
    const statuses = new Set<number>()
    for (let n = 0; n < 2_000 && !statuses.has(429); n += 50) {
      const addresses = Array.from({ length: 50 }, (_, at) => `2001:db8:1:1::${(n + at).toString(16)}`)
      for (const status of await Promise.all(addresses.map(visit))) statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([410, 429])
    expect(await visit('2001:db8:1:2::1')).toBe(410)
  }, 60_000)
})
