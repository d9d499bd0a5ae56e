import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPart } from '../blobs/disk-reading.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createCallTimes } from './call-times.ts'
import { createHttp } from './server.ts'
import { watchReaders } from './unread.ts'

/** More than the system takes of what nobody reads. */
const size = 256 * 1024 * 1024
const unreadMs = 60_000
const patience = { interval: 100 }

let folder: string
let path: string
let server: Server
let file: Readable
let response: ServerResponse
let time: number
let readers: ReturnType<typeof watchReaders>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  path = join(folder, 'large')
  await writeFile(path, '')
  await truncate(path, size)
  time = 0
  server = createServer((_request, answer) => {
    response = answer
    file = readPart(openSync(path, 'r'), { start: 0, end: size - 1 })
    file.on('error', () => {})
    answer.on('close', () => file.destroy())
    answer.writeHead(200, { 'content-length': size })
    file.pipe(answer)
  })
  readers = watchReaders(server, { unreadMs, now: () => time })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  readers.stop()
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Somebody who has asked for the file and reads only when told to. */
async function reader(of = server): Promise<Socket> {
  const socket = connect((of.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const asked = once(of, 'request')
  socket.write('GET / HTTP/1.1\r\nhost: plinth\r\n\r\n')
  await asked
  return socket
}

/** What waits for them fills all that is between the file and them. */
async function fill(): Promise<void> {
  let before = ''
  const held = () => {
    const now = before
    before = JSON.stringify([pending(), response.socket?.bytesWritten])
    return pending() > 0 && before === now
  }
  await expect.poll(held, patience).toBe(true)
}

const pending = () => response.socket?.writableLength ?? 0
const isOpen = () => response.socket?.destroyed === false

/** Takes at least so much, and stops. */
async function read(socket: Socket, bytes: number): Promise<void> {
  let got = 0
  const enough = Promise.withResolvers<void>()
  const take = (some: Buffer) => {
    got += some.length
    if (got >= bytes) enough.resolve()
  }
  socket.on('data', take).resume()
  await enough.promise
  socket.pause().off('data', take)
}

describe('a reader', () => {
  it('who stops is let go of after a while, and with them the file', async () => {
    const socket = await reader()
    await fill()
    readers.look()
    time += unreadMs - 1
    readers.look()
    expect(isOpen()).toBe(true)
    // The system may still have moved something meanwhile.
    const letGo = () => {
      time += unreadMs
      readers.look()
      return file.closed
    }
    await expect.poll(letGo, patience).toBe(true)
    socket.destroy()
  })

  it('who is slow is not', async () => {
    const socket = await reader()
    await fill()
    for (let turn = 0; turn < 2; turn++) {
      readers.look()
      await read(socket, 16 * 1024 * 1024)
      await fill()
      time += unreadMs
      readers.look()
      expect(isOpen()).toBe(true)
    }
    socket.destroy()
  })

  it('who waits for us is not meant', async () => {
    server.removeAllListeners('request')
    server.on('request', (_request, answer: ServerResponse) => {
      response = answer
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.write(':\n\n')
    })
    const socket = await reader()
    await read(socket, 1)
    for (let turn = 0; turn < 3; turn++) {
      readers.look()
      time += unreadMs
    }
    expect(isOpen()).toBe(true)
    response.write('data: 1\n\n')
    await read(socket, 1)
    socket.destroy()
  })
})

it('every server of ours looks by itself', async () => {
  const http = createHttp(readConfig({}), createLog('silent'), createCallTimes(), { unreadMs: 200 })
  http.get('/', (_request, reply) => {
    file = readPart(openSync(path, 'r'), { start: 0, end: size - 1 })
    reply.header('content-length', size).send(file)
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = await reader(http.server)
  await expect.poll(() => file.closed, patience).toBe(true)
  socket.destroy()
  await http.close()
})
