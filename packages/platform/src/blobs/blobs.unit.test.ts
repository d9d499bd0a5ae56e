import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobStores, type TestStore } from '../testing/blob-stores.ts'
import { breaksAfter, bytesOf, chunksOf, contentOf, sha256 } from '../testing/contents.ts'
import { S3_START_MS } from '../testing/s3.ts'
import { INLINE_BYTES } from './blobs.ts'

const MIB = 1024 * 1024

describe.each(blobStores)('blobs on %s', (_name, openStore) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openStore()
  }, S3_START_MS)
  afterAll(() => store.drop())

  const keep = async (content: Buffer) => {
    const received = await store.blobs.receive(chunksOf(content))
    await received.keep()
    return received
  }
  const everything = async () => (await store.blobs.list()).map(({ hash }) => hash)

  it.each([0, 1, INLINE_BYTES - 1, INLINE_BYTES])('hands %i bytes back and stores nothing', async size => {
    const content = contentOf(size)
    const received = await keep(content)
    expect(received).toMatchObject({ hash: sha256(content), size })
    expect(received.bytes?.equals(content)).toBe(true)
    expect(await store.blobs.has(received.hash)).toBe(false)
  })

  it.each([INLINE_BYTES + 1, MIB, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 8 * MIB, 8 * MIB + 1, 40 * MIB])(
    'gives %i bytes back as they came',
    async size => {
      const content = contentOf(size)
      const { hash, bytes } = await keep(content)
      expect([hash, bytes]).toEqual([sha256(content), undefined])
      expect(await store.blobs.size(hash)).toBe(size)
      expect(await (await store.reopen()).has(hash)).toBe(true)
      expect((await bytesOf(await store.blobs.open(hash))).equals(content)).toBe(true)
      await store.blobs.remove(hash)
      expect(await store.blobs.has(hash)).toBe(false)
      await expect(store.blobs.open(hash)).rejects.toThrow('There is no blob')
    },
  )

  it('gives any range back, both ends included', async () => {
    const content = contentOf(20 * MIB)
    const { hash } = await keep(content)
    const ranges = [
      [0, 0],
      [5, 4_000_000],
      [8 * MIB - 1, 8 * MIB],
      [19 * MIB, 20 * MIB - 1],
    ] as const
    for (const [start, end] of ranges) {
      const part = await bytesOf(await store.blobs.open(hash, { start, end }))
      expect(part.equals(content.subarray(start, end + 1))).toBe(true)
    }
    const rest = await bytesOf(await store.blobs.open(hash, { start: 20 * MIB - 7 }))
    expect(rest.equals(content.subarray(-7))).toBe(true)
    await store.blobs.remove(hash)
  })

  it('lets go of a download that is not read to its end', async () => {
    const { hash } = await keep(contentOf(20 * MIB))
    for await (const chunk of await store.blobs.open(hash)) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await store.blobs.remove(hash)
    expect(await store.blobs.has(hash)).toBe(false)
  })

  it('shows nothing before it is kept, and nothing of what is dropped', async () => {
    const before = await everything()
    const received = await store.blobs.receive(chunksOf(contentOf(9 * MIB)))
    expect(await everything()).toEqual(before)
    await received.drop()
    await received.drop()
    expect(await everything()).toEqual(before)
    expect(await store.besides()).toEqual([])
  })

  it.each([1_000, 100_000, 20 * MIB])(
    'refuses %i bytes that do not match their checksum, and keeps nothing',
    async size => {
      const before = await everything()
      const [content, other] = [contentOf(size), contentOf(size)]
      await expect(store.blobs.receive(chunksOf(content), { expect: { sha256: sha256(other) } })).rejects.toMatchObject(
        {
          errcode: 'CHECKSUM_WRONG',
        },
      )
      expect(await everything()).toEqual(before)
      const right = await store.blobs.receive(chunksOf(content), { expect: { sha256: sha256(content).toUpperCase() } })
      await right.drop()
    },
  )

  it.each([10, INLINE_BYTES, 3 * MIB, 20 * MIB])(
    'takes %i bytes where that is the limit, and not one more',
    async size => {
      const content = contentOf(size + 1)
      const fits = await store.blobs.receive(chunksOf(content.subarray(1)), { limit: size })
      expect(fits.size).toBe(size)
      await fits.drop()
      await expect(store.blobs.receive(chunksOf(content), { limit: size })).rejects.toMatchObject({
        errcode: 'TOO_LARGE',
      })
      expect(await store.besides()).toEqual([])
    },
  )

  it.each([100, MIB, 30 * MIB])('keeps nothing of a source that breaks after %i bytes', async size => {
    const before = await everything()
    await expect(store.blobs.receive(breaksAfter(contentOf(40 * MIB), size))).rejects.toThrow('the connection broke')
    expect(await everything()).toEqual(before)
    expect(await store.besides()).toEqual([])
  })

  it('stops waiting for a source that hangs when told to', async () => {
    const controller = new AbortController()
    const hangs = async function* () {
      yield contentOf(20 * MIB)
      controller.abort(new Error('told to stop'))
      await new Promise(() => {})
    }
    await expect(store.blobs.receive(hangs(), { signal: controller.signal })).rejects.toThrow('told to stop')
    expect(await store.besides()).toEqual([])
  })

  it('takes the same content from several at once and has it once', async () => {
    const content = contentOf(9 * MIB)
    const received = await Promise.all([1, 2, 3].map(() => store.blobs.receive(chunksOf(content))))
    await Promise.all(received.map(({ keep }) => keep()))
    const hash = sha256(content)
    expect((await everything()).filter(one => one === hash)).toEqual([hash])
    expect(await store.besides()).toEqual([])
    expect((await bytesOf(await store.blobs.open(hash))).equals(content)).toBe(true)
    await store.blobs.remove(hash)
    await store.blobs.remove(hash)
  })

  it('lists in pages, in the order of the hashes, with sizes and times', async () => {
    const hashes: string[] = []
    for (let size = 20_000; size < 20_010; size++) hashes.push((await keep(contentOf(size))).hash)
    const seen: string[] = []
    for (let after = ''; ; after = seen.at(-1) ?? '') {
      const page = await store.blobs.list({ after, limit: 3 })
      for (const { size, modified } of page) {
        expect(size).toBeGreaterThanOrEqual(20_000)
        expect(Math.abs(Date.now() - modified)).toBeLessThan(3_600_000)
      }
      seen.push(...page.map(({ hash }) => hash))
      if (page.length < 3) break
    }
    expect(seen).toEqual(hashes.sort())
  })

  it('never takes anything but a hash for one', async () => {
    for (const name of ['', '..', '../../plinth.db', 'A'.repeat(64), `${'a'.repeat(63)}/`, 'incoming/.ping']) {
      await expect(store.blobs.open(name)).rejects.toThrow('There is no blob')
      await expect(store.blobs.remove(name)).rejects.toThrow('There is no blob')
    }
  })

  it('answers', async () => {
    await store.blobs.ping()
    await store.blobs.sweep()
  })
})
