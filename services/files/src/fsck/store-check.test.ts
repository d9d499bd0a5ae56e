import { copyDir, deleteDir } from '@plinth/contract/dirs'
import { chunksOf, contentOf, sha256 } from '@plinth/platform/testing/contents'
import { createTestBucket, S3_START_MS } from '@plinth/platform/testing/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChecked } from '../testing/checked.ts'

describe.each([
  ['disk', async () => ({ BLOB_URL: '' })],
  ['S3', async () => ({ BLOB_URL: await createTestBucket() })],
] as [string, () => Promise<Record<string, string>>][])('fsck of the bytes on %s', (_name, environment) => {
  let scene: Awaited<ReturnType<typeof startChecked>>
  beforeAll(async () => {
    scene = await startChecked(await environment())
  }, S3_START_MS)
  afterAll(() => scene.close())

  it('finds nothing where all is well', async () => {
    const { check } = scene
    expect(await check()).toMatchObject({ faults: 0 })
    expect(await check({ quick: true })).toMatchObject({ faults: 0 })
  })

  it('finds contents whose bytes are missing from the store', async () => {
    const { store, big, blobs, check } = scene
    await blobs.remove(sha256(big))
    for (const quick of [true, false]) {
      const { text, faults } = await check({ quick })
      expect(faults).toBe(1)
      expect(text).toMatch(/The bytes of the content .*\/plans again\/big.bin.* are missing\./)
      expect(text).toContain(`${store.nsname}:/plans/big.bin`)
    }
    const again = await blobs.receive(chunksOf(big))
    await again.keep()
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds bytes that are in no books once they are old, and leaves them alone', async () => {
    const { query, blobs, check } = scene
    const stray = await blobs.receive(chunksOf(contentOf(50_000)))
    await stray.keep()
    expect(await check()).toMatchObject({
      faults: 0,
      text: expect.stringContaining('1 contents in the store are young'),
    })
    await blobs.remove(stray.hash)
    const bytes = Buffer.from('nobody refers to this')
    await query
      .insertInto('blobbytes')
      .values({ hash: sha256(bytes), bytes })
      .execute()
    expect((await check({ repair: true })).text).toContain(
      `The database holds 21 bytes of a content ${sha256(bytes)} that is not in the books.`,
    )
    await query.deleteFrom('blobbytes').where('hash', '=', sha256(bytes)).execute()
  })

  it('finds unfinished uploads that lost their bytes', async () => {
    const { store, query, blobs, check } = scene
    const { uploadid } = await query.selectFrom('uploads').select('uploadid').executeTakeFirstOrThrow()
    await blobs.parts.abort(uploadid)
    expect((await check()).text).toContain(
      `The upload of half.bin to ${store.nsname} (${uploadid}) has lost its bytes.`,
    )
    await blobs.parts.begin(uploadid)
    expect(await check()).toMatchObject({ faults: 0 })
  })

  it('finds nothing wrong while people write, move, copy and delete', async () => {
    const { store, check } = scene
    let stop = false
    const busy = async (lane: number) => {
      for (let n = 0; !stop; n++) {
        const dir = `/lane ${lane} ${n}`
        await store.mkdir(dir)
        await store.put(`${dir}/one.txt`, `lane ${lane % 2} ${n}`)
        await store.put(`${dir}/two.bin`, Buffer.from(contentOf(20_000)))
        await store.put(`${dir}/two.bin`, Buffer.from(contentOf(20_000)), { conflict: 'replace' })
        await store.ask(copyDir, { srcdirpath: dir, dstdirpath: `${dir} copy` })
        await store.ask(deleteDir, { dirpath: dir })
      }
    }
    const lanes = [0, 1, 2].map(busy)
    const found: string[] = []
    for (let round = 0; round < 5; round++) {
      const { faults, text } = await check()
      if (faults > 0) found.push(text)
    }
    stop = true
    await Promise.all(lanes)
    expect(found).toEqual([])
    expect(await check()).toMatchObject({ faults: 0 })
  })
})
