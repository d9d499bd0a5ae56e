import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { apiBase } from '@plinth/contract/call'
import { deleteDir, listDir } from '@plinth/contract/dirs'
import { deleteFile, renameFile } from '@plinth/contract/files'
import { deleteNamespace, suspendNamespaces } from '@plinth/contract/namespaces'
import {
  createShare,
  downloadShared,
  listShared,
  listShares,
  revokeShare,
  shareInfo,
  unlockShare,
  uploadShared,
  zipShared,
} from '@plinth/contract/shares'
import { deleteTrash, listTrash, restoreTrash } from '@plinth/contract/trash'
import { activityPage } from '@plinth/platform/activity'
import { PATIENCE_MS } from '@plinth/platform/testing/app'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'
import { readerOf, unzip } from '../testing/unzip.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let admin: Store['ask']
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
  admin = await store.as('admin', 'ada')
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

type Wanted = Parameters<typeof admin<typeof createShare>>[1]

async function share(wanted: Wanted, as = admin) {
  const [made, error] = await as(createShare, wanted)
  if (error) throw new Error(error.errcode)
  return { token: made.path.replace('/s/', ''), shareid: made.share.shareid }
}

const fileid = async (path: string, content: string | Uint8Array<ArrayBuffer> = path) =>
  String((await store.put(path, content)).fsobject?.objid)

const get = (path: string, query: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${app.url}${apiBase}${path}?${new URLSearchParams(query)}`, init)

const errcodeOf = async (response: Response) => ((await response.json()) as { errcode?: string }).errcode

const upload = async (parts: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  const response = await fetch(app.url + apiBase + uploadShared.path, { method: 'PUT', body: form })
  const body = (await response.json()) as { data?: { objname: string }; errcode?: string }
  return { status: response.status, errcode: body.errcode, objname: body.data?.objname }
}

/** Of a form that is put together by hand. */
const field = (name: string, more: string) => `--b\r\ncontent-disposition: form-data; name="${name}"${more}`

describe('a link', () => {
  it('is made and listed by an admin alone', async () => {
    const objectid = await fileid('/mine.txt')
    for (const level of ['editor', 'viewer'] as const) {
      const ask = await store.as(level)
      expect((await ask(createShare, { objectid }))[1]?.errcode).toBe('FILE_LEVEL')
      expect((await ask(listShares, {}))[1]?.errcode).toBe('FILE_LEVEL')
    }
    const { shareid } = await share({ objectid, downloadlimit: 3, password: 'open' })
    const [list] = await admin(listShares, { objectid })
    expect(list?.shares).toEqual([
      {
        ...{ shareid, objid: objectid, objtype: 2, objname: 'mine.txt', kind: 'download', haspassword: true },
        ...{ expiresat: null, downloadlimit: 3, downloads: 0, createdby: 'ada', createdat: expect.any(Number) },
      },
    ])
  })

  it('is listed in pages, and to its own filestore only', async () => {
    const other = await app.store()
    const ask = await other.as('admin')
    const objectid = await other.mkdir('/many')
    for (let n = 0; n < 52; n++) await share({ objectid }, ask)
    const [first] = await ask(listShares, {})
    expect(first?.shares).toHaveLength(50)
    const [second] = await ask(listShares, { cursor: String(first?.cursor) })
    const ids = [...(first?.shares ?? []), ...(second?.shares ?? [])].map(({ shareid }) => shareid)
    expect(new Set(ids).size).toBe(52)
    expect((await admin(listShares, { objectid }))[0]?.shares).toEqual([])
    expect((await admin(revokeShare, { shareid: String(ids[0]) }))[1]?.errcode).toBe('NOT_FOUND')
  })

  it('to a file gives that file to anybody, and says nothing of people', async () => {
    const objectid = await fileid('/open.txt', 'open to all')
    const { token } = await share({ objectid })
    const [info] = await app.as()(shareInfo, { token })
    expect(info).toEqual({
      ...{ kind: 'download', objname: 'open.txt', expiresat: null, left: null },
      fsobject: {
        ...{ objtype: 2, objid: objectid, objname: 'open.txt', size: 11, filecount: null, mediatype: 'text/plain' },
        modifiedat: expect.any(Number),
      },
    })
    const response = await get(downloadShared.path, { token })
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="open.txt"')
    expect(await response.text()).toBe('open to all')
    expect((await get(downloadShared.path, { token }, { headers: { range: 'bytes=0-3' } })).status).toBe(206)
    await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'open.txt', dstfilename: 'renamed.txt' })
    expect((await app.as()(shareInfo, { token }))[0]?.objname).toBe('renamed.txt')
  })

  it('to a folder reaches what is below it and nothing else', async () => {
    const folderid = await store.mkdir('/shared')
    const innerid = await store.mkdir('/shared/inner')
    const insideid = await fileid('/shared/inner/inside.txt', 'inside')
    const outsideid = await fileid('/outside.txt', 'outside')
    const beyondid = await store.mkdir('/beyond')
    for (let n = 0; n < 55; n++) await store.put(`/shared/${String(n).padStart(2, '0')}`, 'x')
    const { token } = await share({ objectid: folderid })
    const ask = app.as()

    const [first] = await ask(listShared, { token })
    expect(first?.steps).toEqual([{ objid: folderid, objname: 'shared' }])
    expect(first?.fsobjects[0]).toMatchObject({ objtype: 1, objname: 'inner' })
    expect(first?.fsobjects).toHaveLength(51)
    const [second] = await ask(listShared, { token, cursor: String(first?.cursor) })
    expect(second?.fsobjects.map(({ objname }) => objname)).toEqual(['50', '51', '52', '53', '54'])
    expect(second?.cursor).toBeNull()

    const [inner] = await ask(listShared, { token, objectid: innerid })
    expect(inner?.steps.map(({ objname }) => objname)).toEqual(['shared', 'inner'])
    expect(await (await get(downloadShared.path, { token, objectid: insideid })).text()).toBe('inside')
    expect((await get(downloadShared.path, { token, objectid: outsideid })).status).toBe(404)
    expect((await get(downloadShared.path, { token })).status).toBe(404)
    const [root] = (await store.ask(listDir, { path: '/' })).slice(0, 1)
    for (const objectid of [beyondid, String((root as { objid: string }).objid)]) {
      expect((await ask(listShared, { token, objectid }))[1]?.errcode).toBe('NOT_FOUND')
      expect((await get(zipShared.path, { token, objectid })).status).toBe(404)
    }

    const zip = await get(zipShared.path, { token, objectid: innerid })
    const files = unzip(readerOf(Buffer.from(await zip.arrayBuffer())))
    expect(files.map(({ name }) => name)).toEqual(['inner/', 'inner/inside.txt'])
  })
})

describe('a link is dead', () => {
  const isDead = async (token: string) => {
    const [, error] = await app.as()(shareInfo, { token })
    if (!error) return false
    expect([error.status, error.errcode]).toEqual([410, 'SHARE_DEAD'])
    expect(await errcodeOf(await get(downloadShared.path, { token }))).toBe('SHARE_DEAD')
    return true
  }

  it('when it is none', async () => {
    expect(await isDead('A'.repeat(43))).toBe(true)
  })

  it('once it is revoked, and its end is written down', async () => {
    const objectid = await fileid('/revoked.txt')
    const { token, shareid } = await share({ objectid })
    expect(await isDead(token)).toBe(false)
    expect((await admin(revokeShare, { shareid }))[1]).toBeNull()
    expect(await isDead(token)).toBe(true)
    expect((await admin(revokeShare, { shareid }))[1]?.errcode).toBe('NOT_FOUND')
    const [orgid = '', projectid = ''] = store.nsname.split('/')
    const activity = await activityPage(app.platform.db, { orgid, projectid, before: null, limit: 2 })
    expect(activity).toMatchObject([
      { action: 'link.revoke', actorid: 'ada', target: objectid, data: { name: 'revoked.txt', shareid } },
      { action: 'link.create', actorid: 'ada', target: objectid, data: { name: 'revoked.txt', shareid } },
    ])
  })

  it('once its time is over', async () => {
    const objectid = await fileid('/timed.txt')
    expect((await admin(createShare, { objectid, expiresat: Date.now() - 1 }))[1]?.errcode).toBe('BAD_INPUT')
    const expiresat = Date.now() + 60_000
    const { token } = await share({ objectid, expiresat })
    vi.useFakeTimers({ toFake: ['Date'], now: expiresat - 1 })
    expect(await isDead(token)).toBe(false)
    vi.setSystemTime(expiresat)
    expect(await isDead(token)).toBe(true)
  })

  it('while what it is to is in the trash, and for good when that is removed', async () => {
    const { token } = await share({ objectid: await fileid('/bin.txt') })
    await store.ask(deleteFile, { filepath: '/bin.txt' })
    expect(await isDead(token)).toBe(true)
    const objid = String((await store.ask(listTrash, {}))[0]?.fsobjects[0]?.objid)
    await store.ask(restoreTrash, { objectid: objid })
    expect(await isDead(token)).toBe(false)
    await store.ask(deleteFile, { filepath: '/bin.txt' })
    await admin(deleteTrash, { objectid: objid })
    expect(await isDead(token)).toBe(true)
  })

  it('when a folder above it goes to the trash', async () => {
    await store.mkdir('/above')
    const { token } = await share({ objectid: await fileid('/above/file.txt') })
    await store.ask(deleteDir, { dirpath: '/above' })
    expect(await isDead(token)).toBe(true)
  })

  it('in a filestore that is closed, and in one that is deleted', async () => {
    const closing = await app.store({ orgid: 'closed' })
    const { token } = await share({ objectid: await closing.mkdir('/folder') }, await closing.as('admin'))
    const ask = app.as()
    const service = app.platform.callService('files')
    await service(suspendNamespaces, { place: 'closed', suspended: true })
    expect((await ask(listShared, { token }))[1]?.errcode).toBe('SHARE_DEAD')
    await service(suspendNamespaces, { place: 'closed', suspended: false })
    expect((await ask(listShared, { token }))[1]).toBeNull()
    await service(deleteNamespace, { nsname: closing.nsname })
    expect((await ask(listShared, { token }))[1]?.errcode).toBe('SHARE_DEAD')
  })
})

describe('a password', () => {
  it('is asked for before anything is told', async () => {
    const { token } = await share({ objectid: await fileid('/secret.txt', 'secret'), password: 'Sésame' })
    const ask = app.as()
    expect((await ask(shareInfo, { token }))[1]).toMatchObject({ status: 401, errcode: 'SHARE_PASSWORD' })
    expect(await errcodeOf(await get(downloadShared.path, { token }))).toBe('SHARE_PASSWORD')
    expect((await ask(unlockShare, { token, password: 'sésame' }))[1]?.errcode).toBe('SHARE_PASSWORD_WRONG')
    const [unlocked] = await ask(unlockShare, { token, password: 'Se\u0301same' })
    const pass = String(unlocked?.pass)
    expect((await ask(shareInfo, { token, pass }))[0]?.objname).toBe('secret.txt')
    expect(await (await get(downloadShared.path, { token, pass })).text()).toBe('secret')
    expect((await ask(shareInfo, { token, pass: `${pass}x` }))[1]?.errcode).toBe('SHARE_PASSWORD')

    const other = await share({ objectid: await fileid('/other.txt'), password: 'other' })
    expect((await ask(shareInfo, { token: other.token, pass }))[1]?.errcode).toBe('SHARE_PASSWORD')
  })

  it('that is guessed at closes the door to the guesser, and to nobody else', async () => {
    const { token } = await share({ objectid: await fileid('/guessed.txt'), password: 'right' })
    const guesser = app.as()
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 22 && codes.at(-1) !== 'TOO_MANY_TRIES'; n++) {
      const [, error] = await guesser(unlockShare, { token, password: `guess ${n}` })
      codes.push(error?.errcode)
    }
    expect(codes.slice(0, 20).every(code => code === 'SHARE_PASSWORD_WRONG')).toBe(true)
    expect(codes.at(-1)).toBe('TOO_MANY_TRIES')
    // Not even with the right one.
    expect((await guesser(unlockShare, { token, password: 'right' }))[1]?.errcode).toBe('TOO_MANY_TRIES')
    expect((await app.as()(unlockShare, { token, password: 'right' }))[0]?.pass).toEqual(expect.any(String))
  }, 60_000)
})

describe('a limit', () => {
  it('is never exceeded, by those who come at once either', async () => {
    const content = Buffer.from(Array.from({ length: 50_000 }, (_, n) => n % 17))
    const { token } = await share({ objectid: await fileid('/limited.bin', content), downloadlimit: 3 })
    const responses = await Promise.all(Array.from({ length: 12 }, () => get(downloadShared.path, { token })))
    const codes = responses.map(({ status }) => status)
    await Promise.all(responses.map(response => response.arrayBuffer()))
    expect(codes.filter(status => status === 200)).toHaveLength(3)
    expect(codes.filter(status => status === 410)).toHaveLength(9)
    expect(await errcodeOf(await get(downloadShared.path, { token }))).toBe('SHARE_LIMIT')
    expect((await app.as()(shareInfo, { token }))[0]?.left).toBe(0)
  })

  it('counts whole files and archives, not heads, and gives no parts', async () => {
    await store.mkdir('/counted')
    const objectid = String(
      (await store.ask(listDir, { path: '/' }))[0]?.fsobjects.find(one => one.objname === 'counted')?.objid,
    )
    const inside = await fileid('/counted/a', 'all of it')
    const { token } = await share({ objectid, downloadlimit: 2 })
    await get(downloadShared.path, { token, objectid: inside }, { method: 'HEAD' })
    const part = await get(downloadShared.path, { token, objectid: inside }, { headers: { range: 'bytes=2-3' } })
    expect([part.status, await part.text()]).toEqual([200, 'all of it'])
    expect((await get(zipShared.path, { token })).status).toBe(200)
    expect((await get(zipShared.path, { token })).status).toBe(410)
  })
})

describe('a link for uploads', () => {
  it('takes files and shows nothing, and replaces nothing', async () => {
    const objectid = await store.mkdir('/inbox')
    await store.put('/inbox/plan.txt', 'ours')
    const { token } = await share({ objectid, kind: 'upload' })
    const ask = app.as()
    const [info] = await ask(shareInfo, { token })
    expect(info).toEqual({ kind: 'upload', objname: 'inbox', fsobject: null, expiresat: null, left: null })
    expect((await ask(listShared, { token }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await get(zipShared.path, { token })).status).toBe(404)
    expect((await get(downloadShared.path, { token })).status).toBe(404)

    const large = new Uint8Array(40_000).fill(7)
    expect(await upload({ token, filename: 'plan.txt', file: new Blob([large]) })).toMatchObject({
      ...{ status: 200, objname: 'plan (2).txt' },
    })
    expect(await store.text('/inbox/plan.txt')).toBe('ours')
    expect((await (await store.get('/inbox/plan (2).txt')).arrayBuffer()).byteLength).toBe(40_000)
  })

  it('is for folders only, and a link for downloads takes nothing', async () => {
    const [, error] = await admin(createShare, { objectid: await fileid('/single.txt'), kind: 'upload' })
    expect(error?.errcode).toBe('BAD_INPUT')
    const { token } = await share({ objectid: await store.mkdir('/outbox') })
    expect((await upload({ token, filename: 'a', file: new Blob(['a']) })).errcode).toBe('NOT_FOUND')
    expect(await store.names('/outbox')).toEqual([])
  })

  it('asks for its password, its fields first, and a name that stays in the folder', async () => {
    const { token } = await share({ objectid: await store.mkdir('/guarded'), kind: 'upload', password: 'pw' })
    const file = new Blob(['a'])
    expect((await upload({ token, filename: 'a', file })).errcode).toBe('SHARE_PASSWORD')
    const [unlocked] = await app.as()(unlockShare, { token, password: 'pw' })
    const pass = String(unlocked?.pass)
    expect((await upload({ token, pass, filename: '../a', file })).errcode).toBe('BAD_INPUT')
    expect((await upload({ file, token, pass, filename: 'a' })).errcode).toBe('BAD_INPUT')
    expect((await upload({ token, pass, filename: 'a' })).errcode).toBe('BAD_INPUT')
    expect((await upload({ token, pass, filename: 'a', file })).status).toBe(200)
    expect(await store.names('/guarded')).toEqual(['a'])
  })

  it('holds to the quota', async () => {
    const small = await app.store({ quota: 1_000 })
    const { token } = await share({ objectid: await small.mkdir('/in'), kind: 'upload' }, await small.as('admin'))
    expect((await upload({ token, filename: 'a', file: new Blob(['x'.repeat(2_000)]) })).errcode).toBe('QUOTA_FULL')
    expect(await small.names('/in')).toEqual([])
  })

  it('holds to the quota before the bytes are sent', async () => {
    const small = await app.store({ quota: 1_000_000 })
    const { token } = await share({ objectid: await small.mkdir('/in'), kind: 'upload' }, await small.as('admin'))
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 50_000_000 }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const sent = request(app.url + apiBase + uploadShared.path, { method: 'PUT', headers, signal })
    sent.write(`${field('token', `\r\n\r\n${token}\r\n`)}${field('filename', '\r\n\r\na\r\n')}`)
    sent.write(`${field('file', '; filename="a"\r\n\r\n')}the first bytes`)
    const [answer] = await once(sent, 'response')
    expect([answer.statusCode, JSON.parse(await text(answer)).errcode]).toEqual([507, 'QUOTA_FULL'])
    sent.destroy()
  })

  it('holds to the quota when many come at once', async () => {
    const small = await app.store({ quota: 1_000 })
    const { token } = await share({ objectid: await small.mkdir('/in'), kind: 'upload' }, await small.as('admin'))
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => upload({ token, filename: `${n}`, file: new Blob([`${n}`.repeat(400)]) })),
    )
    expect(answers.map(({ errcode }) => errcode).filter(errcode => errcode === undefined)).toHaveLength(2)
    expect(await small.names('/in')).toHaveLength(2)
  })

  it('that is revoked while the bytes come leaves nothing of them', async () => {
    const { token, shareid } = await share({ objectid: await store.mkdir('/closing'), kind: 'upload' })
    const [head, tail] = [
      `${field('token', `\r\n\r\n${token}\r\n`)}${field('filename', '\r\n\r\na\r\n')}${field('file', '; filename="a"\r\n\r\n')}`,
      `${'x'.repeat(50_000)}\r\n--b--\r\n`,
    ]
    const body = (async function* () {
      yield Buffer.from(`${head}${'x'.repeat(50_000)}`)
      await admin(revokeShare, { shareid })
      yield Buffer.from(tail)
    })()
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const sent = { method: 'PUT', headers, body: ReadableStream.from(body), duplex: 'half' } as RequestInit
    const response = await fetch(app.url + apiBase + uploadShared.path, sent)
    expect([response.status, await errcodeOf(response)]).toEqual([410, 'SHARE_DEAD'])
    expect(await store.names('/closing')).toEqual([])
  })
})
