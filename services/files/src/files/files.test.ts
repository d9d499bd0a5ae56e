import { createHash } from 'node:crypto'
import { listDir } from '@plinth/contract/dirs'
import { fieldErrors } from '@plinth/contract/errors'
import { copyFile, deleteFile, fileInfo, moveFile, renameFile, usage } from '@plinth/contract/files'
import { deleteNamespace, setOrgQuota } from '@plinth/contract/namespaces'
import { listVersions } from '@plinth/contract/versions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
})

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Larger than what is kept in the database. */
const large = (seed: string) => Buffer.alloc(100_000, seed)

describe('an upload', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a line', Buffer.from('Hello')],
    ['as much as stays in the database', Buffer.alloc(16 * 1024, 'x')],
    ['one byte more', Buffer.alloc(16 * 1024 + 1, 'x')],
    ['a megabyte and a bit', Buffer.alloc(1_100_000, 'abc')],
  ])('of %s reads back as it was sent', async (_name, content) => {
    const { status, fsobject } = await store.put('/a.txt', content)
    expect(status).toBe(200)
    expect(fsobject).toMatchObject({
      objtype: 2,
      objname: 'a.txt',
      size: content.length,
      mediatype: 'text/plain',
      createdby: 'mara',
    })
    const response = await store.get('/a.txt')
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    const [info] = await store.ask(fileInfo, { objectid: fsobject?.objid ?? '' })
    expect(info).toMatchObject({ path: '/a.txt', sha256: sha256(content), versionno: 1 })
  })

  it('takes its fields before and after the file', async () => {
    const file = new Blob(['one'])
    expect((await store.send({ file, parentdirpath: '/', filename: 'after' })).status).toBe(200)
    expect((await store.send({ parentdirpath: '/', file, filename: 'between' })).status).toBe(200)
    expect(await store.names('/')).toEqual(['after', 'between'])
  })

  it('refuses what is empty', async () => {
    const file = new Blob(['x'])
    const fields = async (parts: Record<string, string | Blob>) => fieldErrors((await store.send(parts)).body as never)
    expect(await fields({ parentdirpath: '', filename: 'a', file })).toEqual({
      parentdirpath: 'Folder path cannot be empty',
    })
    expect(await fields({ parentdirpath: '/', filename: '', file })).toEqual({ filename: 'File name cannot be empty' })
    expect(await fields({ parentdirpath: '/', file })).toEqual({ filename: 'File name cannot be empty' })
    expect(await fields({ parentdirpath: '/', filename: 'a' })).toEqual({ file: 'File cannot be empty' })
    expect(await fields({ parentdirpath: '/', filename: 'a/b', file })).toEqual({
      filename: 'A name cannot contain /.',
    })
    expect(await store.names('/')).toEqual([])
  })

  it('into a folder that is not there, or is a file, is refused', async () => {
    expect((await store.put('/nowhere/a', 'x')).errcode).toBe('NOT_FOUND')
    expect((await store.send({ file: new Blob(['x']), parentdirpath: '/nowhere', filename: 'a' })).errcode).toBe(
      'NOT_FOUND',
    )
    await store.put('/file', 'x')
    expect((await store.put('/file/a', 'x')).errcode).toBe('NOT_FOUND')
  })

  it('under a taken name is refused, makes a version, or stands beside', async () => {
    await store.put('/plan.txt', 'one')
    expect(await store.put('/plan.txt', 'two')).toMatchObject({ status: 409, errcode: 'NAME_TAKEN' })
    expect(await store.text('/plan.txt')).toBe('one')
    expect((await store.put('/plan.txt', 'two', { conflict: 'keepboth' })).fsobject?.objname).toBe('plan (2).txt')
    expect((await store.put('/plan.txt', 'three', { conflict: 'replace' })).fsobject?.size).toBe(5)
    expect(await store.text('/plan.txt')).toBe('three')
    expect(await store.text('/plan (2).txt')).toBe('two')
    await store.mkdir('/folder')
    expect((await store.put('/folder', 'x', { conflict: 'replace' })).errcode).toBe('NAME_TAKEN')
  })

  it('of many under one name at once is there once', async () => {
    const contents = Array.from({ length: 8 }, (_, n) => Buffer.alloc(20_000, String(n)))
    const answers = await Promise.all(contents.map(content => store.put('/race', content)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const winner = contents[answers.findIndex(({ status }) => status === 200)]
    expect(await store.text('/race')).toBe(winner?.toString())
  })

  it('of many into one folder at once are all there', async () => {
    await store.mkdir('/all')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => store.put(`/all/${n}`, `content ${n}`)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(await store.names('/all')).toHaveLength(30)
  })

  it('of the same content many times at once is all right', async () => {
    for (const size of [50, 50_000]) {
      const content = Buffer.alloc(size, 's')
      const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => store.put(`/${size} ${n}`, content)))
      expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200))
      for (let n = 0; n < 25; n++) expect((await store.text(`/${size} ${n}`)).length).toBe(size)
    }
  })

  it('whose checksum is wrong is refused, wherever the checksum stands', async () => {
    const right = sha256('hello')
    const fields = { parentdirpath: '/', filename: 'a' }
    const file = new Blob(['hellO'])
    expect(await store.send({ ...fields, sha256: right, file })).toMatchObject({
      status: 422,
      errcode: 'CHECKSUM_WRONG',
    })
    expect(await store.send({ ...fields, file, sha256: right })).toMatchObject({
      status: 422,
      errcode: 'CHECKSUM_WRONG',
    })
    expect(await store.names('/')).toEqual([])
    expect((await store.send({ ...fields, sha256: right.toUpperCase(), file: new Blob(['hello']) })).status).toBe(200)
  })

  it('that is no form, or has two files, is refused', async () => {
    const json = {
      headers: { authorization: `Bearer ${store.bearer}`, 'content-type': 'application/json' },
      body: '{}',
    }
    expect(await store.send({}, json)).toMatchObject({ status: 415, errcode: 'UNSUPPORTED_TYPE' })
    const broken = { ...json, headers: { ...json.headers, 'content-type': 'multipart/form-data' } }
    expect(await store.send({}, broken)).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    const two = { parentdirpath: '/', filename: 'a', file: new Blob(['x']), other: new Blob(['y']) }
    expect(await store.send(two)).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    const cut = {
      headers: { authorization: `Bearer ${store.bearer}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of it',
    }
    expect((await store.send({}, cut)).status).toBe(400)
    expect(await store.names('/')).toEqual([])
  })

  it('of a viewer is refused before its bytes are read', async () => {
    const headers = { authorization: `Bearer ${await store.token({ level: 'viewer' })}` }
    const answer = await store.send({ parentdirpath: '/', filename: 'a', file: new Blob([large('x')]) }, { headers })
    expect(answer).toMatchObject({ status: 403, errcode: 'FILE_LEVEL' })
  })

  it('that breaks off leaves nothing', async () => {
    const abort = new AbortController()
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ === 0) {
          const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
          controller.enqueue(Buffer.concat([Buffer.from(head), large('x')]))
        } else if (sent < 5) controller.enqueue(large('y'))
        else abort.abort()
      },
    })
    const headers = { authorization: `Bearer ${store.bearer}`, 'content-type': 'multipart/form-data; boundary=b' }
    await expect(
      store.send({}, { headers, body, duplex: 'half', signal: abort.signal } as RequestInit),
    ).rejects.toThrow()
    expect(await store.names('/')).toEqual([])
    const [used] = await store.ask(usage, {})
    expect(used?.used).toBe(0)
  })
})

describe('a file', () => {
  it('is renamed, moved and copied without its bytes', async () => {
    await store.mkdir('/to')
    const { fsobject } = await store.put('/a.txt', large('a'))
    const renamed = await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'a.txt', dstfilename: 'b.png' })
    expect(renamed[0]?.fsobject).toMatchObject({ objid: fsobject?.objid, objname: 'b.png', mediatype: 'image/png' })
    const moved = await store.ask(moveFile, { srcfilepath: '/b.png', dstfilepath: '/to/c' })
    expect(moved[0]?.fsobject).toMatchObject({ objid: fsobject?.objid, objname: 'c' })
    const copied = await store.ask(copyFile, { srcfilepath: '/to/c', dstfilepath: '/d' })
    expect(copied[0]?.fsobject.objid).not.toBe(fsobject?.objid)
    expect(await store.text('/to/c')).toBe(large('a').toString())
    expect(await store.text('/d')).toBe(large('a').toString())
    await store.ask(deleteFile, { filepath: '/d' })
    expect(await store.text('/to/c')).toBe(large('a').toString())
  })

  it('does not take a name that is taken, unless asked to', async () => {
    await store.put('/a', 'a')
    await store.put('/b', 'b')
    const refused = [
      await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'a', dstfilename: 'b' }),
      await store.ask(moveFile, { srcfilepath: '/a', dstfilepath: '/b' }),
      await store.ask(copyFile, { srcfilepath: '/a', dstfilepath: '/b' }),
    ]
    expect(refused.map(([, error]) => error?.errcode)).toEqual(['NAME_TAKEN', 'NAME_TAKEN', 'NAME_TAKEN'])
    expect([await store.text('/a'), await store.text('/b')]).toEqual(['a', 'b'])
    const [copied] = await store.ask(copyFile, { srcfilepath: '/a', dstfilepath: '/b', conflict: 'replace' })
    expect(await store.text('/b')).toBe('a')
    const [versions] = await store.ask(listVersions, { objectid: copied?.fsobject.objid ?? '' })
    expect(versions?.versions.map(({ versionno, current }) => [versionno, current])).toEqual([
      [2, true],
      [1, false],
    ])
    await store.ask(moveFile, { srcfilepath: '/a', dstfilepath: '/b', conflict: 'replace' })
    expect(await store.names('/')).toEqual(['b'])
  })

  it('is no folder, and a folder no file', async () => {
    await store.put('/file', 'x')
    await store.mkdir('/folder')
    expect((await store.ask(moveFile, { srcfilepath: '/folder', dstfilepath: '/x' }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.ask(deleteFile, { filepath: '/folder' }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.ask(moveFile, { srcfilepath: '/file', dstfilepath: '/nowhere/x' }))[1]?.errcode).toBe(
      'NOT_FOUND',
    )
    expect((await store.ask(listDir, { path: '/file' }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.get('/folder')).status).toBe(404)
  })

  it('of another filestore is not there', async () => {
    const other = await app.store()
    const { fsobject } = await other.put('/secret', 'x')
    expect((await store.ask(fileInfo, { objectid: fsobject?.objid ?? '' }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.get('/secret')).status).toBe(404)
  })

  it.each([
    ['filepath', deleteFile, { filepath: '' }, 'File path cannot be empty'],
    ['srcfilename', renameFile, { parentdirpath: '/', srcfilename: '', dstfilename: 'b' }, 'File name cannot be empty'],
    ['dstfilepath', moveFile, { srcfilepath: '/a', dstfilepath: '' }, 'File path cannot be empty'],
    ['srcfilepath', copyFile, { srcfilepath: '', dstfilepath: '/b' }, 'File path cannot be empty'],
    ['objectid', fileInfo, { objectid: '' }, 'Object id cannot be empty'],
  ] as const)('with an empty %s is refused', async (field, call, request, sentence) => {
    const [, error] = await store.ask(call, request as never)
    expect(error && fieldErrors(error)[field]).toBe(sentence)
  })
})

describe('a folder with many files', () => {
  it('is listed 50 files a page in every order, with all its folders each time', async () => {
    const contents = Array.from({ length: 120 }, (_, n) => 'x'.repeat((n * 37) % 120))
    for (const [n, content] of contents.entries())
      await store.put(`/f${String((n * 71) % 120).padStart(3, '0')}`, content)
    await store.mkdir('/z')
    for (const sort of ['name', '-name', 'size', '-size', 'modifiedat', '-modifiedat'] as const) {
      const seen = await pagesOf(sort)
      expect(seen.map(page => page.length)).toEqual([51, 51, 21])
      const files = seen.flat().filter(({ objtype }) => objtype === 2)
      expect(new Set(files.map(({ objid }) => objid)).size).toBe(120)
      const key = sort.replace('-', '') as 'size'
      const keys = files.map(file => (sort.endsWith('name') ? file.objname : file[key]))
      const sorted = [...keys].sort((one, other) => (one < other ? -1 : 1))
      expect(keys).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted)
    }
  })

  async function pagesOf(sort: 'name' | '-name' | 'size' | '-size' | 'modifiedat' | '-modifiedat') {
    const pages = []
    for (let cursor: string | undefined; ; ) {
      const [data, error] = await store.ask(listDir, { path: '/', sort, cursor })
      if (error) throw new Error(error.msg)
      pages.push(data.fsobjects)
      if (!data.cursor) return pages
      cursor = data.cursor
    }
  }

  it('refuses a cursor that is none', async () => {
    for (const cursor of ['x', Buffer.from('["a\\u0000","b"]').toString('base64url')]) {
      expect((await store.ask(listDir, { path: '/', cursor }))[1]?.errcode).toBe('BAD_INPUT')
    }
  })
})

describe('a quota', () => {
  it('is refused before the bytes are sent, and holds under many at once', async () => {
    const small = await app.store({ quota: 50_000 })
    const answer = await small.put('/big', Buffer.alloc(300_000))
    expect(answer).toMatchObject({ status: 507, errcode: 'QUOTA_FULL' })
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, n) => small.put(`/f${n}`, Buffer.alloc(20_000, `${n}`))),
    )
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(507)])
    const [used] = await small.ask(usage, {})
    expect(used).toMatchObject({ used: 40_000, quota: 50_000, left: 10_000 })
    expect(
      (await small.ask(copyFile, { srcfilepath: `/${(await small.names('/'))[0]}`, dstfilepath: '/c' }))[1]?.errcode,
    ).toBe('QUOTA_FULL')
  })
  it('of an organisation holds for all its filestores together', async () => {
    const [one, other] = [await app.store({ orgid: 'thrifty' }), await app.store({ orgid: 'thrifty' })]
    const call = app.platform.callService('files')
    await call(setOrgQuota, { orgid: 'thrifty', quota: 1_000 })
    expect((await one.put('/a', 'x'.repeat(600))).status).toBe(200)
    await expect.poll(async () => (await other.ask(usage, {}))[0]?.left).toBe(400)
    expect((await other.put('/a', 'x'.repeat(600))).errcode).toBe('QUOTA_FULL')
    await call(deleteNamespace, { nsname: one.nsname })
    await app.platform.jobs.idle()
    await expect.poll(async () => (await other.ask(usage, {}))[0]?.left).toBe(1_000)
    await call(setOrgQuota, { orgid: 'thrifty', quota: null })
    expect((await other.put('/a', 'x'.repeat(6_000))).status).toBe(200)
  })
})
