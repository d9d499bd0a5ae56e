import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bytesOf, chunksOf, contentOf, sha256 } from '../testing/contents.ts'
import { freePort } from '../testing/free-port.ts'
import { openRoad } from '../testing/road.ts'
import { createTestBucket, S3_START_MS } from '../testing/s3.ts'
import { readBlobUrl } from './blob-url.ts'
import type { Blobs } from './blobs.ts'
import { createBlobs } from './create-blobs.ts'
import { createS3Client } from './s3-client.ts'
import { createS3Objects } from './s3-objects.ts'
import { blobKey } from './s3-received.ts'

const MIB = 1024 * 1024
const DAY = 24 * 3_600_000

let bucket: URL
let road: Awaited<ReturnType<typeof openRoad>>
let blobs: Blobs
/** The same store for those who do not want to wait long. */
let impatient: Blobs
beforeAll(async () => {
  bucket = new URL(await createTestBucket())
  road = await openRoad(bucket)
  blobs = await open(byRoad)
  impatient = await open(url => byRoad(url).searchParams.set('patience', '2'))
}, S3_START_MS)
afterEach(() => road.mend())
afterAll(() => road.close())

function open(change: (url: URL) => void): Promise<Blobs> {
  const url = new URL(bucket)
  change(url)
  return createBlobs({ dataFolder: '', blobStore: readBlobUrl(url.href) })
}

function byRoad(url: URL): URL {
  url.port = String(road.port)
  return url
}

const down = { errcode: 'STORAGE_DOWN' }

it('says so when the store dies during an upload, and the sweep takes what is left', async () => {
  const content = contentOf(30 * MIB)
  road.cutAfter('up', 12 * MIB)
  await expect(blobs.receive(chunksOf(content))).rejects.toMatchObject(down)
  road.mend()
  expect(await blobs.has(sha256(content))).toBe(false)
  await blobs.sweep(Date.now() + 8 * DAY)
  expect(await createS3Objects(createS3Client(readBlobUrl(bucket.href))).listUnfinished('')).toEqual([])
})

it('can keep a content once the store is back', async () => {
  for (const content of [contentOf(100_000), contentOf(9 * MIB)]) {
    const received = await blobs.receive(chunksOf(content))
    road.cutAfter('up', 0)
    await expect(received.keep()).rejects.toMatchObject(down)
    road.mend()
    expect(await blobs.has(received.hash)).toBe(false)
    await received.keep()
    expect((await bytesOf(await blobs.open(received.hash))).equals(content)).toBe(true)
  }
})

it('does not put half of a content over what stands in its place', async () => {
  const content = contentOf(9 * MIB)
  const received = await blobs.receive(chunksOf(content))
  const objects = createS3Objects(createS3Client(readBlobUrl(bucket.href)))
  const key = blobKey(received.hash)
  await objects.put(key, Buffer.from('there'))
  // As a store that has lost a part of it would have it.
  for await (const incoming of objects.all('incoming/')) await objects.put(incoming.key, Buffer.from('a part'))
  await expect(received.keep()).rejects.toMatchObject(down)
  expect(await objects.head(key)).toMatchObject({ size: 5 })
  await objects.remove(key)
})

it('has kept what it kept, though the store dies before it has tidied up', async () => {
  const received = await blobs.receive(chunksOf(contentOf(9 * MIB)))
  await received.keep()
  road.cutAfter('up', 0)
  await received.drop()
  road.mend()
  expect(await blobs.has(received.hash)).toBe(true)
})

it('sweeps what is left of an upload, or of a copy to its place, but not before the slowest has come to its end', async () => {
  const objects = createS3Objects(createS3Client(readBlobUrl(bucket.href)))
  await objects.beginParts('incoming/slow')
  await objects.beginParts(blobKey(sha256(contentOf(20))))
  await blobs.sweep(Date.now() + 2 * DAY)
  expect(await objects.listUnfinished('')).toHaveLength(2)
  await blobs.sweep(Date.now() + 8 * DAY)
  expect(await objects.listUnfinished('')).toEqual([])
})

it('goes on with an upload in parts where the store died', async () => {
  const content = contentOf(30 * MIB)
  await blobs.parts.begin('upload')
  road.cutAfter('up', 20 * MIB)
  await expect(blobs.parts.append('upload', 0, chunksOf(content))).rejects.toMatchObject(down)
  road.mend()
  const size = await blobs.parts.size('upload')
  expect(size).toBeLessThan(content.length)
  await blobs.parts.append('upload', size, chunksOf(content.subarray(size)))
  expect((await blobs.parts.finish('upload')).hash).toBe(sha256(content))
  await blobs.parts.abort('upload')
})

it.each([
  ['before its end', 20 * MIB],
  ['at its end', 30 * MIB],
])('begins an upload anew whose parts the store has forgotten %s', async (_when, sent) => {
  const content = contentOf(30 * MIB)
  const again = { errcode: 'UPLOAD_OFFSET', data: { size: 0 } }
  await blobs.parts.begin('forgotten')
  await blobs.parts.append('forgotten', 0, chunksOf(content.subarray(0, sent)))
  const objects = createS3Objects(createS3Client(readBlobUrl(bucket.href)))
  for (const { key, id } of await objects.listUnfinished('wholes/')) await objects.abortParts(key, id)
  const goOn =
    sent < content.length
      ? blobs.parts.append('forgotten', sent, chunksOf(content.subarray(sent)))
      : blobs.parts.finish('forgotten')
  await expect(goOn).rejects.toMatchObject(again)
  expect(await blobs.parts.size('forgotten')).toBe(0)
  await blobs.parts.append('forgotten', 0, chunksOf(content))
  expect((await blobs.parts.finish('forgotten')).hash).toBe(sha256(content))
  await blobs.parts.abort('forgotten')
})

it('breaks a download off, rather than ending it, when the store dies half-way', async () => {
  const received = await blobs.receive(chunksOf(contentOf(20 * MIB)))
  await received.keep()
  road.cutAfter('down', 6 * MIB)
  await expect(blobs.open(received.hash).then(bytesOf)).rejects.toMatchObject(down)
  await expect(blobs.open(received.hash)).rejects.toMatchObject(down)
})

it('tries again by itself where a connection breaks once', async () => {
  const content = contentOf(20 * MIB)
  road.cutOnceAfter('up', 4 * MIB)
  const received = await blobs.receive(chunksOf(content))
  await received.keep()
  expect((await bytesOf(await blobs.open(received.hash))).equals(content)).toBe(true)
})

it.each(['stall', 'fail'] as const)(
  'says so in time when the store only %ss, and goes on once it is back',
  async how => {
    const [content, later] = [contentOf(100_000), contentOf(100_000)]
    const received = await blobs.receive(chunksOf(content))
    await received.keep()
    road[how]()
    await expect(impatient.receive(chunksOf(later)).then(({ keep }) => keep())).rejects.toMatchObject(down)
    await expect(impatient.open(received.hash)).rejects.toMatchObject(down)
    road.mend()
    expect(await blobs.has(sha256(later))).toBe(false)
    expect((await bytesOf(await blobs.open(received.hash))).equals(content)).toBe(true)
  },
)

it('breaks a download off when the store falls silent half-way', async () => {
  const received = await blobs.receive(chunksOf(contentOf(7 * MIB)))
  await received.keep()
  road.stallAfter(3 * MIB)
  await expect(impatient.open(received.hash).then(bytesOf)).rejects.toMatchObject(down)
})

it('is not ready while the store does not answer', async () => {
  await blobs.ping()
  road.cutAfter('up', 0)
  await expect(blobs.ping()).rejects.toMatchObject(down)
})

it('refuses the start with a sentence where the store cannot be used', async () => {
  const host = bucket.host.replaceAll('.', '\\.')
  const nobodys = await freePort()
  const cases: [(url: URL) => void, RegExp][] = [
    [
      url => (url.password = 'wrong'),
      new RegExp(`${host} of BLOB_URL does not accept the key, the secret or the region`),
    ],
    [
      url => (url.pathname = '/nothing-here'),
      new RegExp(`${host} of BLOB_URL has no bucket nothing-here; make it first`),
    ],
    [url => (url.port = String(nobodys)), /of BLOB_URL cannot be used \(connect ECONNREFUSED/],
  ]
  for (const [change, sentence] of cases) await expect(open(change)).rejects.toThrow(sentence)
})
