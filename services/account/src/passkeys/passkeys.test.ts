import { signin } from '@plinth/contract/login'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signinPasskey,
  startPasskey,
  startPasskeySignin,
} from '@plinth/contract/passkeys'
import { userInfo } from '@plinth/contract/profile'
import { changePasswordEmail, resetPassword, verifyEmail } from '@plinth/contract/recovery'
import { confirmTotp, disableTotp, secondStep, signinTwoFactor, startTotp } from '@plinth/contract/two-factor'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticator } from '../testing/authenticator.ts'
import { wrongCodeOf } from '../testing/codes.ts'
import { password, startAccount } from '../testing/people.ts'

const origin = 'https://plinth.example.org'
let app: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  app = await startAccount({ PUBLIC_URL: origin })
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

type Person = Awaited<ReturnType<typeof app.person>>
type Authenticator = ReturnType<typeof createAuthenticator>

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const notAccepted = refused(403, 'PASSKEY_REFUSED')
const dead = refused(410, 'SIGNIN_EXPIRED')
const late = refused(410, 'PASSKEY_EXPIRED')
const minutes = (n: number) => vi.useFakeTimers({ now: Date.now() + n * 60_000, toFake: ['Date'] })

async function begun({ ask }: Pick<Person, 'ask'>) {
  const [data, error] = await ask(startPasskey, { password })
  if (error) throw new Error(error.msg)
  return data
}

async function withPasskey(userid: string, name = 'Laptop') {
  const person = await app.person(userid)
  const authenticator = createAuthenticator(origin)
  const { ticket, options } = await begun(person)
  const [added, error] = await person.ask(addPasskey, { ticket, name, response: authenticator.create(options) })
  if (error) throw new Error(error.msg)
  return { ...person, authenticator, passkey: added.passkey }
}

async function challenged(ticket?: string) {
  const [data, error] = await app.as()(startPasskeySignin, { ticket })
  if (error) throw new Error(error.msg)
  return data
}

async function signedIn(authenticator: Authenticator, overrides: Parameters<Authenticator['get']>[1] = {}) {
  const { ticket, options } = await challenged()
  return app.as()(signinPasskey, { ticket, response: authenticator.get(options, overrides) })
}

/** Whoever reads the mails to an address sets a new password for the account that has it. */
async function reset({ userid, email }: Pick<Person, 'userid' | 'email'>) {
  await app.as()(changePasswordEmail, { userid })
  const { token = '' } = await app.linkTo(email, '/auth/reset-password')
  await app.as()(resetPassword, { id: token, password })
}

describe('a passkey', () => {
  it('is added with what the browser made, listed, and a mail tells of it', async () => {
    const mara = await app.person('mara')
    const { ticket, options } = await begun(mara)
    expect(options).toMatchObject({
      rp: { id: 'plinth.example.org', name: 'Plinth' },
      user: { name: 'mara', displayName: 'mara Lind' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const authenticator = createAuthenticator(origin)
    const response = authenticator.create(options)
    const [added] = await mara.ask(addPasskey, { ticket, name: ' Laptop ', response })
    expect(added?.passkey).toMatchObject({ passkeyid: authenticator.id, name: 'Laptop', lastusedat: null })
    expect(await mara.ask(listPasskeys, {})).toEqual([{ passkeys: [added?.passkey] }, null])
    expect((await app.mailsTo(mara.email)).at(-1)?.subject).toBe('A passkey was added')
  })

  it('is not added by somebody who found an open session and does not know the password', async () => {
    const { ask } = await app.person('away')
    expect(await ask(startPasskey, {})).toEqual(refused(403, 'WRONG_PASSWORD'))
    const guesses = []
    for (let n = 0; n < 10; n++) guesses.push(await ask(startPasskey, { password: `Guess-${n}!` }))
    expect(guesses[0]).toEqual(refused(403, 'WRONG_PASSWORD'))
    expect(guesses.at(-1)).toEqual(refused(429, 'TOO_MANY_TRIES'))
    expect(await ask(listPasskeys, {})).toEqual([{ passkeys: [] }, null])
  })

  it('begun with the right password gives no more tries at the code of the app', async () => {
    const { ask } = await app.person('knows-half')
    const [totp] = await ask(startTotp, { password })
    await ask(confirmTotp, { code: new TOTP({ secret: totp?.secret ?? '' }).generate() })
    const code = wrongCodeOf(totp?.secret ?? '')
    const guess = () => ask(disableTotp, { code })
    for (let n = 0; n < 7; n++) await guess()
    await begun({ ask })
    expect(await guess()).toEqual(refused(403, 'WRONG_CODE'))
    expect(await guess()).toEqual(refused(429, 'TOO_MANY_TRIES'))
  })

  it('is not offered to a device that has one, and none is the same for two people', async () => {
    const jon = await withPasskey('jon')
    const { options } = await begun(jon)
    const existing = { type: 'public-key', id: jon.authenticator.id, transports: ['internal'] }
    expect(options.excludeCredentials).toEqual([existing])
    const thief = await app.person('thief')
    const { ticket, options: thiefs } = await begun(thief)
    const response = jon.authenticator.create(thiefs)
    expect(await thief.ask(addPasskey, { ticket, name: 'Mine', response })).toEqual(notAccepted)
  })

  it('of whoever made the account ends when somebody else proves that its address is theirs', async () => {
    const squatter = await withPasskey('squatter')
    await reset(squatter)
    expect(await signedIn(squatter.authenticator)).toEqual(notAccepted)
    const proven = await withPasskey('proven')
    await app.as()(verifyEmail, { token: (await app.linkTo(proven.email, '/auth/verify-email')).token ?? '' })
    await reset(proven)
    expect(await signedIn(proven.authenticator)).toMatchObject([{ userid: 'proven' }, null])
  })

  it('is listed to its owner only, the newest first', async () => {
    const ines = await withPasskey('ines', 'First')
    minutes(1)
    const { ticket, options } = await begun(ines)
    const response = createAuthenticator(origin).create(options)
    await ines.ask(addPasskey, { ticket, name: 'Second', response })
    const [data] = await ines.ask(listPasskeys, {})
    expect(data?.passkeys.map(({ name }) => name)).toEqual(['Second', 'First'])
    expect(await (await app.person('nosy')).ask(listPasskeys, {})).toEqual([{ passkeys: [] }, null])
  })

  it.each([
    ['another page', { origin: 'https://plinth.example.com' }],
    ['another server', { rpId: 'example.com' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a device that did not ask who it is', { userVerified: false }],
  ])('is not added when it was made for %s', async (_name, overrides) => {
    const person = await app.person(`add-${Math.random().toString(36).slice(2, 12)}`)
    const { ticket, options } = await begun(person)
    const response = createAuthenticator(origin).create(options, overrides)
    expect(await person.ask(addPasskey, { ticket, name: 'No', response })).toEqual(notAccepted)
    expect(await person.ask(listPasskeys, {})).toEqual([{ passkeys: [] }, null])
  })

  it('is not added with an id longer than WebAuthn has any', async () => {
    const { ask } = await app.person('long-winded')
    for (const [bytes, answer] of [
      [1_023, [{ passkey: expect.anything() }, null]],
      [1_024, notAccepted],
      [9_000, notAccepted],
    ] as const) {
      const { ticket, options } = await begun({ ask })
      const response = createAuthenticator(origin, bytes).create(options)
      expect(await ask(addPasskey, { ticket, name: 'Long', response })).toEqual(answer)
    }
  })

  it('is not added from what is no answer of a passkey', async () => {
    const person = await app.person('malformed')
    for (const response of [{}, { id: 1 }, { ...createAuthenticator(origin), type: 'public-key', response: {} }]) {
      const { ticket } = await begun(person)
      expect(await person.ask(addPasskey, { ticket, name: 'No', response })).toEqual(notAccepted)
    }
    const { ticket } = await begun(person)
    expect(await person.ask(addPasskey, { ticket, name: '', response: {} })).toEqual(refused(400, 'BAD_INPUT'))
  })

  it('is added once, in time, by whoever asked', async () => {
    const ada = await app.person('ada')
    const eve = await app.person('eve')
    const stolen = await begun(ada)
    const made = createAuthenticator(origin).create(stolen.options)
    expect(await eve.ask(addPasskey, { ticket: stolen.ticket, name: 'Eve', response: made })).toEqual(late)
    const slow = await begun(ada)
    const response = createAuthenticator(origin).create(slow.options)
    minutes(5.1)
    expect(await ada.ask(addPasskey, { ticket: slow.ticket, name: 'Late', response })).toEqual(late)
    const { ticket, options } = await begun(ada)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        ada.ask(addPasskey, { ticket, name: 'Race', response: createAuthenticator(origin).create(options) }),
      ),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    const [data] = await ada.ask(listPasskeys, {})
    expect(data?.passkeys).toHaveLength(1)
  })

  it('is one of 20 at most, however many are added at once', async () => {
    const hoarder = await app.person('hoarder')
    const all: Awaited<ReturnType<typeof begun>>[] = []
    for (let n = 0; n < 22; n++) all.push(await begun(hoarder))
    const answers = await Promise.all(
      all.map(({ ticket, options }) =>
        hoarder.ask(addPasskey, { ticket, name: 'Key', response: createAuthenticator(origin).create(options) }),
      ),
    )
    const tooMany = answers.flatMap(([, error]) => error?.errcode ?? [])
    expect(tooMany).toEqual(['TOO_MANY_PASSKEYS', 'TOO_MANY_PASSKEYS'])
    expect(await hoarder.ask(startPasskey, { password })).toEqual(refused(409, 'TOO_MANY_PASSKEYS'))
  })

  it('is removed by its owner only, and a mail tells of it', async () => {
    const { ask, authenticator, email, passkey } = await withPasskey('owner')
    const { passkeyid } = passkey
    const gone = refused(404, 'NOT_FOUND')
    expect(await (await app.person('other')).ask(removePasskey, { passkeyid })).toEqual(gone)
    expect(await ask(removePasskey, { passkeyid })).toEqual([{}, null])
    expect((await app.mailsTo(email)).at(-1)?.subject).toBe('A passkey was removed')
    expect(await signedIn(authenticator)).toEqual(notAccepted)
    expect(await ask(removePasskey, { passkeyid })).toEqual(gone)
    expect(await ask(removePasskey, { passkeyid: '' })).toEqual(refused(400, 'BAD_INPUT'))
  })
})

describe('signing in with a passkey', () => {
  it('takes no user id and no password', async () => {
    const { authenticator, ask } = await withPasskey('bob')
    const { options } = await challenged()
    expect(options).toMatchObject({ rpId: 'plinth.example.org', allowCredentials: [], userVerification: 'required' })
    const [credentials] = await signedIn(authenticator)
    expect(credentials).toMatchObject({ userid: 'bob', email: 'bob@example.org' })
    expect(await app.as(credentials?.accesstoken)(userInfo, {})).toMatchObject([{ userid: 'bob' }, null])
    const [data] = await ask(listPasskeys, {})
    expect(data?.passkeys[0]?.lastusedat).toBeGreaterThan(0)
  })

  it.each([
    ['another page', { origin: 'https://plinth.example.com' }],
    ['another server', { rpId: 'example.com' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a device that did not ask who it is', { userVerified: false }],
    ['somebody else', { userHandle: 'bm9ib2R5' }],
  ])('is refused for %s', async (_name, overrides) => {
    const { authenticator } = await withPasskey(`get-${Math.random().toString(36).slice(2, 12)}`)
    expect(await signedIn(authenticator, overrides)).toEqual(notAccepted)
    expect(await signedIn(authenticator)).toMatchObject([{}, null])
  })

  it('is refused to a copy, which counts from an earlier use', async () => {
    const { authenticator } = await withPasskey('copied')
    expect(await signedIn(authenticator, { counter: 7 })).toMatchObject([{}, null])
    expect(await signedIn(authenticator, { counter: 7 })).toEqual(notAccepted)
    expect(await signedIn(authenticator, { counter: 3 })).toEqual(notAccepted)
    expect(await signedIn(authenticator, { counter: 8 })).toMatchObject([{}, null])
  })

  it('works for passkeys that do not count', async () => {
    const { authenticator } = await withPasskey('synced')
    for (let n = 0; n < 3; n++) expect(await signedIn(authenticator, { counter: 0 })).toMatchObject([{}, null])
  })

  it('is refused to a passkey nobody has, and to what is no answer of one', async () => {
    expect(await signedIn(createAuthenticator(origin))).toEqual(notAccepted)
    const { ticket } = await challenged()
    expect(await app.as()(signinPasskey, { ticket, response: {} })).toEqual(notAccepted)
    expect(await app.as()(signinPasskey, { ticket: '', response: {} })).toEqual(refused(400, 'BAD_INPUT'))
  })

  it('slows down who tries too often', async () => {
    const ask = app.as()
    const tries = await Promise.all(Array.from({ length: 70 }, () => ask(startPasskeySignin, { ticket: 'x' })))
    expect(tries).toEqual(expect.arrayContaining([dead, refused(429, 'TOO_MANY_TRIES')]))
    expect(await ask(signinPasskey, { ticket: 'x', response: {} })).toEqual(refused(429, 'TOO_MANY_TRIES'))
  })

  it('takes one answer to a challenge, in time', async () => {
    const { authenticator, ask } = await withPasskey('once')
    const { ticket, options } = await challenged()
    const response = authenticator.get(options)
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.as()(signinPasskey, { ticket, response })))
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(new Set(answers.flatMap(([, error]) => error?.errcode ?? []))).toEqual(new Set(['SIGNIN_EXPIRED']))
    const adding = await begun({ ask })
    const misused = authenticator.get({ ...adding.options, rpId: 'plinth.example.org' })
    expect(await app.as()(signinPasskey, { ticket: adding.ticket, response: misused })).toEqual(dead)
    const slow = await challenged()
    minutes(5.1)
    expect(await app.as()(signinPasskey, { ticket: slow.ticket, response: authenticator.get(slow.options) })).toEqual(
      dead,
    )
  })
})

describe('a passkey where two-factor sign-in is on', () => {
  async function withBoth(userid: string) {
    minutes(0)
    const person = await withPasskey(userid)
    const [totp] = await person.ask(startTotp, { password })
    const [data] = await person.ask(confirmTotp, { code: new TOTP({ secret: totp?.secret }).generate() })
    return { ...person, recoverycodes: data?.recoverycodes ?? [] }
  }

  async function firstStep(userid: string) {
    const [, error] = await app.as()(signin, { userid, password })
    return secondStep.parse(error?.errdata.data)
  }

  it('is enough by itself', async () => {
    const { authenticator } = await withBoth('kai')
    expect(await signedIn(authenticator)).toMatchObject([{ userid: 'kai' }, null])
  })

  it('serves as the second step, which then ends', async () => {
    const { authenticator, recoverycodes } = await withBoth('zoe')
    const step = await firstStep('zoe')
    expect(step.methods).toEqual(['totp', 'recovery', 'passkey'])
    const { ticket, options } = await challenged(step.ticket)
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
    const response = authenticator.get(options)
    expect(await app.as()(signinPasskey, { ticket, response })).toMatchObject([{ userid: 'zoe' }, null])
    const code = recoverycodes[0] ?? ''
    expect(await app.as()(signinTwoFactor, { ticket: step.ticket, code })).toEqual(dead)
    expect(await app.as()(startPasskeySignin, { ticket: step.ticket })).toEqual(dead)
  })

  it("is not somebody else's", async () => {
    await withBoth('victim')
    const { authenticator } = await withPasskey('intruder')
    const step = await firstStep('victim')
    const { ticket, options } = await challenged(step.ticket)
    const response = authenticator.get(options)
    expect(await app.as()(signinPasskey, { ticket, response })).toEqual(notAccepted)
  })
})

describe('a passkey alone', () => {
  it('asks for no second step after the password', async () => {
    await withPasskey('plain')
    expect(await app.as()(signin, { userid: 'plain', password })).toMatchObject([{ userid: 'plain' }, null])
  })
})
