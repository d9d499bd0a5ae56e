import { deleteDir } from '@plinth/contract/dirs'
import { deleteFile } from '@plinth/contract/files'
import { start } from '@plinth/platform/start'
import { createTestBucket, S3_START_MS } from '@plinth/platform/testing/s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContents } from '../blobs/contents.service.ts'
import { files } from '../files.ts'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { at, clientOf, large, tusClient } from '../testing/tus.ts'

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

const tables = () => app.app.platform.db.withTables<FileTables>().query
const inStore = async () => (await app.app.platform.blobs.list()).map(({ hash }) => hash)

/** More than sockets hold: once it is sent, some of it has been read. */
const tooMuch = 16_000_000

/** The upload's row, once the server has come so far. */
const isLocked = async (location: string) => {
  const uploadid = location.split('/').at(-1) ?? ''
  const row = await tables().selectFrom('uploads').select('lockid').where('uploadid', '=', uploadid).executeTakeFirst()
  return row?.lockid !== null
}

describe('a connection that breaks in the middle of a piece', () => {
  it('leaves what came, and the upload goes on right behind it', async () => {
    const content = large(3 * tooMuch)
    const { location } = await tus.create(content.length, at('a'))
    let offset = 0
    for (let round = 0; round < 2; round++) {
      const sending = tus.open(location, offset, content.length - offset)
      await sending.more(content.subarray(offset, offset + tooMuch))
      sending.cut()
      const { status, offset: reached } = await tus.head(location)
      expect(status).toBe(200)
      expect(reached).toBeGreaterThan(offset)
      expect(reached).toBeLessThanOrEqual(offset + tooMuch)
      offset = reached
    }
    expect((await tus.patch(location, offset, content.subarray(offset))).objid).not.toBeNull()
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })
})

describe('two at one upload', () => {
  it('write one at a time: the second is refused and told when to come back', async () => {
    const content = large()
    const { location } = await tus.create(content.length, at('a'))
    const sending = tus.open(location, 0, content.length)
    await sending.more(content.subarray(0, 50_000))
    await expect.poll(() => isLocked(location)).toBe(true)
    const second = await tus.patch(location, 0, content)
    expect(second).toMatchObject({ status: 423, errcode: 'UPLOAD_BUSY' })
    expect(second.headers.get('retry-after')).toBe('1')
    await sending.more(content.subarray(50_000))
    expect(await sending.status).toBe(204)
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })

  it('never mix their bytes, however many there are', async () => {
    const content = large(400_000)
    const { location } = await tus.create(content.length, at('a'))
    const answers = await Promise.all(Array.from({ length: 6 }, () => tus.patch(location, 0, content)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const { status } of answers) expect([204, 409, 423]).toContain(status)
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })

  it('whoever asks how far it is has it: a connection that hangs lets go, and has kept what came', async () => {
    const content = large(tooMuch + 100_000)
    const { location } = await tus.create(content.length, at('a'))
    const hanging = tus.open(location, 0, content.length)
    await hanging.more(content.subarray(0, tooMuch))
    const { status, offset } = await tus.head(location)
    expect(status).toBe(200)
    expect(offset).toBeGreaterThan(0)
    expect([423, undefined]).toContain(await hanging.status)
    expect((await tus.patch(location, offset, content.subarray(offset))).status).toBe(204)
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })

  it('a lock of a process that died ends', async () => {
    const { location } = await tus.create(10, at('a'))
    const dead = { lockid: 'x', locknode: 'dead', lockeduntil: Date.now() + 3_000 }
    await tables().updateTable('uploads').set(dead).where('nsname', '=', store.nsname).execute()
    expect(await tus.head(location)).toMatchObject({ status: 200, offset: 0 })
  })
})

describe('a restart', () => {
  it('does not wait for bytes that are still to come, and loses none that came', async () => {
    const content = large(tooMuch + 100_000)
    const { location } = await tus.create(content.length, at('a'))
    const sending = tus.open(location, 0, content.length)
    await sending.more(content.subarray(0, tooMuch))
    await app.app.restart()
    const { offset } = await tus.head(location)
    expect(offset).toBeGreaterThan(0)
    await tus.patch(location, offset, content.subarray(offset))
    expect((await store.bytes('/a')).equals(content)).toBe(true)
  })
})

describe('another node', () => {
  it('takes the upload over from the one that holds it, and goes on with its bytes', async () => {
    // An embedded database has one process.
    if (app.app.platform.db.engine === 'sqlite') return
    const node = await start({ ...app.app.platform.config, port: 0 }, [files])
    try {
      const there = tusClient(
        () => node.url,
        () => store.bearer,
      )
      const content = large(tooMuch + 100_000)
      const { location } = await tus.create(content.length, at('a'))
      const hanging = tus.open(location, 0, content.length)
      await hanging.more(content.subarray(0, tooMuch))
      expect(await there.patch(location, 0, content)).toMatchObject({ status: 423, errcode: 'UPLOAD_BUSY' })
      const begun = performance.now()
      const { offset } = await there.head(location)
      expect(offset).toBeGreaterThan(0)
      // Told to, not waited for: the lease is longer.
      expect(performance.now() - begun).toBeLessThan(9_000)
      await there.patch(location, offset, content.subarray(offset, offset + 50_000))
      const { objid } = await tus.patch(location, offset + 50_000, content.subarray(offset + 50_000))
      expect(objid).not.toBeNull()
      expect((await store.bytes('/a')).equals(content)).toBe(true)
    } finally {
      await node.close()
    }
  })
})

describe('the last moment of an upload', () => {
  it('is decided once where two finish under one name, and the bytes of the other do not stay', async () => {
    const contents = [large(), large(), large()]
    const begun = await Promise.all(contents.map(content => tus.create(content.length, at('race'))))
    const before = await inStore()
    const answers = await Promise.all(contents.map((content, n) => tus.patch(begun[n]?.location ?? '', 0, content)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    for (const { errcode } of answers) expect([undefined, 'NAME_TAKEN']).toContain(errcode)
    const winner = answers.findIndex(({ status }) => status === 204)
    expect((await store.bytes('/race')).equals(contents[winner] ?? new Uint8Array())).toBe(true)
    const quiet = { ...app.app.platform, jobs: { ...app.app.platform.jobs, every: () => {} } }
    await createContents(quiet).sweepUnused({ graceMs: -1 })
    expect((await inStore()).length).toBe(before.length + 1)
    for (const [n, { location }] of begun.entries())
      expect((await tus.head(location)).status).toBe(n === winner ? 200 : 404)
    expect(await tables().selectFrom('blobleases').selectAll().execute()).toEqual([])
  })

  it('comes again where the process ended just before it', async () => {
    const content = large()
    const { location } = await tus.create(content.length, at('a'))
    const uploadid = location.split('/').at(-1) ?? ''
    // As it is after a crash: all bytes are there, and nobody has made a file of them.
    await app.app.platform.blobs.parts.append(
      uploadid,
      0,
      (async function* () {
        yield content
      })(),
    )
    expect(await store.names('/')).toEqual([])
    expect(await tus.head(location)).toMatchObject({ offset: content.length, objid: expect.any(String) })
    expect((await store.bytes('/a')).equals(content)).toBe(true)
    const again = await tus.create(content.length, at('b'))
    await app.app.platform.blobs.parts.append(
      again.location.split('/').at(-1) ?? '',
      0,
      (async function* () {
        yield content
      })(),
    )
    expect((await tus.patch(again.location, content.length, new Uint8Array())).objid).not.toBeNull()
    expect(await store.names('/')).toEqual(['a', 'b'])
  })

  it('does not find a folder that is in the trash meanwhile', async () => {
    const parentid = await store.mkdir('/gone')
    const { location } = await tus.create(10, { filename: 'a', parentid })
    await store.ask(deleteDir, { dirpath: '/gone' })
    expect(await tus.patch(location, 0, large(10))).toMatchObject({ status: 404, errcode: 'NOT_FOUND' })
    expect((await tus.head(location)).status).toBe(404)
  })

  it('is not undone by what happens to the file later', async () => {
    const { location, objid } = await tus.upload(large(10), at('a'))
    await store.ask(deleteFile, { filepath: '/a' })
    expect(await tus.head(location)).toMatchObject({ status: 200, offset: 10, objid })
    expect(await store.names('/')).toEqual([])
  })
})

describe('on S3', () => {
  let remote: typeof app
  beforeAll(async () => {
    remote = await startFiles({ BLOB_URL: await createTestBucket() })
  }, S3_START_MS)
  afterAll(() => remote.close())

  it('an upload goes on after restarts and broken connections, and partial ones are put together', async () => {
    const there = await remote.store()
    const client = clientOf(remote, there)
    const content = large(12_000_000)
    const { location } = await client.create(content.length, at('a'))
    expect(await client.patch(location, 0, content.subarray(0, 9_000_000))).toMatchObject({ status: 204 })
    await remote.app.restart()
    const sending = client.open(location, 9_000_000, 3_000_000)
    await sending.more(content.subarray(9_000_000, 9_500_000))
    const { offset } = await client.head(location)
    expect(offset).toBeGreaterThanOrEqual(9_000_000)
    expect(await client.patch(location, offset, content.subarray(offset))).toMatchObject({ status: 204 })
    expect(Buffer.from(await (await there.get('/a')).arrayBuffer()).equals(content)).toBe(true)

    const halves = [content.subarray(0, 8_500_000), content.subarray(8_500_000)]
    const parts = await Promise.all(
      halves.map(half => client.create(half.length, {}, { 'upload-concat': 'partial' }, half)),
    )
    const final = await client.final(
      parts.map(part => part.location),
      at('b'),
    )
    expect(final.status).toBe(201)
    expect(Buffer.from(await (await there.get('/b')).arrayBuffer()).equals(content)).toBe(true)
    expect(await remote.app.platform.blobs.parts.list()).toEqual([])
  }, 120_000)
})
