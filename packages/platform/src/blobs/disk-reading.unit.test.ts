import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { readPart } from './disk-reading.ts'

const path = join(tmpdir(), `plinth-reading-${process.pid}`)
const content = randomBytes(1_000_003)
writeFileSync(path, content)
afterAll(() => rmSync(path))

const whole = { start: 0, end: content.length - 1 }

/** Holds on to nothing: as a socket does, it has a block only until it says that it is done. */
function collecting(delay: (done: () => void) => void) {
  const chunks: Buffer[] = []
  const to = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      delay(() => {
        chunks.push(Buffer.from(chunk))
        done()
      })
    },
  })
  return { to, bytes: () => Buffer.concat(chunks) }
}

it.each([whole, { start: 0, end: 0 }, { start: 300_000, end: 900_000 }])(
  'pipes the bytes of %o, to a slow reader too',
  async part => {
    for (const delay of [setImmediate, (done: () => void) => done()]) {
      const { to, bytes } = collecting(delay)
      const stream = readPart(openSync(path, 'r'), part)
      const ended = once(stream, 'end')
      await once(stream.pipe(to), 'finish')
      await ended
      expect(bytes().equals(content.subarray(part.start, part.end + 1))).toBe(true)
    }
  },
)

it('is read like any other stream', async () => {
  const chunks = await readPart(openSync(path, 'r'), whole).toArray()
  expect(Buffer.concat(chunks).equals(content)).toBe(true)
})

it('is handed on whole by who keeps it for a while', async () => {
  const kept = readPart(openSync(path, 'r'), whole).pipe(new PassThrough({ highWaterMark: 10_000_000 }))
  await once(kept, 'finish')
  expect(Buffer.concat(await kept.toArray()).equals(content)).toBe(true)
})

it('lets go of the file once nobody wants it any more', async () => {
  const descriptor = openSync(path, 'r')
  const stream = readPart(descriptor, whole)
  stream.pipe(new Writable({ write() {} }))
  await new Promise(setImmediate)
  stream.destroy()
  await once(stream, 'close')
  expect(() => fstatSync(descriptor)).toThrow('EBADF')
})
