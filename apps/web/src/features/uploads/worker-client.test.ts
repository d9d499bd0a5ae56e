import { afterEach, expect, test, vi } from 'vitest'
import { createWorkerClient, type Port } from './worker-client.ts'
import type { Asks, Question, Reply } from './worker-protocol.ts'

/** The worker itself, without a thread of its own. */
async function realPort(): Promise<Port> {
  const port: Port = { postMessage: () => undefined, terminate: () => undefined, onmessage: null, onerror: null }
  const scope: { onmessage?: (event: { data: Question }) => void; postMessage: (reply: Reply) => void } = {
    postMessage: reply => port.onmessage?.(new MessageEvent('message', { data: reply })),
  }
  vi.stubGlobal('self', scope)
  vi.resetModules()
  await import('./worker.ts')
  port.postMessage = question => scope.onmessage?.({ data: question })
  return port
}

const silentPort = (): Port => ({
  ...{ postMessage: () => undefined, terminate: () => undefined, onmessage: null, onerror: null },
})

const slice = { file: new Blob(['abc']), start: 0, end: 3 }
const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

afterEach(() => void vi.unstubAllGlobals())

test('START opens it, PROCESS_DATA slices and hashes', async () => {
  const client = createWorkerClient(await realPort(), 5_000)
  expect(await client.ask('START', null)).toEqual([{ native: true }, null])
  const [piece] = await client.ask('PROCESS_DATA', slice)
  expect(piece?.sha256).toBe(abc)
  const [middle] = await client.ask('PROCESS_DATA', { ...slice, start: 1, end: 2 })
  expect(middle?.body).toBeInstanceOf(ArrayBuffer)
  expect(await new Response(middle?.body).text()).toBe('b')
})

test('a large piece stays on the disk', async () => {
  const client = createWorkerClient(await realPort(), 5_000)
  const file = new Blob(['a'.repeat(2_000_000), 'b'])
  const [piece] = await client.ask('PROCESS_DATA', { file, start: 1, end: 2_000_001 })
  expect(piece).toMatchObject({ size: 2_000_000, body: expect.any(Blob) })
  expect(await new Response(piece?.body).text()).toMatch(/^a+b$/)
})

test('where the browser keeps its hashing to itself, ours answers the same', async () => {
  vi.stubGlobal('crypto', {})
  const client = createWorkerClient(await realPort(), 5_000)
  expect(await client.ask('START', null)).toEqual([{ native: false }, null])
  expect((await client.ask('PROCESS_DATA', slice))[0]?.sha256).toBe(abc)
})

test('an ask it does not know is an unsupported ask', async () => {
  const client = createWorkerClient(await realPort(), 5_000)
  const unknown = 'STOP' as keyof Asks
  expect(await client.ask(unknown, null)).toEqual([null, { errcode: 'UNSUPPORTED_ASK', msg: 'unsupported ask' }])
})

test('a file that cannot be read any more says so', async () => {
  const gone = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
  const file = Object.assign(new Blob(), { slice: () => gone })
  const client = createWorkerClient(await realPort(), 5_000)
  const [, error] = await client.ask('PROCESS_DATA', { ...slice, file })
  expect(error?.msg).toMatch(/cannot be read/)
})

test('after it was closed, and for those who wait at that moment, the reference is closed', async () => {
  const closed = [null, { errcode: 'REF_CLOSED', msg: 'ACTOR REF HAS BEEN CLOSED' }]
  const client = createWorkerClient(silentPort(), 5_000)
  const waiting = client.ask('START', null)
  client.close()
  expect(await waiting).toEqual(closed)
  expect(await client.ask('START', null)).toEqual(closed)
})

test('a worker that breaks closes the reference', async () => {
  const port = silentPort()
  const client = createWorkerClient(port, 5_000)
  const waiting = client.ask('START', null)
  port.onerror?.(new ErrorEvent('error'))
  expect((await waiting)[1]?.errcode).toBe('REF_CLOSED')
  expect(client.isClosed()).toBe(true)
})

test('one that does not answer has timed out', async () => {
  const client = createWorkerClient(silentPort(), 10)
  expect(await client.ask('START', null)).toEqual([null, { errcode: 'CLIENT_ERROR', msg: 'Request timed out' }])
})
