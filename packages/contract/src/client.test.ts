import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client.ts'
import { isUseridValid } from './login.ts'
import { listOrgs } from './orgs.ts'

let server: Server | undefined

async function answering(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

describe('a call', () => {
  it('answers the data of a success', async () => {
    const ask = createClient({ origin: await answering(json(200, { data: { valid: true } })) })
    expect(await ask(isUseridValid, { userid: 'mara' })).toEqual([{ valid: true }, null])
  })

  it('sends JSON in a body, or a query without what is left out', async () => {
    const seen: unknown[] = []
    const origin = await answering((request, response) => {
      let body = ''
      request.on('data', chunk => {
        body += chunk
      })
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['content-type'], body])
        response.end('{"data":{}}')
      })
    })
    const ask = createClient({ origin })
    await ask(isUseridValid, { userid: 'mara' })
    await ask(listOrgs, { cursor: undefined })
    await ask(listOrgs, { cursor: 'a b' })
    expect(seen).toEqual([
      ['POST', '/api/v1/login/isuseridvalid', 'application/json', '{"userid":"mara"}'],
      ['GET', '/api/v1/orgs/list', undefined, ''],
      ['GET', '/api/v1/orgs/list?cursor=a+b', undefined, ''],
    ])
  })

  it('hands on the error of a refusal', async () => {
    const body = {
      status: 409,
      errcode: 'ORGID_TAKEN',
      msg: 'Taken.',
      errdata: { code: 'ORGID_TAKEN', data: null, msg: 'Taken.' },
    }
    const ask = createClient({ origin: await answering(json(409, body)) })
    expect(await ask(listOrgs, {})).toEqual([null, body])
  })

  it('hands on how long to wait after too many tries', async () => {
    const body = {
      status: 429,
      errcode: 'TOO_MANY_TRIES',
      msg: 'Wait.',
      errdata: { code: 'TOO_MANY_TRIES', data: null, msg: 'Wait.' },
    }
    const ask = createClient({
      origin: await answering((_, response) => {
        response.writeHead(429, { 'retry-after': '12' }).end(JSON.stringify(body))
      }),
    })
    expect(await ask(listOrgs, {})).toEqual([null, { ...body, retryAfter: 12 }])
  })

  it.each([
    ["a proxy's page", 502, '<html>Bad gateway</html>'],
    ['JSON of somebody else', 500, '{"message":"no"}'],
    ['JSON that is not an object', 500, 'null'],
    ['an answer cut short', 200, '{"data":{"va'],
  ])('turns %s into SERVER_ERROR', async (_, status, body) => {
    const ask = createClient({ origin: await answering((_request, response) => response.writeHead(status).end(body)) })
    const [data, error] = await ask(listOrgs, {})
    expect(data).toBeNull()
    expect(error).toMatchObject({ status, errcode: 'SERVER_ERROR', msg: 'Something went wrong on server side' })
  })

  it('says so when the server does not answer in time', async () => {
    const ask = createClient({ origin: await answering(() => {}), timeoutMs: 20 })
    expect(await ask(listOrgs, {})).toMatchObject([
      null,
      { status: 0, errcode: 'CLIENT_ERROR', msg: 'Request timed out' },
    ])
  })

  it('turns an unreachable server into CLIENT_ERROR', async () => {
    const origin = await answering(() => {})
    await new Promise(resolve => server?.close(resolve))
    const ask = createClient({ origin })
    const [, error] = await ask(listOrgs, {})
    expect(error).toMatchObject({ status: 0, errcode: 'CLIENT_ERROR' })
    expect(error?.msg).toContain('could not be reached')
  })

  it('turns an aborted call into CLIENT_ERROR', async () => {
    const ask = createClient({ origin: await answering(() => {}) })
    expect(await ask(listOrgs, {}, AbortSignal.abort())).toMatchObject([null, { errcode: 'CLIENT_ERROR' }])
  })
})

describe('the token', () => {
  const refused = {
    status: 401,
    errcode: 'UNAUTHENTICATED',
    msg: 'Sign in.',
    errdata: { code: '', data: null, msg: '' },
  }

  it('goes along where the call wants one, and only there', async () => {
    const seen: unknown[] = []
    const origin = await answering((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{"data":{}}')
    })
    const ask = createClient({ origin, token: () => 'secret' })
    await ask(listOrgs, {})
    await ask(isUseridValid, { userid: 'mara' })
    expect(seen).toEqual(['Bearer secret', undefined])
  })

  it('is reported dead when the server no longer knows it', async () => {
    const onTokenDied = vi.fn<(token: string) => void>()
    const ask = createClient({ origin: await answering(json(401, refused)), token: () => 'old', onTokenDied })
    await ask(listOrgs, {})
    expect(onTokenDied.mock.calls).toEqual([['old']])
  })

  it('is not reported dead by a refusal that is about something else', async () => {
    const onTokenDied = vi.fn<(token: string) => void>()
    const body = { ...refused, errcode: 'WRONG_CREDENTIALS' }
    const ask = createClient({ origin: await answering(json(401, body)), token: () => 'fine', onTokenDied })
    await ask(listOrgs, {})
    expect(onTokenDied).not.toHaveBeenCalled()
  })
})
