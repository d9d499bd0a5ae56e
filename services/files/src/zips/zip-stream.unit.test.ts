import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { readerOf, unzip } from '../testing/unzip.ts'
import { type ZipEntry, zipOf } from './zip-stream.ts'

const modifiedat = Date.UTC(2026, 10, 15, 12, 30, 10)

async function* from(entries: ZipEntry[]) {
  yield* entries
}

/** What arrives, without the large pieces: only where they were. */
async function received(entries: AsyncIterable<ZipEntry>) {
  const kept: { at: number; bytes: Buffer }[] = []
  let length = 0
  for await (const chunk of zipOf(entries)) {
    if (chunk.length < 1_000_000) kept.push({ at: length, bytes: Buffer.from(chunk) })
    length += chunk.length
  }
  const read = (at: number, wanted: number) => {
    const piece = kept.find(one => at >= one.at && at + wanted <= one.at + one.bytes.length)
    if (!piece) throw new Error(`Nothing is kept of ${at}`)
    return piece.bytes.subarray(at - piece.at, at - piece.at + wanted)
  }
  return { length, read: (at: number, wanted: number) => (wanted < 100 ? read(at, wanted) : join(kept, at, wanted)) }
}

const join = (kept: { at: number; bytes: Buffer }[], at: number, wanted: number) =>
  Buffer.concat(kept.filter(one => one.at >= at && one.at < at + wanted).map(one => one.bytes))

it('holds a file beyond 4 GiB, and files that begin beyond it', { timeout: 120_000 }, async () => {
  const block = Buffer.alloc(4 * 1024 * 1024, 'plinth')
  const blocks = 1_025
  let expected = 0
  for (let n = 0; n < blocks; n++) expected = crc32(block, expected)
  async function* bytes() {
    for (let n = 0; n < blocks; n++) yield block
  }
  const size = blocks * block.length
  const after = Buffer.from('after it')
  const archive = await received(
    from([
      { path: 'large.bin', modifiedat, content: { size, open: async () => Readable.from(bytes()) } },
      { path: 'small.txt', modifiedat, content: after },
      { path: 'folder', modifiedat },
    ]),
  )
  expect(size).toBeGreaterThan(2 ** 32)
  expect(unzip(archive, { content: false })).toMatchObject([
    { name: 'large.bin', size, crc: expected, modifiedat },
    { name: 'small.txt', size: 8, crc: crc32(after) },
    { name: 'folder/', size: 0, isFolder: true },
  ])
})

it('holds more files than two bytes can count', async () => {
  async function* many() {
    for (let n = 0; n < 70_000; n++) yield { path: `file-${n}`, modifiedat, content: new Uint8Array() }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of zipOf(many())) chunks.push(chunk)
  const files = unzip(readerOf(Buffer.concat(chunks)))
  expect(files).toHaveLength(70_000)
  expect(files.at(-1)?.name).toBe('file-69999')
})

it('leaves out a file that is gone when its turn comes', async () => {
  const archive = await received(
    from([
      { path: 'gone', modifiedat, content: { size: 5, open: async () => undefined } },
      { path: 'there', modifiedat, content: { size: 5, open: async () => Readable.from([Buffer.from('there')]) } },
    ]),
  )
  expect(unzip(archive).map(({ name }) => name)).toEqual(['there'])
})

it('breaks off where fewer bytes come than were announced', async () => {
  const short = { size: 10, open: async () => Readable.from([Buffer.from('short')]) }
  await expect(received(from([{ path: 'short', modifiedat, content: short }]))).rejects.toThrow('5 bytes came')
})

it.each([0, 5])(
  'closes what it reads when nobody wants the rest after %i pieces, and reads hardly more than is taken',
  async pieces => {
    let read = 0
    async function* endless() {
      for (;;) {
        read += 65_536
        yield Buffer.alloc(65_536)
      }
    }
    const bytes = Readable.from(endless())
    const content = { size: 1e12, open: async () => bytes }
    const stream = Readable.from(zipOf(from([{ path: 'endless', modifiedat, content }])), { objectMode: false })
    await new Promise(resolve => stream.once('readable', resolve))
    for (let n = 0; n < 100; n++) await turn()
    for (let n = 0; n < pieces; n++) {
      stream.read()
      await new Promise(resolve => stream.once('readable', resolve))
    }
    expect(read).toBeLessThan((pieces + 20) * 65_536)
    expect(read).toBeGreaterThanOrEqual(pieces * 65_536)
    stream.destroy()
    await new Promise(resolve => stream.once('close', resolve))
    for (let n = 0; n < 100 && !bytes.destroyed; n++) await turn()
    expect(bytes.destroyed).toBe(true)
  },
)
