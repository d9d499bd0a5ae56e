import { isUseridValid, signup as signupWithPassword } from '@plinth/contract/login'
import { userInfo } from '@plinth/contract/profile'
import { ghssoSignin, ghssoSignup, gssoSignin, gssoSignup, listProviders } from '@plinth/contract/sso'
import { confirmTotp, secondStep, signinTwoFactor, startTotp } from '@plinth/contract/two-factor'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAccount } from '../testing/people.ts'
import { calls, startWithProviders, stranger } from '../testing/single-sign-on.ts'

let app: Awaited<ReturnType<typeof startWithProviders>>
beforeAll(async () => {
  app = await startWithProviders()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const failed = refused(401, 'SSO_FAILED')
const expired = refused(410, 'SSO_EXPIRED')
const minutes = (n: number) => vi.useFakeTimers({ now: Date.now() + n * 60_000, toFake: ['Date'] })

describe('the providers', () => {
  it('are told with the address where a pop-up begins', async () => {
    const [providers] = await app.as()(listProviders, {})
    const google = new URL(providers?.google?.authorizeurl ?? '')
    expect(google.href).toContain(`${app.google.url}/auth?`)
    expect(Object.fromEntries(google.searchParams)).toEqual({
      client_id: 'plinth',
      redirect_uri: 'https://plinth.example.org/auth/google',
      response_type: 'code',
      scope: 'openid email profile',
    })
    const github = new URL(providers?.github?.authorizeurl ?? '')
    expect(github.href).toContain(`${app.github.url}/login/oauth/authorize?`)
    expect(Object.fromEntries(github.searchParams)).toEqual({
      client_id: 'plinth',
      redirect_uri: 'https://plinth.example.org/auth/github',
      response_type: 'code',
      scope: 'read:user user:email',
    })
  })

  it('that are not set up are not offered and refuse', async () => {
    const plain = await startAccount()
    const arrival = { code: 'x', codeverifier: 'x'.repeat(43), nonce: 'x'.repeat(16) }
    const newcomer = { ticket: 'x', userid: 'mara', name: 'Mara' }
    const answers = [
      await plain.as()(gssoSignin, arrival),
      await plain.as()(ghssoSignin, arrival),
      await plain.as()(gssoSignup, newcomer),
      await plain.as()(ghssoSignup, newcomer),
    ]
    const [providers] = await plain.as()(listProviders, {})
    await plain.close()
    expect(providers).toEqual({ google: null, github: null, signup: 'open' })
    for (const answer of answers) expect(answer).toEqual(refused(404, 'SSO_OFF'))
  })
})

describe.each(['google', 'github'] as const)('%s', provider => {
  const { signin, signup, ssotype } = calls[provider]

  it('brings somebody new to a form that is filled in, and then in for good', async () => {
    const ada = stranger(`ada-${provider}`, { name: 'Ada Lovelace', email: `Ada@${provider}.Example.org` })
    const [, error] = await app.signin(provider, ada)
    const suggestion = provider === 'github' ? 'ada-github' : 'ada-lovelace'
    const email = `ada@${provider}.example.org`
    expect(error).toMatchObject({
      status: 404,
      errcode: 'SSO_NO_ACCOUNT',
      errdata: { data: { ticket: expect.any(String), name: 'Ada Lovelace', email, suggestion } },
    })
    const { ticket } = await app.newcomer(provider, ada)
    const [data] = await app.as()(signup, { ticket, userid: suggestion, name: 'Ada' })
    expect(data).toEqual({ accesstoken: expect.any(String), userid: suggestion, email })
    expect(await app.as(data?.accesstoken)(userInfo, {})).toMatchObject([
      { userid: suggestion, name: 'Ada', email, emailverified: true, ssotype, haspassword: false },
      null,
    ])
    expect(await app.mailsTo(email)).toEqual([])
    expect(await app.signin(provider, ada)).toMatchObject([{ userid: suggestion, email }, null])
  })

  it('knows somebody by who they are, whatever address or name they have by now', async () => {
    const person = stranger(`jon-${provider}`)
    const { userid, email } = await app.signup(provider, person)
    const changed = { ...person, login: 'other', name: 'Other', email: 'other@example.org' }
    expect(await app.signin(provider, changed)).toMatchObject([{ userid, email }, null])
    const namesake = stranger(`jon-${provider}`, { email: `namesake@${provider}.example.org` })
    const { suggestion } = await app.newcomer(provider, namesake)
    expect(suggestion).not.toBe(userid)
    expect(await app.as()(isUseridValid, { userid: suggestion })).toEqual([{ valid: true }, null])
  })

  it('does not let in who only has the address of an account', async () => {
    const owner = await app.person(`owner-${provider}`)
    const person = stranger('somebody', { email: owner.email.toUpperCase() })
    for (let n = 0; n < 2; n++)
      expect(await app.signin(provider, person)).toEqual(refused(409, 'SSO_EMAIL_HAS_ACCOUNT'))
    expect(await owner.ask(userInfo, {})).toMatchObject([{ ssotype: 'upsso', emailverified: false }, null])
  })

  it('is not believed with a code that is made up, used before, or not asked for with this verifier', async () => {
    const person = stranger(`eve-${provider}`)
    const arrival = await app.arrive(provider, person)
    expect(await app.as()(signin, { ...arrival, code: 'made up' })).toEqual(failed)
    expect(await app.as()(signin, arrival)).toEqual(refused(404, 'SSO_NO_ACCOUNT'))
    expect(await app.as()(signin, arrival)).toEqual(failed)
    const other = await app.arrive(provider, person)
    expect(await app.as()(signin, { ...other, codeverifier: arrival.codeverifier })).toEqual(failed)
  })

  it('makes one account of one ticket, however many come with it at once', async () => {
    const { ticket, name } = await app.newcomer(provider, stranger(`race-${provider}`))
    const tries = Array.from({ length: 10 }, (_, n) =>
      app.as()(signup, { ticket, name, userid: `race${n}-${provider}` }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(new Set(answers.flatMap(([, error]) => error?.errcode ?? []))).toEqual(new Set(['SSO_EXPIRED']))
  })

  it('makes one account of one person who went through the pop-up twice', async () => {
    const person = stranger(`twice-${provider}`)
    const tickets = [await app.newcomer(provider, person), await app.newcomer(provider, person)]
    const tries = tickets.map(({ ticket, name }, n) =>
      app.as()(signup, { ticket, name, userid: `twice${n}-${provider}` }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.filter(([, error]) => error)).toEqual([expired])
  })

  it('keeps the ticket when the user id is taken, and no longer than 15 minutes', async () => {
    await app.person(`taken-${provider}`)
    const { ticket, name } = await app.newcomer(provider, stranger(`late-${provider}`))
    const taken = await app.as()(signup, { ticket, name, userid: `taken-${provider}` })
    expect(taken).toEqual(refused(409, 'USERID_TAKEN'))
    minutes(16)
    expect(await app.as()(signup, { ticket, name, userid: `late-${provider}` })).toEqual(expired)
    vi.useRealTimers()
    const [data] = await app.as()(signup, { ticket, name, userid: `late-${provider}` })
    expect(data?.email).toBe(`late-${provider}@example.org`)
  })

  it('still asks for the second step where somebody turned that on', async () => {
    const person = stranger(`careful-${provider}`)
    const { userid, ask } = await app.signup(provider, person)
    const [totp] = await ask(startTotp, {})
    const code = () => new TOTP({ secret: totp?.secret }).generate()
    expect(await ask(confirmTotp, { code: code() })).toMatchObject([{ recoverycodes: expect.any(Array) }, null])
    const [, error] = await app.signin(provider, person)
    expect(error).toMatchObject({ status: 401, errcode: 'TWO_FACTOR_NEEDED' })
    const { ticket, methods } = secondStep.parse(error?.errdata.data)
    expect(methods).toContain('totp')
    minutes(1)
    expect(await app.as()(signinTwoFactor, { ticket, code: code() })).toMatchObject([{ userid }, null])
  })

  it('refuses a ticket of the other provider', async () => {
    const other = provider === 'google' ? 'github' : 'google'
    const { ticket, name } = await app.newcomer(other, stranger(`mixed-${provider}`))
    expect(await app.as()(signup, { ticket, name, userid: `mixed-${provider}` })).toEqual(expired)
  })

  it('slows down who tries too often', async () => {
    const arrival = { code: 'x', codeverifier: 'x'.repeat(43), nonce: 'x'.repeat(16) }
    const made = { ticket: 'x', userid: 'made-up', name: 'Made Up' }
    const [pusher, maker] = [app.as(), app.as()]
    const pushes = await Promise.all(Array.from({ length: 80 }, () => pusher(signin, arrival)))
    const makes = await Promise.all(Array.from({ length: 40 }, () => maker(signup, made)))
    const slowed = refused(429, 'TOO_MANY_TRIES')
    expect(pushes).toEqual(expect.arrayContaining([failed, slowed]))
    expect(makes).toEqual(expect.arrayContaining([expired, slowed]))
    const person = { userid: 'made-up', name: 'Made Up', email: 'made-up@example.org', password: 'Passw0rd!' }
    expect(await maker(signupWithPassword, person), 'by another way').toEqual(slowed)
  })
})

describe('a GitHub account', () => {
  it.each([
    ['without an address', { email: '' }],
    ['whose address is not verified', { verified: false }],
  ])('%s asks for one, which has to be verified', async (_, given) => {
    const person = stranger('nomail', given)
    const { ticket, name, email, suggestion } = await app.newcomer('github', person)
    expect(email).toBeNull()
    const request = { ticket, name, userid: suggestion }
    expect(await app.as()(ghssoSignup, request)).toEqual(refused(422, 'GITHUB_TOKEN_MISSING_EMAIL_AT'))
    const owner = await app.person(`has-${suggestion}`)
    expect(await app.as()(ghssoSignup, { ...request, email: owner.email })).toEqual(refused(409, 'EMAIL_TAKEN'))
    const typed = `${suggestion}@typed.example.org`
    const [data] = await app.as()(ghssoSignup, { ...request, email: typed.toUpperCase() })
    expect(data).toMatchObject({ userid: suggestion, email: typed })
    expect(await app.as(data?.accesstoken)(userInfo, {})).toMatchObject([{ emailverified: false }, null])
    expect(await app.linkTo(typed, '/auth/verify-email')).toHaveProperty('token')
    expect(await app.signin('github', person)).toMatchObject([{ userid: suggestion }, null])
  })

  it('whose verified address is known is not given another', async () => {
    const { ticket, name } = await app.newcomer('github', stranger('known'))
    const [data] = await app.as()(ghssoSignup, { ticket, name, userid: 'known', email: 'victim@example.org' })
    expect(data?.email).toBe('known@example.org')
  })
})

describe('a Google account', () => {
  it('is not believed with the nonce of another pop-up, or from another issuer', async () => {
    const arrival = await app.arrive('google', stranger('replay'))
    expect(await app.as()(gssoSignin, { ...arrival, nonce: 'x'.repeat(43) })).toEqual(failed)
    const other = await app.arrive('google', stranger('mixup'))
    expect(await app.as()(gssoSignin, { ...other, iss: 'https://evil.example.org' })).toEqual(failed)
  })

  it('whose address is not verified gets the mail that verifies it', async () => {
    const { userid, email, ask } = await app.signup('google', stranger('unproven', { verified: false }))
    expect(userid).toBe('unproven-lind')
    expect(await ask(userInfo, {})).toMatchObject([{ emailverified: false }, null])
    expect(await app.linkTo(email, '/auth/verify-email')).toHaveProperty('token')
  })

  it('whose address is not verified cannot take somebody else’s', async () => {
    const owner = await app.person('first-here')
    const { ticket, name } = await app.newcomer('google', stranger('claims', { email: owner.email, verified: false }))
    const answer = await app.as()(gssoSignup, { ticket, name, userid: 'claims' })
    expect(answer).toEqual(refused(409, 'EMAIL_TAKEN'))
  })
})

describe('where only invited people may sign up', () => {
  it.each(['google', 'github'] as const)('a newcomer from %s is refused', async provider => {
    const closed = await startWithProviders({ PLINTH_SIGNUP: 'invite' })
    const { ticket, name } = await closed.newcomer(provider, stranger('uninvited'))
    const answer = await closed.as()(calls[provider].signup, { ticket, name, userid: 'uninvited' })
    await closed.close()
    expect(answer).toEqual(refused(403, 'SIGNUP_CLOSED'))
  })
})
