import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { at, clientOf, digestOf, large, nothing, type tusClient, watchLeftovers } from '../testing/tus.ts'

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
afterEach(() => {
  vi.useRealTimers()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const leftovers = watchLeftovers(() => app.app)

describe('checksums', () => {
  it.each(['sha1', 'sha256'] as const)('of a piece by %s: a wrong piece leaves nothing of it', async algorithm => {
    const content = large()
    const { location } = await tus.create(content.length, at('a'))
    const first = content.subarray(0, 60_000)
    const right = { 'upload-checksum': digestOf(algorithm, first) }
    expect(await tus.patch(location, 0, large(60_000), right)).toMatchObject({ status: 460, errcode: 'CHUNK_WRONG' })
    expect((await tus.head(location)).offset).toBe(0)
    expect(await tus.patch(location, 0, first, right)).toMatchObject({ status: 204, offset: 60_000 })
    await tus.patch(location, 60_000, content.subarray(60_000))
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })

  it('of a piece that comes with the creation', async () => {
    const content = large()
    const wrong = { 'upload-checksum': digestOf('sha1', large(5)) }
    expect((await tus.create(content.length, at('a'), wrong, content)).errcode).toBe('CHUNK_WRONG')
    expect(await leftovers(store)).toEqual(nothing)
    const right = { 'upload-checksum': digestOf('sha1', content) }
    expect((await tus.create(content.length, at('a'), right, content)).objid).not.toBeNull()
  })

  it.each([10, 100_000])('of the whole: a wrong content of %i bytes leaves nothing', async size => {
    const content = large(size)
    const metadata = at('a', { sha256: sha256(large(size)) })
    const { location } = await tus.create(size, metadata)
    expect(await tus.patch(location, 0, content)).toMatchObject({ status: 422, errcode: 'CHECKSUM_WRONG' })
    expect((await tus.head(location)).status).toBe(404)
    expect((await tus.create(size, metadata, {}, content)).errcode).toBe('CHECKSUM_WRONG')
    expect(await store.names('/')).toEqual([])
    expect(await leftovers(store)).toEqual(nothing)
  })
})

describe('an upload that nobody goes on with', () => {
  // On disk, whatever the others are on: an S3 store refuses whoever comes days later than it is.
  let others: typeof app
  beforeAll(async () => {
    others = app
    app = await startFiles({ BLOB_URL: '' })
  })
  afterAll(async () => {
    await app.close()
    app = others
  })

  const days = (count: number) => count * 24 * 3_600_000
  const later = async (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    return clientOf(app, { bearer: await store.token() })
  }

  async function sweep(): Promise<void> {
    const jobs = app.app.platform.db.withTables<{ jobs: { kind: string; dueat: number } }>().query
    await jobs.updateTable('jobs').set({ dueat: 0 }).where('kind', '=', 'files.uploads').execute()
    await app.app.platform.jobs.idle()
  }

  it('ends seven days after its last bytes, and is swept with them', async () => {
    const { location } = await tus.create(100_000, at('a'))
    const [first, second] = [large(50_000), large(50_000)]
    expect((await (await later(days(6))).patch(location, 0, first)).status).toBe(204)
    expect((await (await later(days(6))).head(location)).offset).toBe(50_000)
    const late = await later(days(1.1))
    expect((await late.head(location)).status).toBe(410)
    expect(await late.patch(location, 50_000, second)).toMatchObject({ status: 410, errcode: 'UPLOAD_GONE' })
    await sweep()
    expect(await leftovers(store)).toEqual(nothing)
    expect((await late.head(location)).status).toBe(404)
  })

  it('does not end while bytes come, however long they take', async () => {
    const { location } = await tus.create(100_000, at('a'))
    const late = await later(days(7.1))
    const uploads = app.app.platform.db.withTables<Pick<FileTables, 'uploads'>>().query.updateTable('uploads')
    await uploads.set({ lockid: 'a piece', locknode: 'elsewhere', lockeduntil: Date.now() + 60_000 }).execute()
    await sweep()
    expect((await late.head(location)).status).toBe(410)
    await uploads.set({ lockid: null }).execute()
    await sweep()
    expect((await late.head(location)).status).toBe(404)
  })
})

describe('partial uploads', () => {
  it('that come at the same time become one file', async () => {
    const content = large(1_000_000)
    const pieces = [0, 1, 2, 3].map(n => content.subarray(n * 250_000, (n + 1) * 250_000))
    const parts = await Promise.all(
      pieces.map(async piece => {
        const { location } = await tus.create(piece.length, {}, { 'upload-concat': 'partial' })
        await tus.patch(location, 0, piece.subarray(0, 100_000))
        const { objid } = await tus.patch(location, 100_000, piece.subarray(100_000))
        expect(objid).toBeNull()
        return location
      }),
    )
    const [first = ''] = parts
    expect((await tus.head(first)).headers.get('upload-concat')).toBe('partial')
    expect(await store.names('/')).toEqual([])
    const final = await tus.final([`${app.app.url}${first}`, ...parts.slice(1)], at('a', { sha256: sha256(content) }))
    expect(final).toMatchObject({ status: 201, objid: expect.any(String) })
    expect((await store.bytes('/a')).equals(Buffer.from(content))).toBe(true)
    const head = await tus.head(final.location)
    expect(head).toMatchObject({ offset: content.length, objid: final.objid })
    expect(head.headers.get('upload-concat')).toBe(`final;${parts.join(' ')}`)
    expect(await tus.patch(final.location, 0, large(1))).toMatchObject({ status: 403, errcode: 'UPLOAD_FINAL' })
    expect((await tus.head(first)).status).toBe(404)
    expect(await leftovers(store)).toEqual({ ...nothing, rows: 1 })
  })

  it('that are not complete, not partial or not one’s own are not put together', async () => {
    const partial = { 'upload-concat': 'partial' }
    const begun = (await tus.create(10, {}, partial)).location
    const whole = (await tus.create(10, at('w'))).location
    const otto = clientOf(app, { bearer: await store.token({ userid: 'otto' }) })
    const theirs = (await otto.create(3, {}, partial, large(3))).location
    const done = (await tus.create(3, {}, partial, large(3))).location
    expect((await tus.final([done, begun], at('a'))).errcode).toBe('BAD_INPUT')
    expect((await tus.final([done, whole], at('a'))).errcode).toBe('BAD_INPUT')
    expect((await tus.final([done, theirs], at('a'))).errcode).toBe('NOT_FOUND')
    expect((await tus.final([done, '/api/v1/file/tus/none'], at('a'))).errcode).toBe('NOT_FOUND')
    expect((await tus.final([], at('a'))).errcode).toBe('BAD_INPUT')
    expect((await tus.create(1, at('a'), { 'upload-concat': 'half' })).errcode).toBe('BAD_INPUT')
    expect(await store.names('/')).toEqual([])
    expect((await tus.final([done], at('a'))).status).toBe(201)
  })

  it('whose whole is not what was announced are gone', async () => {
    const part = await tus.create(50_000, {}, { 'upload-concat': 'partial' }, large(50_000))
    expect((await tus.final([part.location], at('a', { sha256: sha256(large(5)) }))).errcode).toBe('CHECKSUM_WRONG')
    expect(await leftovers(store)).toEqual(nothing)
  })
})

describe('a folder that is dropped', () => {
  it('is made on the way, once, however many files come at the same time', async () => {
    const paths = Array.from({ length: 12 }, (_, n) => `photos/2026/day ${n % 3}/${n}.jpg`)
    const begun = await Promise.all(
      paths.map(relativePath => tus.create(100, at(relativePath.split('/').at(-1) ?? '', { relativePath }))),
    )
    expect(await store.names('/')).toEqual([])
    const answers = await Promise.all(begun.map(({ location }) => tus.patch(location, 0, large(100))))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(204))
    expect(await store.names('/')).toEqual(['photos'])
    expect(await store.names('/photos/2026')).toEqual(['day 0', 'day 1', 'day 2'])
    expect(await store.names('/photos/2026/day 1')).toEqual(['1.jpg', '10.jpg', '4.jpg', '7.jpg'])
    expect((await tus.create(1, at('1.jpg', { relativePath: 'photos/2026/day 1/1.jpg' }))).errcode).toBe('NAME_TAKEN')
  })

  it('does not take the place of a file', async () => {
    await store.put('/photos', 'x')
    const answer = await tus.upload(large(10), at('a', { relativePath: 'photos/a' }))
    expect(answer).toMatchObject({ status: 409, errcode: 'NAME_TAKEN' })
    expect(await leftovers(store)).toEqual(nothing)
  })
})
