import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { readPart } from './disk-reading.ts'

const path = join(tmpdir(), `plinth-reading-${process.pid}`)
const content = randomBytes(12_000_003)
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
  const kept = readPart(openSync(path, 'r'), whole).pipe(new PassThrough({ highWaterMark: 2 * content.length }))
  await once(kept, 'finish')
  expect(Buffer.concat(await kept.toArray()).equals(content)).toBe(true)
})

/** Answers with parts of the file, told as in a Range header, over one connection. */
async function answering(headersOf: (length: number) => Record<string, number>) {
  let socket: Socket | undefined
  const server = createServer((request, response) => {
    const [start = 0, end = 0] = (request.headers.range ?? '').split('-').map(Number)
    socket = request.socket
    response.writeHead(200, headersOf(end + 1 - start))
    readPart(openSync(path, 'r'), { start, end }).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  return {
    /** Before it reads anything it waits for the moment that is given. */
    async ask({ start, end }: typeof whole, ready = (_socket?: Socket) => true): Promise<Buffer> {
      const [response] = await once(get({ port, agent, headers: { range: `${start}-${end}` } }), 'response')
      while (!ready(socket)) await new Promise(setImmediate)
      return Buffer.concat(await response.toArray())
    },
    written: () => socket?.bytesWritten,
  }
}

const parts = [whole, { start: 300_000, end: 900_000 }, { start: 5, end: 5 }, { start: 1, end: content.length - 2 }]

it('answers one request after the other over a connection', async () => {
  const { ask } = await answering(length => ({ 'content-length': length }))
  for (const part of parts) {
    expect((await ask(part)).equals(content.subarray(part.start, part.end + 1))).toBe(true)
  }
})

it.runIf(process.platform === 'linux')('answers mostly past the memory of this process', async () => {
  const { ask, written } = await answering(length => ({ 'content-length': length }))
  expect((await ask(whole)).equals(content)).toBe(true)
  expect(written()).toBeLessThan(content.length / 2)
})

it('goes on once a reader reads who did not for a while', async () => {
  const { ask } = await answering(length => ({ 'content-length': length }))
  const isFull = (socket?: Socket) => (socket?.writableLength ?? 0) > 0
  expect((await ask(whole, isFull)).equals(content)).toBe(true)
})

it('sends nothing after a head that is all of the answer', async () => {
  const server = createServer(({ method }, response) => {
    response.writeHead(method === 'HEAD' ? 200 : 304, { 'content-length': content.length })
    readPart(openSync(path, 'r'), whole).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  for (const method of ['HEAD', 'GET']) {
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
    reader.write(`${method} / HTTP/1.1\r\nhost: plinth\r\nconnection: close\r\n\r\n`)
    expect(Buffer.concat(await reader.toArray()).toString('latin1')).toMatch(/^HTTP.*\r\n\r\n$/s)
  }
})

it('answers in chunks where the length is not said', async () => {
  const { ask } = await answering(() => ({}))
  for (const part of parts) {
    expect((await ask(part)).equals(content.subarray(part.start, part.end + 1))).toBe(true)
  }
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
