import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { apiBase, call } from '@plinth/contract/call'
import { errorBody, errors } from '@plinth/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Refusal } from '../errors.ts'
import type { Service } from '../service.ts'
import { startTestApp } from '../testing/app.ts'

const secret = 'select * from passwords'

const generic = [
  ...(['BAD_INPUT', 'NOT_FOUND', 'TOO_LARGE', 'UNSUPPORTED_TYPE', 'TOO_MANY_TRIES'] as const),
  ...(['SERVER_ERROR', 'UNAVAILABLE', 'STORAGE_FULL', 'STORAGE_DOWN'] as const),
]

const fails = call({
  ...{
    name: 'fails',
    summary: 'Fails as it is told to.',
    method: 'POST',
    path: '/test/fails',
    auth: 'none',
    permission: 'anyone',
  },
  request: z.object({ how: z.enum(['refuse', 'throw', 'reject']), errcode: z.enum(generic).default('BAD_INPUT') }),
  response: z.strictObject({ done: z.boolean() }),
  errors: generic,
})

/** An answer of twenty bytes whose second half waits to be sent. */
let slow: PassThrough

const service: Service = {
  name: 'test',
  migrations: new URL('../testing/', import.meta.url),
  mount: (_platform, bind, http) => {
    http.get('/test/slow', (_request, reply) => reply.header('content-length', 20).send(slow))
    bind(fails, async ({ how, errcode }) => {
      if (how === 'throw') throw new Error(secret)
      if (how === 'reject') throw { statusCode: 204, message: secret }
      throw new Refusal(errcode, { retryAfterMs: 1_500 })
    })
  },
}

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  // What it did not foresee is logged, and is the point here.
  app = await startTestApp([service], { LOG_LEVEL: 'silent' })
})
afterAll(() => app.close())

const send = (body: string | null, init: RequestInit = {}) =>
  fetch(app.url + apiBase + fails.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...init,
  })

/** Every field that the contract promises, and no other. */
async function failureOf(response: Response) {
  const body = errorBody.parse(await response.json())
  const { errcode, msg } = body
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body).toEqual({
    status: response.status,
    errcode,
    msg,
    errdata: { code: errcode, data: body.errdata.data, msg },
  })
  return body
}

describe('any call answers', () => {
  it.each(generic)('%s with its status, its sentence and how long to wait', async errcode => {
    const response = await send(JSON.stringify({ how: 'refuse', errcode }))
    const [status, msg] = errors[errcode]
    expect(await failureOf(response)).toMatchObject({ status, errcode, msg })
    expect(response.headers.get('retry-after')).toBe('2')
  })

  it('BAD_INPUT to what is not JSON and, with the fields, to what is not right', async () => {
    expect(await failureOf(await send('{"how":'))).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    const wrong = await failureOf(await send('{"how":"fly"}'))
    expect(wrong).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    expect(JSON.stringify(wrong.errdata.data)).toContain('how')
  })

  it('TOO_LARGE to a body of more than a megabyte, and UNSUPPORTED_TYPE to a form', async () => {
    expect(await failureOf(await send(`"${'a'.repeat(1_100_000)}"`))).toMatchObject({
      status: 413,
      errcode: 'TOO_LARGE',
    })
    const form = await send('how=throw', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(await failureOf(form)).toMatchObject({ status: 415, errcode: 'UNSUPPORTED_TYPE' })
  })

  it('NOT_FOUND to another method and to another path', async () => {
    expect(await failureOf(await send(null, { method: 'GET' }))).toMatchObject({ status: 404, errcode: 'NOT_FOUND' })
    const elsewhere = await fetch(`${app.url}${apiBase}/test/nothing`, { method: 'POST' })
    expect(await failureOf(elsewhere)).toMatchObject({ status: 404, errcode: 'NOT_FOUND' })
  })

  it('BAD_INPUT to an address that is no text', async () => {
    const response = await fetch(`${app.url}${apiBase}/test/%E9`)
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(await failureOf(response)).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
  })

  it.each(['throw', 'reject'])(
    'SERVER_ERROR, and nothing of what went wrong inside, to what it did not foresee (%s)',
    async how => {
      const failure = await failureOf(await send(JSON.stringify({ how })))
      expect(failure).toMatchObject({
        status: 500,
        errcode: 'SERVER_ERROR',
        msg: 'Something went wrong on server side',
      })
      expect(JSON.stringify(failure)).not.toContain(secret)
    },
  )
})

describe('noise', () => {
  const noise = '\x16\x03\x01 this is no request\r\n\r\n'

  /** Somebody at a line of their own, and all that came back on it. */
  async function line(text: string) {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    let heard = ''
    socket.on('data', bytes => {
      heard += bytes
    })
    const closed = once(socket, 'close')
    socket.write(text)
    return { socket, closed, heard: () => heard }
  }

  it('behind a request never comes to stand in the answer to it', async () => {
    slow = new PassThrough()
    slow.write('0123456789')
    const { socket, closed, heard } = await line('GET /test/slow HTTP/1.1\r\nhost: plinth\r\n\r\n')
    await expect.poll(heard).toContain('\r\n\r\n0123456789')
    const before = heard()
    socket.write(noise)
    await closed
    slow.end('0123456789')
    expect(heard()).toBe(before)
  })

  it('behind a request that is not answered yet is not taken for its answer', async () => {
    const { closed, heard } = await line(`GET /healthz HTTP/1.1\r\nhost: plinth\r\n\r\n${noise}`)
    await closed
    expect(heard()).not.toContain('HTTP/1.1 400')
  })

  it('in place of a body is refused in words', async () => {
    const head = `POST ${apiBase}${fails.path} HTTP/1.1\r\nhost: plinth\r\ncontent-type: application/json`
    const { closed, heard } = await line(`${head}\r\ntransfer-encoding: chunked\r\n\r\n${noise}`)
    await closed
    expect(heard()).toMatch(/^HTTP\/1\.1 400 .+BAD_INPUT/s)
  })
})
