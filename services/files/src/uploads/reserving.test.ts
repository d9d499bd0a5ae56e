import { usage } from '@plinth/contract/files'
import { setNamespaceQuota, setOrgQuota } from '@plinth/contract/namespaces'
import { UPLOAD_KEPT_MS } from '@plinth/platform/blobs/blobs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContents } from '../blobs/contents.service.ts'
import { revoke } from '../namespaces/closures.repository.ts'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { at, clientOf, large, tusClient } from '../testing/tus.ts'
import { completeUploads, quietMs } from './completing.service.ts'
import { createUploadLocks } from './locks.service.ts'
import { createResumableUploads } from './uploads.service.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let tus: ReturnType<typeof tusClient>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store({ quota: 100_000 })
  tus = clientOf(app, store)
})

const tables = () => app.app.platform.db.withTables<FileTables>()
const idOf = (location: string) => location.split('/').at(-1) ?? ''
const left = async (of = store) => (await of.ask(usage, {}))[0]?.left

describe('the room that an upload announces', () => {
  it('is kept for it: of two that together do not fit, the second is refused before its bytes are sent', async () => {
    const { location } = await tus.create(60_000, at('a'))
    expect(await left()).toBe(40_000)
    expect(await tus.create(60_000, at('b'))).toMatchObject({ status: 507, errcode: 'QUOTA_FULL' })
    expect((await store.put('/c', large(50_000))).errcode).toBe('QUOTA_FULL')
    // Neither counts twice once it is there.
    expect((await tus.patch(location, 0, large(60_000))).objid).toEqual(expect.any(String))
    expect(await left()).toBe(40_000)
    expect((await tus.upload(large(40_000), at('b'))).objid).toEqual(expect.any(String))
    expect(await left()).toBe(0)
  })

  it('is free again when it is given up, or expires', async () => {
    const first = await tus.create(60_000, at('a'))
    await tus.terminate(first.location)
    expect(await left()).toBe(100_000)
    const second = await tus.create(60_000, at('a'))
    const expired = tables()
      .query.updateTable('uploads')
      .set({ expiresat: Date.now() - 1 })
    await expired.where('uploadid', '=', idOf(second.location)).execute()
    expect((await tus.create(100_000, at('b'))).status).toBe(201)
  })

  it('is only that of what has come, once nothing has come for an hour', async () => {
    const forsake = (...uploadids: string[]) =>
      tables()
        .query.updateTable('uploads')
        .set({ expiresat: Date.now() + UPLOAD_KEPT_MS - 3_601_000 })
        .where('uploadid', 'in', uploadids)
        .execute()
    const { location } = await tus.create(60_000, at('a'))
    await tus.patch(location, 0, large(10_000))
    const silent = await tus.create(40_000, at('never sent'))
    expect(await left()).toBe(0)
    await forsake(idOf(location), idOf(silent.location))
    expect(await left()).toBe(90_000)
    expect((await store.put('/b', large(50_000))).status).toBe(200)
    // Whoever comes back is told before the bytes set out, and goes on once there is room.
    expect(await tus.patch(location, 10_000, large(50_000))).toMatchObject({ status: 507 })
    expect((await tus.head(location)).offset).toBe(10_000)
    await app.app.platform.callService('files')(setNamespaceQuota, { nsname: store.nsname, quota: 110_000 })
    expect((await tus.patch(location, 10_000, large(60_000).subarray(10_000))).objid).toEqual(expect.any(String))
  })

  it('goes over to the same file where the same person begins it anew, once nothing has come for a while', async () => {
    const { location } = await tus.create(60_000, at('a'))
    await tus.patch(location, 0, large(10_000))
    // Its sender may still be there.
    expect((await tus.create(60_000, at('a'))).errcode).toBe('QUOTA_FULL')
    await tables()
      .query.updateTable('uploads')
      .set({ expiresat: Date.now() + UPLOAD_KEPT_MS - 11_000 })
      .where('uploadid', '=', idOf(location))
      .execute()
    const ines = clientOf(app, { ...store, bearer: await store.token({ userid: 'ines' }) })
    const others = [tus.create(60_000, at('b')), tus.create(59_999, at('a')), ines.create(60_000, at('a'))]
    expect((await Promise.all(others)).map(({ errcode }) => errcode)).toEqual(Array(3).fill('QUOTA_FULL'))
    expect((await tus.head(location)).offset).toBe(10_000)
    expect((await tus.upload(large(60_000), at('a'))).objid).toEqual(expect.any(String))
    expect((await tus.head(location)).status).toBe(404)
    expect(await left()).toBe(40_000)
  })

  it('is that of the parts where an upload is put together from them', async () => {
    const parts = [large(50_000), large(50_000)]
    const locations: string[] = []
    for (const part of parts) {
      const { location } = await tus.create(part.length, {}, { 'upload-concat': 'partial' })
      await tus.patch(location, 0, part)
      locations.push(location)
    }
    expect(await left()).toBe(0)
    expect((await tus.final(locations, at('whole'))).status).toBe(201)
    expect(await left()).toBe(0)
    expect((await store.get('/whole')).headers.get('content-length')).toBe('100000')
  })

  it('is that of each part once: put together by two at the same time, they become one file', async () => {
    const partial = { 'upload-concat': 'partial' }
    const { location } = await tus.create(30_000, {}, partial, large(30_000))
    expect((await tus.final([location, location], at('twice'))).errcode).toBe('BAD_INPUT')
    const answers = await Promise.all(['a', 'b', 'c'].map(name => tus.final([location], at(name))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await left()).toBe(70_000)
    expect(await store.names('/')).toHaveLength(1)
  })

  it('counts for the whole organisation', async () => {
    const call = app.app.platform.callService('files')
    await call(setOrgQuota, { orgid: 'keepers', quota: 1_000 })
    const [one, other] = [await app.store({ orgid: 'keepers' }), await app.store({ orgid: 'keepers' })]
    // Of another organisation, whose id begins with the same letters.
    await clientOf(app, await app.store({ orgid: 'keepers-too' })).create(900, at('a'))
    expect((await clientOf(app, one).create(700, at('a'))).status).toBe(201)
    expect(await left(other)).toBe(300)
    expect((await clientOf(app, other).create(400, at('a'))).errcode).toBe('QUOTA_FULL')
  })

  it('is given to no more than there is room for, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => tus.create(30_000, at(`${number}`))))
    expect(answers.map(({ errcode }) => errcode).filter(errcode => errcode === undefined)).toHaveLength(3)
    expect(answers.filter(({ errcode }) => errcode === 'QUOTA_FULL')).toHaveLength(5)
    expect(await left()).toBe(10_000)
  })
})

it('of uploads that announce more than there is anywhere is no room, and nothing breaks', async () => {
  const open = await app.store()
  const { location } = await clientOf(app, open).create(1_000, at('a'))
  const [upload] = await tables()
    .query.selectFrom('uploads')
    .selectAll()
    .where('uploadid', '=', idOf(location))
    .execute()
  if (!upload) throw new Error('There is none')
  const rows = Array.from({ length: 1_100 }, (_, n) => ({
    ...upload,
    uploadid: `huge${n}`,
    size: Number.MAX_SAFE_INTEGER,
  }))
  for (let n = 0; n < rows.length; n += 100)
    await tables()
      .query.insertInto('uploads')
      .values(rows.slice(n, n + 100))
      .execute()
  await app.app.platform.callService('files')(setNamespaceQuota, { nsname: open.nsname, quota: 1_000_000 })
  expect(await left(open)).toBe(0)
  expect((await open.put('/b', 'b')).errcode).toBe('QUOTA_FULL')
})

/** Another node, some time later. */
function completeLater(ms = quietMs + 1_000) {
  const platform = { ...app.app.platform, jobs: { ...app.app.platform.jobs, every: () => {} } }
  const uploads = createResumableUploads(platform, createContents(platform))
  return completeUploads(platform, uploads, createUploadLocks(platform)).complete({ now: Date.now() + ms })
}

/** All bytes are there, and then the process ended. */
async function stranded(name: string, content = large(20_000)): Promise<string> {
  const { location } = await tus.create(content.length, at(name))
  await appendTo(location, 0, content)
  return location
}

async function appendTo(location: string, offset: number, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const source = (async function* () {
    yield content
  })()
  await app.app.platform.blobs.parts.append(idOf(location), offset, source)
}

describe('an upload whose client never came back', () => {
  it('becomes a file once it has been quiet for a while, if all of it is there', async () => {
    const content = large(20_000)
    await stranded('a', content)
    const { location } = await tus.create(20_000, at('b'))
    await tus.patch(location, 0, large(5_000))
    await completeLater(0)
    expect(await store.names('/')).toEqual([])
    await completeLater()
    expect(await store.names('/')).toEqual(['a'])
    expect(Buffer.from(await (await store.get('/a')).arrayBuffer()).equals(content)).toBe(true)
    // Twice does no harm, and the one that is not complete goes on.
    await completeLater()
    expect(await store.names('/')).toEqual(['a'])
    expect((await tus.head(location)).offset).toBe(5_000)
  })

  it('becomes none where its name was taken meanwhile, or its sender may not write any more', async () => {
    await stranded('a')
    await stranded('b')
    await store.put('/a', 'x')
    await tables().transaction(tx => revoke(tx, { userid: 'mara', places: [store.nsname], before: Date.now() + 1_000 }))
    await completeLater()
    const [data] = await (await store.as('viewer', 'ines'))(usage, {})
    expect(data?.filecount).toBe(1)
  })

  it('becomes none by itself where its sender has signed out, until they come for it', async () => {
    const [home, phone] = [await store.token({ via: 'session:home' }), await store.token({ via: 'session:phone' })]
    const client = (bearer: string) =>
      tusClient(
        () => app.app.url,
        () => bearer,
      )
    const content = large(20_000)
    const locations: string[] = []
    for (const filename of ['a', 'b']) {
      const { location } = await client(home).create(content.length, at(filename))
      await client(filename === 'a' ? home : phone).patch(location, 0, content.slice(0, 10_000))
      await appendTo(location, 10_000, content.slice(10_000))
      locations.push(location)
    }
    await tables().transaction(tx =>
      revoke(tx, { userid: 'mara', places: ['session:home'], before: Date.now() + 60_000 }),
    )
    await completeLater()
    expect(await store.names('/')).toEqual(['b'])
    expect((await client(phone).head(locations[0] ?? '')).offset).toBe(20_000)
    expect(await store.names('/')).toEqual(['a', 'b'])
  })
})
