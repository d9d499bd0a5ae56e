import { createHash } from 'node:crypto'
import { fileInfo } from '@plinth/contract/files'
import { tusBytes } from '@plinth/contract/tus'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { at, clientOf, large, nothing, type tusClient, watchLeftovers } from '../testing/tus.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let tus: ReturnType<typeof tusClient>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
  tus = clientOf(app, store)
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const leftovers = watchLeftovers(() => app.app)

describe('a resumable upload', () => {
  it('says what it knows', async () => {
    const { status, headers } = await tus.options()
    expect(status).toBe(204)
    expect(headers.get('tus-version')).toBe('1.0.0')
    expect(headers.get('tus-extension')).toBe(
      'creation,creation-with-upload,termination,checksum,expiration,concatenation',
    )
    expect(headers.get('tus-checksum-algorithm')).toBe('sha1,sha256')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['nothing', 0],
    ['a line', 11],
    ['as much as stays in the database', 16 * 1024],
    ['one byte more', 16 * 1024 + 1],
    ['a megabyte and a bit', 1_100_000],
  ])('of %s is a file with the last byte, and not before', async (_name, size) => {
    const content = large(size)
    const { status, location, headers } = await tus.create(size, at('a.txt', { sha256: sha256(content) }))
    expect(status).toBe(201)
    expect(Date.parse(headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + 6.9 * 24 * 3_600_000)
    const half = Math.floor(size / 2)
    if (size > 0) {
      expect(await tus.patch(location, 0, content.subarray(0, half))).toMatchObject({ status: 204, offset: half })
      expect(await store.names('/')).toEqual([])
      expect(await tus.head(location)).toMatchObject({ status: 200, offset: half, objid: null })
      expect((await tus.patch(location, half, content.subarray(half))).status).toBe(204)
    }
    const head = await tus.head(location)
    expect(head.offset).toBe(size)
    expect(head.headers.get('upload-length')).toBe(String(size))
    expect(head.headers.get('cache-control')).toBe('no-store')
    expect((await store.bytes('/a.txt')).equals(content)).toBe(true)
    const [info] = await store.ask(fileInfo, { objectid: head.objid ?? '' })
    expect(info).toMatchObject({ path: '/a.txt', size, sha256: sha256(content), createdby: 'mara' })
  })

  it('answers the id of the file with the last byte, and again when asked again', async () => {
    const content = large()
    const { objid, location } = await tus.upload(content, at('a'), 30_000)
    expect(objid).toMatch(/^[\w-]{16}$/)
    expect(await tus.patch(location, content.length, new Uint8Array())).toMatchObject({ status: 204, objid })
    expect(await tus.head(location)).toMatchObject({ offset: content.length, objid })
    expect(await store.names('/')).toEqual(['a'])
  })

  it.each([10, 100_000])('can bring all %i bytes, or the first ones, with its creation', async size => {
    const content = large(size)
    const whole = await tus.create(size, at('whole'), {}, content)
    expect(whole).toMatchObject({ status: 201, offset: size, objid: expect.any(String) })
    expect(await tus.head(whole.location)).toMatchObject({ offset: size, objid: whole.objid })
    const begun = await tus.create(size, at('begun'), {}, content.subarray(0, 4))
    expect(begun).toMatchObject({ status: 201, offset: 4, objid: null })
    await tus.patch(begun.location, 4, content.subarray(4))
    const streamed = await tus.create(size, at('streamed'), {}, new Blob([content]).stream())
    expect(streamed).toMatchObject({ status: 201, offset: size, objid: expect.any(String) })
    for (const path of ['/whole', '/begun', '/streamed']) expect((await store.bytes(path)).equals(content)).toBe(true)
  })

  it('tells its metadata again, also what means nothing here', async () => {
    const { location } = await tus.create(5, at('ä.txt', { filetype: 'text/html', colour: 'red' }))
    const metadata = (await tus.head(location)).headers.get('upload-metadata') ?? ''
    const pairs = metadata.split(',').map(pair => pair.split(' '))
    expect(pairs.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()])).toEqual([
      ...[
        ['filename', 'ä.txt'],
        ['parentdirpath', '/'],
        ['filetype', 'text/html'],
        ['colour', 'red'],
      ],
    ])
  })

  it('goes on after a restart, in the middle and at the end', async () => {
    const content = large(3_000_000)
    const { location } = await tus.create(content.length, at('a'))
    for (let offset = 0; offset < content.length; offset += 1_000_000) {
      await tus.patch(location, offset, content.subarray(offset, offset + 1_000_000))
      await app.restart()
      expect((await tus.head(location)).offset).toBe(offset + 1_000_000)
    }
    expect((await store.bytes('/a')).equals(Buffer.from(content))).toBe(true)
  })

  it('goes on by POST where a proxy lets no other method through', async () => {
    const { location } = await tus.create(2, at('posted'))
    const as = (method: string, offset: number, bytes?: Uint8Array<ArrayBuffer>) =>
      tus.send(
        'POST',
        location,
        { 'x-http-method-override': method, 'content-type': tusBytes, 'upload-offset': String(offset) },
        bytes,
      )
    expect((await as('PATCH', 0, new Uint8Array(1))).status).toBe(204)
    expect((await as('GET', 1, new Uint8Array(1))).status).toBe(404)
    expect((await tus.send('POST', location, {})).status).toBe(404)
    expect((await as('DELETE', 1)).status).toBe(204)
    expect((await tus.head(location)).status).toBe(404)
  })

  it('at another place than where it is, is refused', async () => {
    const { location } = await tus.create(10, at('a'))
    await tus.patch(location, 0, large(4))
    for (const offset of [0, 3, 5, 10])
      expect(await tus.patch(location, offset, large(1))).toMatchObject({ status: 409, errcode: 'UPLOAD_OFFSET' })
    expect((await tus.head(location)).offset).toBe(4)
  })

  it('takes no more bytes than were announced', async () => {
    const { location } = await tus.create(10, at('a'))
    expect(await tus.patch(location, 0, large(11))).toMatchObject({ status: 413, errcode: 'TOO_LARGE' })
    expect((await tus.head(location)).offset).toBe(0)
    expect((await tus.create(3, at('b'), {}, large(4))).errcode).toBe('TOO_LARGE')
    // Nobody said how many come.
    const piece = (bytes: number) => tus.patch(location, 0, new Blob([large(bytes)]).stream())
    expect(await piece(11)).toMatchObject({ status: 413, errcode: 'TOO_LARGE' })
    expect((await tus.head(location)).status).toBe(404)
    expect((await tus.create(0, at('c'), {}, large(4))).errcode).toBe('TOO_LARGE')
    expect(await store.names('/')).toEqual([])
  })

  it.each([
    ['another version', { 'tus-resumable': '0.2.0' }, [412, 'TUS_VERSION']],
    ['no offset', { 'upload-offset': '' }, [400, 'BAD_INPUT']],
    ['a strange offset', { 'upload-offset': '-1' }, [400, 'BAD_INPUT']],
    ['another type', { 'content-type': 'text/plain' }, [415, 'UPLOAD_TYPE']],
    ['an unknown checksum', { 'upload-checksum': 'md5 AAAA' }, [400, 'BAD_INPUT']],
  ])('with %s is refused', async (_name, headers, expected) => {
    const { location } = await tus.create(10, at('a'))
    const { status, errcode } = await tus.patch(location, 0, large(4), headers as never)
    expect([status, errcode]).toEqual(expected)
    expect((await tus.head(location)).offset).toBe(0)
  })

  it('says its length once', async () => {
    const content = large(10)
    const { location } = await tus.create(10, at('a'))
    const again = await tus.patch(location, 0, content, { 'upload-length': '10' })
    expect(again).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    expect((await tus.patch(location, 0, content)).objid).toEqual(expect.any(String))
  })

  it('is removed when it is given up', async () => {
    const { location } = await tus.create(100_000, at('a'))
    await tus.patch(location, 0, large(50_000))
    expect((await tus.terminate(location)).status).toBe(204)
    const gone = await tus.head(location)
    // Without that header it would be the word of a proxy, which clients do not take for an end.
    expect([gone.status, gone.headers.get('tus-resumable')]).toEqual([404, '1.0.0'])
    expect(await tus.patch(location, 50_000, large(50_000))).toMatchObject({ status: 404, errcode: 'NOT_FOUND' })
    expect(await leftovers(store)).toEqual(nothing)
    const done = await tus.upload(large(), at('stays'))
    expect((await tus.terminate(done.location)).status).toBe(204)
    expect(await store.names('/')).toEqual(['stays'])
  })
})

describe('the beginning of an upload', () => {
  it.each([
    ['no name', { parentdirpath: '/' }, 'filename', 'File name cannot be empty'],
    ['no folder', { filename: 'a' }, 'parentdirpath', 'Folder path cannot be empty'],
    ['a name with a slash', at('a/b'), 'filename', 'A name cannot contain /.'],
    ['a name that is none', at('..'), 'filename', 'A name cannot be . or ..'],
    ['a strange hash', at('a', { sha256: 'x' }), 'sha256', 'This is not a SHA-256 in hex.'],
    ['a way that leads up', at('a', { relativePath: '../a' }), 'relativePath', 'A name cannot be . or ..'],
    [
      'a way to another name',
      at('a', { relativePath: 'x/b' }),
      'relativePath',
      'It has to end with the name of the file.',
    ],
  ])('with %s is refused', async (_name, metadata, field, sentence) => {
    const answer = await tus.create(10, metadata as Record<string, string>)
    expect(answer).toMatchObject({ status: 400, errcode: 'BAD_INPUT', data: { fields: { [field]: sentence } } })
  })

  it('needs a length', async () => {
    for (const length of ['x', '-1', '1e3', '99999999999999999999'])
      expect((await tus.create(0, at('a'), { 'upload-length': length })).errcode).toBe('BAD_INPUT')
    const deferred = { 'upload-defer-length': '1', 'upload-metadata': 'filename YQ==,parentdirpath Lw==' }
    expect((await tus.send('POST', '/api/v1/file/tus', deferred)).errcode).toBe('BAD_INPUT')
  })

  it('is refused where the folder is not there, or is a file, or another filestore has it', async () => {
    await store.put('/file', 'x')
    const other = await app.store()
    const theirs = await other.mkdir('/theirs')
    for (const place of [
      { parentdirpath: '/none' },
      { parentdirpath: '/file' },
      { parentid: theirs },
      { parentid: 'x' },
    ])
      expect(await tus.create(1, { filename: 'a', ...place } as never)).toMatchObject({
        status: 404,
        errcode: 'NOT_FOUND',
      })
    const folder = await store.mkdir('/folder')
    await tus.upload(large(10), { filename: 'a', parentid: folder })
    expect(await store.names('/folder')).toEqual(['a'])
  })

  it('is refused where the name is taken, unless it makes a version or stands beside', async () => {
    await store.put('/plan.txt', 'one')
    expect(await tus.create(5, at('plan.txt'))).toMatchObject({ status: 409, errcode: 'NAME_TAKEN' })
    await tus.upload(large(20), at('plan.txt', { conflict: 'keepboth' }))
    const content = large(30)
    await tus.upload(content, at('plan.txt', { conflict: 'replace' }))
    expect(await store.names('/')).toEqual(['plan (2).txt', 'plan.txt'])
    expect((await store.bytes('/plan.txt')).equals(content)).toBe(true)
  })

  it('is refused where there is not enough room; what it announced is kept for it, and the end looks once more', async () => {
    store = await app.store({ quota: 150_000 })
    tus = clientOf(app, store)
    expect(await tus.create(150_001, at('a'))).toMatchObject({ status: 507, errcode: 'QUOTA_FULL' })
    expect((await tus.create(150_001, {}, { 'upload-concat': 'partial' })).errcode).toBe('QUOTA_FULL')
    const content = large()
    const { location } = await tus.create(100_000, at('a'))
    expect((await store.put('/in-between', large())).errcode).toBe('QUOTA_FULL')
    await setQuota(50_000)
    expect(await tus.patch(location, 0, content)).toMatchObject({ status: 507, errcode: 'QUOTA_FULL' })
    expect(await store.names('/')).toEqual([])
    // Once room is made the bytes need not come again.
    await setQuota(100_000)
    expect(await tus.head(location)).toMatchObject({ status: 200, offset: 100_000, objid: expect.any(String) })
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })
})

const setQuota = (quota: number) =>
  app.app.platform.db
    .withTables<FileTables>()
    .query.updateTable('namespaces')
    .set({ quota })
    .where('nsname', '=', store.nsname)
    .execute()

describe('who may go on with an upload', () => {
  it('is who began it, with a token of that filestore that may write', async () => {
    const { location } = await tus.create(10, at('a'))
    const other = await app.store()
    const cases = [
      [await store.token({ userid: 'otto' }), 404, 'NOT_FOUND'],
      [other.bearer, 404, 'NOT_FOUND'],
      [await store.token({ level: 'viewer' }), 403, 'FILE_LEVEL'],
      [await store.token({ issued: -1000, expires: -60 }), 401, 'FILE_TOKEN_EXPIRED'],
      ['garbage', 401, 'FILE_TOKEN_INVALID'],
    ] as const
    for (const [bearer, status, errcode] of cases) {
      const stranger = clientOf(app, { bearer })
      expect(await stranger.patch(location, 0, large(4))).toMatchObject({ status, errcode })
      expect((await stranger.head(location)).status).toBe(status)
      expect(await stranger.terminate(location)).toMatchObject({ status, errcode })
    }
    expect(await clientOf(app, { bearer: await store.token({ level: 'viewer' }) }).create(1, at('b'))).toMatchObject({
      status: 403,
    })
    expect((await tus.head(location)).offset).toBe(0)
  })

  it.each(['nothing', '%00', '%2e%2e', 'a%2Fb', '%F0%9F%98%80'])('is nobody where there is none (%s)', async id => {
    const { location } = await tus.create(10, at('a'))
    const elsewhere = location.replace(/[^/]+$/, id)
    expect((await tus.head(elsewhere)).status).toBe(404)
    for (const asked of [tus.patch(elsewhere, 0, large(4)), tus.terminate(elsewhere)])
      expect(await asked).toMatchObject({ status: 404, errcode: 'NOT_FOUND' })
  })

  it('can have a new token at any time', async () => {
    const content = large()
    const { location } = await tus.create(content.length, at('a'))
    await tus.patch(location, 0, content.subarray(0, 40_000))
    const renewed = clientOf(app, { bearer: await store.token({ level: 'admin' }) })
    expect((await renewed.patch(location, 40_000, content.subarray(40_000))).objid).not.toBeNull()
  })
})
