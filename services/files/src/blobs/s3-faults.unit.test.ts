import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { openRoad } from '@plinth/platform/testing/road'
import { createTestBucket, S3_START_MS } from '@plinth/platform/testing/s3'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'
import { tusClient } from '../testing/tus.ts'
import { completeUploads, quietMs } from '../uploads/completing.service.ts'
import { createUploadLocks } from '../uploads/locks.service.ts'
import { createResumableUploads } from '../uploads/uploads.service.ts'
import { createContents } from './contents.service.ts'

// Over HTTP, with a real S3 server behind a road that breaks. The engine makes no difference, so it runs once.

const MIB = 1024 * 1024
const longestMs = 12_000

let road: Awaited<ReturnType<typeof openRoad>>
let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let tus: ReturnType<typeof tusClient>
const before = Buffer.alloc(3 * MIB, 'before ')
const later = Uint8Array.from(Buffer.alloc(3 * MIB, 'later '))
beforeAll(async () => {
  const url = new URL(await createTestBucket())
  road = await openRoad(new URL(url))
  url.port = String(road.port)
  url.searchParams.set('patience', '3')
  app = await startFiles({ BLOB_URL: url.href, LOG_LEVEL: 'silent' })
}, S3_START_MS)
afterEach(() => road.mend())
afterAll(async () => {
  await app?.close()
  road.close()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const read = async (path: string) => sha256(new Uint8Array(await (await store.get(path)).arrayBuffer()))

const breaks: [string, () => void][] = [
  ['dies half-way', () => road.cutAfter('up', MIB)],
  ['hangs', () => road.stall()],
  ['answers 500', () => road.fail()],
]

it.each(breaks)(
  'a store that %s: a clear refusal in time, nothing half there, and it goes on once it is back',
  { timeout: 120_000 },
  async (_, breakIt) => {
    store = await app.store()
    tus = tusClient(
      () => app.url,
      () => store.bearer,
    )
    expect((await store.put('/before', before)).status).toBe(200)
    const { location } = await tus.create(later.length, { filename: 'resumed', parentdirpath: '/' })
    const small = (await store.put('/small', 'small')).status
    expect(small).toBe(200)

    breakIt()
    const began = performance.now()
    expect(await store.put('/later', later)).toMatchObject({ status: 503, errcode: 'STORAGE_DOWN' })
    expect(await tus.patch(location, 0, later)).toMatchObject({ status: 503, errcode: 'STORAGE_DOWN' })
    expect((await store.get('/before')).status).toBe(503)
    expect(performance.now() - began).toBeLessThan(3 * longestMs)
    // What needs no store goes on.
    expect(await store.names('/')).toEqual(['before', 'small'])
    expect(await store.text('/small')).toBe('small')
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503)

    road.mend()
    expect(await read('/before')).toBe(sha256(before))
    expect((await store.put('/later', later)).status).toBe(200)
    expect(await read('/later')).toBe(sha256(later))
    const { offset } = await tus.head(location)
    expect((await tus.patch(location, offset, later.subarray(offset))).objid).toBeTruthy()
    expect(await read('/resumed')).toBe(sha256(later))
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  },
)

it('an upload whose client never came back becomes a file once the store is back, though it was away when it was looked for', async () => {
  store = await app.store()
  tus = tusClient(
    () => app.url,
    () => store.bearer,
  )
  const { location } = await tus.create(later.length, { filename: 'stranded', parentdirpath: '/' })
  await app.platform.blobs.parts.append(location.split('/').at(-1) ?? '', 0, Readable.from([later]))
  const platform = { ...app.platform, jobs: { ...app.platform.jobs, every: () => {} } }
  const uploads = createResumableUploads(platform, createContents(platform))
  const { complete } = completeUploads(platform, uploads, createUploadLocks(platform))
  road.fail()
  await complete({ now: Date.now() + quietMs + 1_000 })
  road.mend()
  await complete({ now: Date.now() + quietMs + 1_000 })
  expect(await read('/stranded')).toBe(sha256(later))
})

it.each(['cut', 'stall'])(
  'a download that the store breaks off (%s) is broken off here too, never shorter and whole',
  async how => {
    store = await app.store()
    await store.put('/before', before)
    if (how === 'cut') road.cutAfter('down', MIB)
    else road.stallAfter(MIB)
    const response = await store.get('/before')
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
    road.mend()
    expect(await read('/before')).toBe(sha256(before))
  },
)
