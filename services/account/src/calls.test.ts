import { apiBase, type Call } from '@plinth/contract/call'
import { accountCalls } from '@plinth/contract/calls'
import { errorBody } from '@plinth/contract/errors'
import { startTestApp } from '@plinth/platform/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from './account.ts'

/** What holds for every call of this service, whoever adds the next one. */
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([account])
})
afterAll(() => app.close())

const send = (call: Call, init: RequestInit = {}) =>
  fetch(app.url + apiBase + call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    ...(call.method === 'GET' ? {} : { body: '{}' }),
    ...init,
  })

const errcodeOf = async (response: Response) => {
  const body = errorBody.parse(await response.json())
  expect(body.status).toBe(response.status)
  return body.errcode
}

const bearer = (token: string) => ({
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
})

/** Asks for nothing, so whatever comes is answered. */
const isOpen = (call: Call) => call.auth === 'none' && call.request.safeParse({}).success

describe.each(accountCalls.map(call => [call.name, call] as const))('%s', (_, call) => {
  it('is served', async () => {
    expect((await send(call)).status).not.toBe(404)
  })

  it('answers 401 without a token, with a made-up one, and with one in another shape', async () => {
    const answers = await Promise.all([
      send(call),
      send(call, bearer('A'.repeat(43))),
      send(call, bearer("' or 1=1 --")),
      send(call, { headers: { 'content-type': 'application/json', authorization: 'Basic YTpi' } }),
    ])
    for (const response of answers) {
      if (isOpen(call)) {
        expect(response.status).toBe(200)
        continue
      }
      const errcode = await errcodeOf(response)
      if (call.auth === 'none') expect(errcode).toBe('BAD_INPUT')
      else expect([response.status, errcode]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })

  it('repeats the text as errMsg where the specification reads it there', async () => {
    if (isOpen(call)) return
    const body = errorBody.parse(await (await send(call)).json())
    expect(body.errMsg).toBe(call.errMsg ? body.msg : undefined)
  })
})

describe.each(accountCalls.filter(({ method }) => method !== 'GET').map(call => [call.name, call] as const))(
  '%s',
  (_, call) => {
    it.each([
      ['text that is not JSON', { body: '{"userid":' }, [400, 'BAD_INPUT']],
      ['a NUL', { body: '{"userid":"a\\u0000b"}' }, [400, 'BAD_INPUT']],
      ['a list', { body: '[]' }, [400, 'BAD_INPUT']],
      ['10 MB', { body: JSON.stringify({ userid: 'a'.repeat(10_000_000) }) }, [413, 'TOO_LARGE']],
      [
        'a form',
        { body: 'userid=mara', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        [415, 'UNSUPPORTED_TYPE'],
      ],
    ] as const)('refuses %s and goes on', async (_name, init, refusal) => {
      const response = await send(call, init)
      const errcode = await errcodeOf(response)
      // Without a token a JSON body is not even looked at.
      if (call.auth !== 'none' && refusal[0] === 400) expect(['UNAUTHENTICATED', 'BAD_INPUT']).toContain(errcode)
      else expect([response.status, errcode]).toEqual(refusal)
    })
  },
)
