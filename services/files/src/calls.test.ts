import { apiBase, type Call } from '@plinth/contract/call'
import { errorBody } from '@plinth/contract/errors'
import { fileCalls } from '@plinth/contract/file-calls'
import { fileLevels, may, type Permission } from '@plinth/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store, startFiles } from './testing/stores.ts'

/** What holds for every call of this service, whoever adds the next one. */
let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
})
afterAll(() => app.close())

const send = (call: Call, token?: string, init: RequestInit = {}) =>
  fetch(app.url + apiBase + call.path, {
    method: call.method,
    headers: { 'content-type': typeOf(call), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(call.method === 'GET' ? {} : { body: call.body ? '--b--\r\n' : '{}' }),
    ...init,
  })

const typeOf = ({ body }: Call) => (body ? 'multipart/form-data; boundary=b' : 'application/json')

const refusals = {
  none: 'BAD_INPUT',
  token: 'UNAUTHENTICATED',
  file: 'FILE_TOKEN_INVALID',
  service: 'SERVICE_TOKEN_INVALID',
}

const errcodeOf = async (response: Response) => {
  const body = errorBody.parse(await response.json())
  expect(body.status).toBe(response.status)
  return body.errcode
}

describe.each(fileCalls.map(call => [call.name, call] as const))('%s', (_, call) => {
  it('is served, to those who hold a token for it', async () => {
    for (const token of [undefined, 'A'.repeat(43), `plinth_${'A'.repeat(43)}`, 'a.b.c']) {
      expect(await errcodeOf(await send(call, token))).toBe(refusals[call.auth])
    }
  })

  it.each(fileLevels.map(({ level }) => level))('as %s', async level => {
    if (call.auth !== 'file') return
    const response = await send(call, await store.token({ level }))
    if (!may([level], call.permission as Permission)) return expect(await errcodeOf(response)).toBe('FILE_LEVEL')
    // Nothing was asked for, so whoever may ask is told that, or answered.
    if (response.ok) return expect(response.status).toBe(200)
    expect(await errcodeOf(response)).toBe('BAD_INPUT')
  })

  it('refuses a NUL in an address', async () => {
    if (call.method !== 'GET' || call.auth === 'service') return
    const query = '?path=/&search=aaa&modifiedby=%00'
    const headers = { authorization: `Bearer ${await store.token({ level: 'admin' })}` }
    const response = await fetch(app.url + apiBase + call.path + query, { headers })
    expect(await errcodeOf(response)).toBe('BAD_INPUT')
  })

  it('refuses what is not a request and goes on', async () => {
    if (call.method === 'GET' || call.body) return
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${store.bearer}` }
    for (const body of ['{"dirpath":', '[]', '{"dirpath":"a\\u0000b"}', '{"__proto__":{"a":1}}']) {
      const response = await send(call, undefined, { headers, body })
      expect([400, 401, 403]).toContain(response.status)
    }
  })
})
