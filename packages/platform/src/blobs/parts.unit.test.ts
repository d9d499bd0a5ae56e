import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobStores, type TestStore } from '../testing/blob-stores.ts'
import { breaksAfter, bytesOf, chunksOf, contentOf, sha256 } from '../testing/contents.ts'
import { S3_START_MS } from '../testing/s3.ts'
import type { Blobs } from './blobs.ts'

const MIB = 1024 * 1024

describe.each(blobStores)('uploads in parts on %s', (_name, openStore) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openStore()
  }, S3_START_MS)
  afterAll(() => store.drop())

  const begin = async () => {
    const uploadid = randomUUID()
    await store.blobs.parts.begin(uploadid)
    return uploadid
  }

  /** Each piece by the next of the given stores, as nodes behind a balancer would get them. */
  const appendAll = async (uploadid: string, content: Buffer, pieces: number[], nodes: Blobs[]) => {
    let at = 0
    for (const [index, size] of pieces.entries()) {
      const node = nodes[index % nodes.length] ?? store.blobs
      at = await node.parts.append(uploadid, at, chunksOf(content.subarray(at, at + size)))
      expect(await store.blobs.parts.size(uploadid)).toBe(at)
    }
    expect(at).toBe(content.length)
  }

  const finishAndRead = async (uploadid: string, blobs: Blobs) => {
    const received = await blobs.parts.finish(uploadid)
    await received.keep()
    const bytes = received.bytes ?? (await bytesOf(await blobs.open(received.hash)))
    await blobs.parts.abort(uploadid)
    expect(await store.besides()).toEqual([])
    return { received, bytes }
  }

  it.each([
    ['nothing', []],
    ['a little', [10, 20, 30]],
    ['a little more', [16_000, 384, 1]],
    ['less than a part', [MIB, MIB, 2 * MIB]],
    ['just a part', [4 * MIB, 4 * MIB]],
    ['parts and a tail', [3 * MIB, 9 * MIB, 1, 8 * MIB, 2 * MIB + 7]],
    ['all at once', [30 * MIB]],
  ])('puts %s together as it came', async (_what, pieces) => {
    const content = contentOf(pieces.reduce((sum, size) => sum + size, 0))
    const uploadid = await begin()
    await appendAll(uploadid, content, pieces, [store.blobs])
    const { received, bytes } = await finishAndRead(uploadid, store.blobs)
    expect(received).toMatchObject({ hash: sha256(content), size: content.length })
    expect(bytes.equals(content)).toBe(true)
    await expect(store.blobs.parts.size(uploadid)).rejects.toMatchObject({ errcode: 'NOT_FOUND' })
  })

  it('goes on after a restart and on other nodes', async () => {
    const content = contentOf(26 * MIB)
    const uploadid = await begin()
    const nodes = [store.blobs, await store.reopen(), await store.reopen()]
    await appendAll(uploadid, content, [9 * MIB, 2 * MIB, 3 * MIB, 11 * MIB, MIB], nodes)
    const { received, bytes } = await finishAndRead(uploadid, await store.reopen())
    expect(received.hash).toBe(sha256(content))
    expect(bytes.equals(content)).toBe(true)
  })

  it('refuses to append anywhere but at the end, and says where that is', async () => {
    const uploadid = await begin()
    await store.blobs.parts.append(uploadid, 0, chunksOf(contentOf(1_000)))
    for (const offset of [0, 999, 1_001])
      await expect(store.blobs.parts.append(uploadid, offset, chunksOf(contentOf(5)))).rejects.toMatchObject({
        errcode: 'UPLOAD_OFFSET',
        data: { size: 1_000 },
      })
    expect(await store.blobs.parts.size(uploadid)).toBe(1_000)
    await store.blobs.parts.abort(uploadid)
  })

  it.each([5_000, 12 * MIB])('has what came before the connection broke after %i bytes', async broken => {
    const content = contentOf(20 * MIB)
    const uploadid = await begin()
    await expect(store.blobs.parts.append(uploadid, 0, breaksAfter(content, broken))).rejects.toThrow('broke')
    const node = await store.reopen()
    expect(await node.parts.size(uploadid)).toBe(broken)
    await node.parts.append(uploadid, broken, chunksOf(content.subarray(broken)))
    const { bytes } = await finishAndRead(uploadid, node)
    expect(bytes.equals(content)).toBe(true)
  })

  it('takes no more than the limit, and keeps what fitted', async () => {
    const uploadid = await begin()
    await store.blobs.parts.append(uploadid, 0, chunksOf(contentOf(600)), { limit: 1_000 })
    const tooMuch = store.blobs.parts.append(uploadid, 600, chunksOf(contentOf(401)), { limit: 1_000 })
    await expect(tooMuch).rejects.toMatchObject({ errcode: 'TOO_LARGE' })
    expect(await store.blobs.parts.size(uploadid)).toBe(1_000)
    await store.blobs.parts.abort(uploadid)
  })

  it('takes a piece with the right checksum and nothing of one with a wrong checksum', async () => {
    const uploadid = await begin()
    const piece = contentOf(10 * MIB)
    const digest = createHash('sha1').update(piece).digest()
    const { append, size } = store.blobs.parts
    const wrong = append(uploadid, 0, chunksOf(contentOf(10 * MIB)), { expect: { algorithm: 'sha1', digest } })
    await expect(wrong).rejects.toMatchObject({ errcode: 'CHECKSUM_WRONG' })
    expect(await size(uploadid)).toBe(0)
    expect(await append(uploadid, 0, chunksOf(piece), { expect: { algorithm: 'sha1', digest } })).toBe(10 * MIB)
    const { bytes } = await finishAndRead(uploadid, store.blobs)
    expect(bytes.equals(piece)).toBe(true)
  })

  it('refuses the whole where it is not what was announced, and goes on having it', async () => {
    const content = contentOf(9 * MIB)
    const uploadid = await begin()
    await store.blobs.parts.append(uploadid, 0, chunksOf(content))
    await expect(store.blobs.parts.finish(uploadid, { expect: { sha256: '0'.repeat(64) } })).rejects.toMatchObject({
      errcode: 'CHECKSUM_WRONG',
    })
    expect(await store.blobs.parts.size(uploadid)).toBe(9 * MIB)
    await finishAndRead(uploadid, store.blobs)
  })

  it('can be finished again until it is aborted, and not appended to', async () => {
    const content = contentOf(9 * MIB)
    const uploadid = await begin()
    await store.blobs.parts.append(uploadid, 0, chunksOf(content))
    const received = await store.blobs.parts.finish(uploadid)
    await received.keep()
    const node = await store.reopen()
    await expect(node.parts.append(uploadid, 9 * MIB, chunksOf(content))).rejects.toMatchObject({
      errcode: 'UPLOAD_OFFSET',
    })
    const { bytes } = await finishAndRead(uploadid, node)
    expect(bytes.equals(content)).toBe(true)
  })

  it.each([2_000, 9 * MIB])('reads uploads of %i bytes as a source, to put them together', async size => {
    const [first, second] = [contentOf(size), contentOf(size)]
    const ids = [await begin(), await begin()] as const
    await store.blobs.parts.append(ids[0], 0, chunksOf(first))
    await store.blobs.parts.append(ids[1], 0, chunksOf(second))
    const target = await begin()
    await store.blobs.parts.append(target, 0, await store.blobs.parts.read(ids[0]))
    await store.blobs.parts.append(target, size, await store.blobs.parts.read(ids[1]))
    for (const id of ids) await store.blobs.parts.abort(id)
    const { bytes } = await finishAndRead(target, store.blobs)
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true)
  })

  it('lists what is under way, and leaves nothing of what is aborted', async () => {
    const ids = [await begin(), await begin(), await begin()].sort()
    await store.blobs.parts.append(ids[1] ?? '', 0, chunksOf(contentOf(10 * MIB)))
    const listed = await store.blobs.parts.list({ limit: 2 })
    expect(listed.map(({ uploadid }) => uploadid)).toEqual(ids.slice(0, 2))
    expect(await store.blobs.parts.list({ after: ids[1] ?? '' })).toMatchObject([{ uploadid: ids[2] }])
    for (const id of ids) await store.blobs.parts.abort(id)
    await store.blobs.parts.abort(ids[0] ?? '')
    expect(await store.besides()).toEqual([])
  })

  it('knows no upload by anything but an id', async () => {
    for (const id of ['', '..', '../x', 'a/b', 'a.size', 'x'.repeat(101)])
      await expect(store.blobs.parts.size(id)).rejects.toMatchObject({ errcode: 'NOT_FOUND' })
  })
})
