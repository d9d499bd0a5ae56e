import type { RequestListener } from 'node:http'
import { listProviders } from '@plinth/contract/sso'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls, startWithProviders, stranger } from '../testing/single-sign-on.ts'

/** A provider that answers with errors, nonsense or nothing. Each time the service is new, so that it remembers no answer. */
let app: Awaited<ReturnType<typeof startWithProviders>>
beforeEach(async () => {
  app = await startWithProviders()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const json = { 'content-type': 'application/json' }
const faults: Record<string, RequestListener> = {
  'an error': (_request, response) => response.writeHead(500, json).end('{"error":"server_error","secret":"leak"}'),
  'a page': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>leak</p>'),
  'JSON of another shape': (_request, response) => response.writeHead(200, json).end('{"id":"leak","keys":7,"sub":{}}'),
  'half an answer': (_request, response) => {
    response.writeHead(200, { ...json, 'content-length': 100 }).write('{"acc')
    setImmediate(() => response.destroy())
  },
  'another address': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
}
const silence: RequestListener = () => {}

const paths = [
  ['google', '/token'],
  ['google', '/jwks'],
  ['github', '/login/oauth/access_token'],
  ['github', '/user'],
  ['github', '/user/emails'],
] as const

const failed = [
  null,
  {
    status: 401,
    errcode: 'SSO_FAILED',
    msg: 'The provider did not confirm who you are. Try again.',
    errMsg: 'The provider did not confirm who you are. Try again.',
    errdata: {
      code: 'SSO_FAILED',
      data: null,
      msg: 'The provider did not confirm who you are. Try again.',
    },
  },
]

describe.each(paths)('when %s answers %s', (provider, path) => {
  it('with errors or nonsense, nobody is let in and nothing of it is passed on', async () => {
    for (const fault of Object.values(faults)) {
      app[provider].breakPath(path, fault)
      expect(await app.signin(provider, stranger('mara'))).toEqual(failed)
      app[provider].mend()
    }
    const [, error] = await app.signin(provider, stranger('mara'))
    expect(error?.errcode).toBe('SSO_NO_ACCOUNT')
  })
})

describe('when a provider answers nothing at all', () => {
  it('the wait has an end', async () => {
    const discovery = ['google', '/.well-known/openid-configuration'] as const
    const waits = [...paths, discovery].map(async ([provider, path]) => {
      const own = await startWithProviders()
      own[provider].breakPath(path, silence)
      const offered = (await own.as()(listProviders, {}))[0]?.[provider]
      const answer = offered ? await own.signin(provider, stranger('mara')) : offered
      await own.close()
      return answer
    })
    expect(await Promise.all(waits)).toEqual([...paths.map(() => failed), null])
  })
})

describe('the addresses of a GitHub account', () => {
  it.each([403, 404])('that GitHub keeps to itself with %i count as none', async status => {
    app.github.breakPath('/user/emails', (_request, response) => response.writeHead(status, json).end('{}'))
    expect(await app.newcomer('github', stranger('private'))).toMatchObject({ email: null })
  })
})

describe('an ID token', () => {
  it('signed with a key that is not the provider’s is not believed', async () => {
    const other = await startWithProviders()
    const foreign = await fetch(`${other.google.url}/jwks`).then(response => response.text())
    await other.close()
    app.google.breakPath('/jwks', (_request, response) => response.writeHead(200, json).end(foreign))
    expect(await app.signin('google', stranger('forged'))).toEqual(failed)
  })
})

describe('Google’s discovery', () => {
  const path = '/.well-known/openid-configuration'
  const offered = async () => (await app.as()(listProviders, {}))[0]

  it.each(Object.entries(faults))('that answers %s hides Google alone, until it is well again', async (_, fault) => {
    app.google.breakPath(path, fault)
    expect(await offered()).toMatchObject({ google: null, github: { authorizeurl: expect.any(String) } })
    app.google.mend()
    vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] })
    expect(await offered()).toMatchObject({ google: { authorizeurl: expect.any(String) } })
  })

  it('that speaks for another issuer is not followed', async () => {
    const metadata = { issuer: 'https://evil.example.org', authorization_endpoint: 'https://evil.example.org/auth' }
    app.google.breakPath(path, (_request, response) => response.writeHead(200, json).end(JSON.stringify(metadata)))
    expect(await offered()).toMatchObject({ google: null })
  })
})

describe('a provider that is down', () => {
  it('fails the sign-in', async () => {
    const arrivals = [
      ['google', await app.arrive('google', stranger('mara'))],
      ['github', await app.arrive('github', stranger('mara'))],
    ] as const
    await Promise.all([app.google.close(), app.github.close()])
    for (const [provider, arrival] of arrivals) expect(await app.as()(calls[provider].signin, arrival)).toEqual(failed)
  })
})
