import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  type tokenScopes,
} from '@plinth/contract/access-tokens'
import type { Call } from '@plinth/contract/call'
import { calls } from '@plinth/contract/calls'
import { events } from '@plinth/contract/events'
import { signin } from '@plinth/contract/login'
import { createOrg, isOrgidValid, listOrgs } from '@plinth/contract/orgs'
import { userInfo } from '@plinth/contract/profile'
import { changePassword, changePasswordEmail, resetPassword } from '@plinth/contract/recovery'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { password, startAccount } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  app = await startAccount()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

type Person = Awaited<ReturnType<typeof app.person>>

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const unknown = refused(401, 'UNAUTHENTICATED')
const beyond = refused(403, 'TOKEN_SCOPE')
const newpassword = 'Quite-New-9'
const days = (n: number) => vi.useFakeTimers({ now: Date.now() + n * 86_400_000, toFake: ['Date'] })

async function tokenOf({ ask }: Person, scope: (typeof tokenScopes)[number] = 'write') {
  const [data, error] = await ask(createAccessToken, { name: 'Backup', scope, days: 30 })
  if (error) throw new Error(error.msg)
  return { ...data, script: app.as(data.token) }
}

describe('an access token', () => {
  it('is shown once, listed to its owner, and calls in their name', async () => {
    const mara = await app.person('mara')
    const { token, accesstoken, script } = await tokenOf(mara)
    expect(token).toMatch(/^plinth_[\w-]{43}$/)
    expect(accesstoken).toMatchObject({ name: 'Backup', scope: 'write', lastseenat: null })
    expect(accesstoken.expiresat - accesstoken.createdat).toBe(30 * 86_400_000)
    expect(await mara.ask(listAccessTokens, {})).toEqual([{ accesstokens: [accesstoken] }, null])
    expect(await script(userInfo, {})).toMatchObject([{ userid: 'mara' }, null])
    expect(await (await app.person('nosy')).ask(listAccessTokens, {})).toEqual([{ accesstokens: [] }, null])
  })

  it('says when it was last used', async () => {
    const jon = await app.person('jon')
    const { script } = await tokenOf(jon)
    await script(userInfo, {})
    const lastseenat = async () => (await jon.ask(listAccessTokens, {}))[0]?.accesstokens[0]?.lastseenat
    await expect.poll(lastseenat).toBeGreaterThan(0)
  })

  it('reads and changes as its scope says', async () => {
    const ines = await app.person('ines')
    const [reader, writer] = [await tokenOf(ines, 'read'), await tokenOf(ines, 'write')]
    for (const { script } of [reader, writer]) {
      expect(await script(listOrgs, {})).toMatchObject([{ orgs: [] }, null])
      expect(await script(isOrgidValid, { orgid: 'acme' })).toEqual([{ valid: true }, null])
    }
    const org = { orgid: 'acme', orgname: 'Acme' }
    expect(await reader.script(createOrg, org)).toEqual(beyond)
    expect(await writer.script(createOrg, org)).toEqual([{ orgid: 'acme' }, null])
  })

  it('does nothing to the account itself, whatever its scope', async () => {
    const person = await app.person('careful')
    const { token } = await tokenOf(person)
    for (const call of calls.filter(({ auth, scope }) => auth === 'token' && !scope)) {
      expect([call.name, await errcodeWith(token, call)]).toEqual([call.name, 'TOKEN_SCOPE'])
    }
    expect(await person.ask(userInfo, {})).toMatchObject([{ userid: 'careful' }, null])
  })

  it('that may only read changes nothing anywhere', async () => {
    const { token } = await tokenOf(await app.person('reader'), 'read')
    for (const call of calls.filter(({ scope }) => scope === 'write')) {
      expect([call.name, await errcodeWith(token, call)]).toEqual([call.name, 'TOKEN_SCOPE'])
    }
  })

  it('ends when it is revoked, by its owner only', async () => {
    const bob = await app.person('bob')
    const { accesstoken, script } = await tokenOf(bob)
    const { tokenid } = accesstoken
    const eve = await app.person('eve')
    expect(await eve.ask(revokeAccessToken, { tokenid })).toEqual(refused(404, 'NOT_FOUND'))
    expect(await script(userInfo, {})).toMatchObject([{}, null])
    expect(await bob.ask(revokeAccessToken, { tokenid })).toEqual([{}, null])
    expect(await script(userInfo, {})).toEqual(unknown)
    expect(await bob.ask(listAccessTokens, {})).toEqual([{ accesstokens: [] }, null])
    expect(await bob.ask(revokeAccessToken, { tokenid })).toEqual(refused(404, 'NOT_FOUND'))
  })

  it('ends the stream of events that it opened when it is revoked', async () => {
    const listener = await app.person('listener')
    const { token, accesstoken } = await tokenOf(listener, 'read')
    const response = await fetch(`${app.url}/api/v1${events.path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    const heard = response.text()
    await listener.ask(revokeAccessToken, { tokenid: accesstoken.tokenid })
    expect(await heard).toContain(`{"type":"token.ended","data":{"tokenid":"${accesstoken.tokenid}"}}`)
  })

  it('ends by itself on its day', async () => {
    const late = await app.person('late')
    const { script } = await tokenOf(late)
    days(29.9)
    expect(await script(userInfo, {})).toMatchObject([{}, null])
    days(0.2)
    expect(await script(userInfo, {})).toEqual(unknown)
  })

  it('survives a changed password, but not one that was reset by mail', async () => {
    const ada = await app.person('ada')
    const { script } = await tokenOf(ada)
    expect(await ada.ask(changePassword, { oldpassword: password, newpassword })).toEqual([{}, null])
    expect(await script(userInfo, {})).toMatchObject([{ userid: 'ada' }, null])
    await app.as()(changePasswordEmail, { userid: 'ada' })
    const { token = '' } = await app.linkTo(ada.email, '/auth/reset-password')
    expect(await app.as()(resetPassword, { id: token, password })).toEqual([{}, null])
    expect(await script(userInfo, {})).toEqual(unknown)
  })

  it('is not left behind by whoever goes on making some while the password is reset by mail', async () => {
    const vera = await app.person('vera')
    await app.as()(changePasswordEmail, { userid: 'vera' })
    const { token = '' } = await app.linkTo(vera.email, '/auth/reset-password')
    let isReset = false
    const reset = app
      .as()(resetPassword, { id: token, password })
      .finally(() => {
        isReset = true
      })
    const goOn = async () => {
      while (!isReset) await vera.ask(createAccessToken, { name: 'Back door', scope: 'write', days: 366 })
    }
    await Promise.all([reset, ...Array.from({ length: 30 }, goOn)])
    const [data] = await app.as()(signin, { userid: 'vera', password })
    expect(await app.as(data?.accesstoken)(listAccessTokens, {})).toEqual([{ accesstokens: [] }, null])
  })

  it('is one of 50 at most, however many are made at once; what has ended does not count', async () => {
    const { ask } = await app.person('hoarder')
    const make = (n: number) => ask(createAccessToken, { name: `Script ${n}`, scope: 'read', days: 1 })
    const answers = []
    for (let n = 0; n < 45; n++) answers.push(await make(n))
    answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => make(n)))))
    expect(answers.filter(([data]) => data)).toHaveLength(50)
    expect(await make(51)).toEqual(refused(409, 'TOO_MANY_TOKENS'))
    days(2)
    expect(await make(52)).toMatchObject([{}, null])
  })

  it.each([
    { name: '', scope: 'read', days: 1 },
    { name: 'x'.repeat(51), scope: 'read', days: 1 },
    { name: 'Script', scope: 'read', days: 0 },
    { name: 'Script', scope: 'read', days: 367 },
    { name: 'Script', scope: 'read', days: 1.5 },
  ] as const)('is not made of %j', async input => {
    const { ask } = await app.person(`bad-${Math.random().toString(36).slice(2, 12)}`)
    expect(await ask(createAccessToken, input)).toEqual(refused(400, 'BAD_INPUT'))
  })

  it('is not kept as it is', async () => {
    const { token } = await tokenOf(await app.person('secretive'))
    const { query } = app.platform.db.withTables<{ accesstokens: object }>()
    const rows = JSON.stringify(await query.selectFrom('accesstokens').selectAll().execute())
    expect(rows).not.toContain(token.slice('plinth_'.length))
  })
})

async function errcodeWith(token: string, { method, path }: Call): Promise<string> {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  return ((await response.json()) as { errcode: string }).errcode
}
