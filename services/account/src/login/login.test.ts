import { fieldErrors } from '@plinth/contract/errors'
import { inviteByEmail } from '@plinth/contract/invites'
import { isUseridValid, logout, signin, signup } from '@plinth/contract/login'
import { createOrg, deleteOrg, listOrgs, restoreOrg } from '@plinth/contract/orgs'
import { listProviders } from '@plinth/contract/sso'
import { startTestApp } from '@plinth/platform/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '../account.ts'
import { startAccount } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([account])
})
afterAll(() => app.close())

const password = 'Passw0rd!'
const person = (userid: string) => ({ userid, name: 'Mara Lind', email: `${userid}@example.org`, password })

async function signedUp(userid: string) {
  const [data, error] = await app.as()(signup, person(userid))
  if (error) throw new Error(error.msg)
  return data
}

describe('sign up', () => {
  it('answers credentials that work at once', async () => {
    const credentials = await signedUp('mara')
    expect(credentials).toMatchObject({ userid: 'mara', email: 'mara@example.org' })
    expect(await app.as(credentials.accesstoken)(listOrgs, {})).toEqual([{ orgs: [], cursor: null }, null])
  })

  it('refuses a user id that is taken', async () => {
    await signedUp('jon')
    const [, error] = await app.as()(signup, { ...person('jon'), email: 'other@example.org' })
    expect(error).toMatchObject({ status: 409, errcode: 'USERID_TAKEN', errMsg: 'This user id is already taken.' })
  })

  it('refuses an address that is taken, however it is written', async () => {
    await signedUp('ines')
    const [, error] = await app.as()(signup, { ...person('ines2'), email: 'INES@Example.org' })
    expect(error).toMatchObject({ status: 409, errcode: 'EMAIL_TAKEN' })
  })

  it('takes a name once when ten ask for it at the same moment', async () => {
    const tries = Array.from({ length: 10 }, (_, n) =>
      app.as()(signup, { ...person('race'), email: `race${n}@example.org` }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(new Set(answers.flatMap(([, error]) => error?.errcode ?? []))).toEqual(new Set(['USERID_TAKEN']))
  })

  it('names each field that is not right', async () => {
    const [, error] = await app.as()(signup, { userid: 'X', name: '', email: 'no', password: 'short' })
    expect(error).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
    expect(Object.keys(error ? fieldErrors(error) : {})).toEqual(['userid', 'name', 'email', 'password'])
  })
})

describe('sign up where only invited people may', () => {
  it('is refused to everybody else, and takes the link and the address of an open invite', async () => {
    const closed = await startAccount()
    const owner = await closed.verifiedPerson('owner')
    await owner.ask(createOrg, { orgid: 'club', orgname: 'Club' })
    const [sent] = await owner.ask(inviteByEmail, { orgid: 'club', email: 'guest@example.org' })
    const inviteid = new URL(sent?.link ?? '').searchParams.get('token') ?? ''
    await closed.restart({ PLINTH_SIGNUP: 'invite' })
    expect(await closed.as()(listProviders, {})).toMatchObject([{ signup: 'invite' }, null])
    const refused = [null, { status: 403, errcode: 'SIGNUP_CLOSED' }]
    expect(await closed.as()(signup, person('stranger'))).toMatchObject(refused)
    expect(await closed.as()(signup, { ...person('thief'), inviteid })).toMatchObject(refused)
    expect(await closed.as(owner.accesstoken)(deleteOrg, { orgid: 'club' })).toEqual([{}, null])
    expect(await closed.as()(signup, { ...person('guest'), inviteid })).toMatchObject(refused)
    await closed.as(owner.accesstoken)(restoreOrg, { orgid: 'club' })
    expect(await closed.as()(signup, { ...person('guest'), inviteid })).toMatchObject([{ userid: 'guest' }, null])
    await closed.close()
  })
})

describe('sign in', () => {
  it('takes the user id or the address, in any case', async () => {
    await signedUp('ada')
    for (const userid of ['ada', 'ADA', 'ada@example.org', ' Ada@Example.org ']) {
      const [data] = await app.as()(signin, { userid, password })
      expect(data).toMatchObject({ userid: 'ada', email: 'ada@example.org' })
    }
  })

  it('answers the same for a wrong password and for nobody', async () => {
    await signedUp('bob')
    const [, wrong] = await app.as()(signin, { userid: 'bob', password: 'Wrong0ne!' })
    const [, nobody] = await app.as()(signin, { userid: 'nobody-here', password })
    expect(wrong).toMatchObject({ status: 401, errcode: 'WRONG_CREDENTIALS' })
    expect(nobody).toEqual(wrong)
  })

  it('lets nobody guess on: after ten wrong tries even the right password waits', async () => {
    await signedUp('eve')
    for (let n = 0; n < 10; n++) await app.as()(signin, { userid: 'eve', password: 'Wrong0ne!' })
    const response = await fetch(`${app.url}/api/v1/login/userid/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userid: 'eve', password }),
    })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ errcode: 'TOO_MANY_TRIES' })
  })
})

describe('whether a user id is free', () => {
  it.each([
    ['free-one', true],
    ['taken', false],
    ['Not Well Formed', false],
    ['', false],
  ])('%j: %s', async (userid, valid) => {
    await app.as()(signup, person('taken'))
    expect(await app.as()(isUseridValid, { userid })).toEqual([{ valid }, null])
  })
})

describe('logging out', () => {
  it('ends this session at once, and no other', async () => {
    const first = await signedUp('two-devices')
    const [second] = await app.as()(signin, { userid: 'two-devices', password })
    expect(await app.as(first.accesstoken)(logout, {})).toEqual([{}, null])
    expect(await app.as(first.accesstoken)(listOrgs, {})).toMatchObject([
      null,
      { status: 401, errcode: 'UNAUTHENTICATED' },
    ])
    expect(await app.as(second?.accesstoken)(listOrgs, {})).toEqual([{ orgs: [], cursor: null }, null])
  })
})

describe('what is stored', () => {
  it('holds neither the token nor the password', async () => {
    const { accesstoken } = await signedUp('secretive')
    const { query } = app.platform.db.withTables<{
      users: Record<string, unknown>
      sessions: Record<string, unknown>
    }>()
    const rows = [
      await query.selectFrom('users').selectAll().execute(),
      await query.selectFrom('sessions').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).toContain('$argon2id$')
    expect(JSON.stringify(rows)).not.toContain(accesstoken)
    expect(JSON.stringify(rows)).not.toContain(password)
  })
})
