import { generateKeyPairSync } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { createDir, listDir } from '@plinth/contract/dirs'
import { errors } from '@plinth/contract/errors'
import { createNamespace, deleteNamespace } from '@plinth/contract/namespaces'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFiles } from './testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
})
afterAll(() => app.close())

const strange = generateKeyPairSync('ed25519')

async function refusal(token: string | undefined) {
  const [data, error] = await createClient({ origin: app.url, token: () => token })(listDir, { path: '/' })
  return data ? 'let in' : [error?.status, error?.errcode]
}

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('a token', () => {
  it('of the namespace lets in', async () => {
    expect(await refusal(await store.token())).toBe('let in')
    expect(await refusal(await store.token({ level: 'viewer' }))).toBe('let in')
  })

  it('that is missing, garbage or of another kind is invalid', async () => {
    const session = 'A'.repeat(43)
    for (const token of [undefined, 'garbage', session, 'a.b.c', `${encoded({})}.${encoded({ ns: store.nsname })}.`]) {
      expect(await refusal(token)).toEqual([401, 'FILE_TOKEN_INVALID'])
    }
    expect(errors.FILE_TOKEN_INVALID[1]).toBe('Token is invalid')
  })

  it('that claims what no database takes is invalid, before anything is known of it', async () => {
    for (const odd of [
      { iat: 1e300 },
      { iat: '1e999' },
      { iat: {} },
      { sub: 'a\0b' },
      { sub: 'a'.repeat(5_000) },
      { sub: 7 },
      { via: 'a\0b' },
      { via: 7 },
    ]) {
      const claims = encoded({ ns: store.nsname, sub: 'mara', level: 'viewer', iat: Date.now() / 1_000, ...odd })
      expect(await refusal(`${encoded({ alg: 'EdDSA' })}.${claims}.AAAA`)).toEqual([401, 'FILE_TOKEN_INVALID'])
    }
  })

  it('signed by another key is invalid', async () => {
    const other = await app.store()
    expect(await refusal(await store.token({ key: strange.privateKey }))).toEqual([401, 'FILE_TOKEN_INVALID'])
    expect(await refusal(await other.token({ ns: store.nsname }))).toEqual([401, 'FILE_TOKEN_INVALID'])
  })

  it('without a signature, or with the public key as a secret, is invalid', async () => {
    const [, claims, signature] = (await store.token()).split('.')
    expect(await refusal(`${encoded({ alg: 'none' })}.${claims}.`)).toEqual([401, 'FILE_TOKEN_INVALID'])
    expect(await refusal(`${encoded({ alg: 'none' })}.${claims}.${signature}`)).toEqual([401, 'FILE_TOKEN_INVALID'])
    expect(await refusal(`${encoded({ alg: 'HS256' })}.${claims}.${signature}`)).toEqual([401, 'FILE_TOKEN_INVALID'])
  })

  it('whose words were changed after it was signed is invalid', async () => {
    const [head, , signature] = (await store.token({ level: 'viewer' })).split('.')
    const [, claims] = (await store.token({ level: 'admin' })).split('.')
    expect(await refusal(`${head}.${claims}.${signature}`)).toEqual([401, 'FILE_TOKEN_INVALID'])
  })

  it('for something else, or with a level that does not exist, is invalid', async () => {
    expect(await refusal(await store.token({ audience: 'elsewhere' }))).toEqual([401, 'FILE_TOKEN_INVALID'])
    expect(await refusal(await store.token({ level: 'owner' as never }))).toEqual([401, 'FILE_TOKEN_INVALID'])
  })

  it('that has ended is expired, and so is one that would last longer than 15 minutes', async () => {
    expect(await refusal(await store.token({ issued: -1000, expires: -60 }))).toEqual([401, 'FILE_TOKEN_EXPIRED'])
    expect(await refusal(await store.token({ issued: -1000, expires: 9000 }))).toEqual([401, 'FILE_TOKEN_EXPIRED'])
  })

  it('that was good before ends all the same', async () => {
    const token = await store.token()
    expect(await refusal(token)).toBe('let in')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    try {
      expect(await refusal(token)).toEqual([401, 'FILE_TOKEN_EXPIRED'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('of a namespace that is not here is of another one', async () => {
    expect(await refusal(await store.token({ ns: 'acme/site/nowhere' }))).toEqual([404, 'FILE_TOKEN_OTHER'])
    const gone = await app.store()
    await app.platform.callService('files')(deleteNamespace, { nsname: gone.nsname })
    expect(await refusal(await gone.token())).toEqual([404, 'FILE_TOKEN_OTHER'])
  })

  it('of a viewer does not write', async () => {
    const viewer = await store.as('viewer')
    const [, error] = await viewer(createDir, { parentdirpath: '/', dirname: 'x' })
    expect([error?.status, error?.errcode]).toEqual([403, 'FILE_LEVEL'])
    const [list] = await viewer(listDir, { path: '/' })
    expect(list?.fsobjects).toEqual([])
  })
})

describe('a namespace', () => {
  const pubkey = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

  it('is made by our own services alone', async () => {
    const request = { nsname: 'acme/site/mine', pubkey: pubkey() }
    for (const token of [undefined, 'garbage', store.bearer, await app.platform.serviceKeys.sign('tickets', {})]) {
      const [, error] = await createClient({ origin: app.url, token: () => token })(createNamespace, request)
      expect([error?.status, error?.errcode]).toEqual([401, 'SERVICE_TOKEN_INVALID'])
    }
  })

  it('can be made over a socket too, by one that holds a service token', async () => {
    const token = await app.platform.serviceKeys.sign('services', {})
    const response = await fetch(`${app.url}${apiBase}/namespace/create`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ nsname: 'acme/site/socket', pubkey: pubkey() }),
    })
    expect(response.status).toBe(200)
  })

  it('made again with the same key stays as it is, with another key it is taken', async () => {
    const ask = app.platform.callService('files')
    await store.ask(createDir, { parentdirpath: '/', dirname: 'stays' })
    expect((await ask(createNamespace, { nsname: store.nsname, pubkey: store.pubkey }))[1]).toBeNull()
    const [list] = await store.ask(listDir, { path: '/' })
    expect(list?.fsobjects).toHaveLength(1)
    const [, error] = await ask(createNamespace, { nsname: store.nsname, pubkey: pubkey() })
    expect([error?.status, error?.errcode]).toEqual([409, 'NSNAME_TAKEN'])
  })

  it('takes an Ed25519 key and no other', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
    for (const wrong of ['', 'not a key', rsa.toString()]) {
      const [, error] = await app.platform.callService('files')(createNamespace, {
        nsname: 'acme/site/rsa',
        pubkey: wrong,
      })
      expect(error?.errcode).toBe('BAD_INPUT')
    }
  })

  it('has a name of three parts', async () => {
    for (const nsname of ['acme', 'acme/site', '../site/fs', 'acme/site/fs/x', 'acme/site/']) {
      const [, error] = await app.platform.callService('files')(createNamespace, { nsname, pubkey: pubkey() })
      expect(error?.errcode).toBe('BAD_INPUT')
    }
  })
})
