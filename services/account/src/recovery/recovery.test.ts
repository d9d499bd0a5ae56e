import { signin } from '@plinth/contract/login'
import { userInfo } from '@plinth/contract/profile'
import {
  applyEmailChange,
  changePassword,
  changePasswordEmail,
  requestEmailChange,
  resetPassword,
  sendVerificationLink,
  verifyEmail,
} from '@plinth/contract/recovery'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, password, startAccount } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  app = await startAccount()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const newpassword = 'Quite-New-9'
const dead = [null, expect.objectContaining({ status: 410, errcode: 'LINK_DEAD' })]
const slowed = [null, expect.objectContaining({ status: 429, errcode: 'TOO_MANY_TRIES' })]
const hours = (n: number) => vi.useFakeTimers({ now: Date.now() + n * 3_600_000, toFake: ['Date'] })

const verifyToken = async (email: string) => (await app.linkTo(email, '/auth/verify-email')).token ?? ''
const resetToken = async (email: string) => (await app.linkTo(email, '/auth/reset-password')).token ?? ''
const changeToken = async (email: string) => (await app.linkTo(email, '/auth/change-email')).token ?? ''

describe('verifying an address', () => {
  it('happens with the link that sign-up sends, once', async () => {
    const mara = await app.person('mara')
    expect(await mara.ask(userInfo, {})).toMatchObject([{ email: 'mara@example.org', emailverified: false }, null])
    const token = await verifyToken(mara.email)
    expect(await app.as()(verifyEmail, { token })).toEqual([{}, null])
    expect(await mara.ask(userInfo, {})).toMatchObject([{ emailverified: true }, null])
    expect(await app.as()(verifyEmail, { token })).toEqual(dead)
  })

  it('works no longer than 24 hours', async () => {
    const jon = await app.person('jon')
    const token = await verifyToken(jon.email)
    hours(25)
    expect(await app.as()(verifyEmail, { token })).toEqual(dead)
  })

  it('can be asked for again: the earlier link ends', async () => {
    const ines = await app.person('ines')
    const first = await verifyToken(ines.email)
    expect(await ines.ask(sendVerificationLink, {})).toEqual([{}, null])
    expect(await app.as()(verifyEmail, { token: first })).toEqual(dead)
    expect(await app.as()(verifyEmail, { token: await verifyToken(ines.email) })).toEqual([{}, null])
    expect(await ines.ask(sendVerificationLink, {})).toMatchObject([
      null,
      { status: 409, errcode: 'EMAIL_VERIFIED_ALREADY' },
    ])
  })

  it('sends no more than a few mails', async () => {
    const eager = await app.person('eager')
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await eager.ask(sendVerificationLink, {}))
    expect(answers.at(-1)).toEqual(slowed)
  })

  it('does not take a link that was made for something else', async () => {
    const other = await app.person('other')
    await app.as()(changePasswordEmail, { userid: 'other' })
    expect(await app.as()(verifyEmail, { token: await resetToken(other.email) })).toEqual(dead)
    expect(await app.as()(resetPassword, { id: await verifyToken(other.email), password: newpassword })).toEqual(dead)
  })
})

describe('a forgotten password', () => {
  it('is set anew with the link in the mail, and every session ends', async () => {
    const bob = await app.person('bob')
    expect(await app.as()(changePasswordEmail, { userid: 'BOB@example.org' })).toEqual([{}, null])
    const id = await resetToken(bob.email)
    expect(await app.as()(changePasswordEmail, { id })).toEqual([{}, null])
    expect(await app.as()(resetPassword, { id, password: newpassword })).toEqual([{}, null])
    expect(await bob.ask(userInfo, {})).toMatchObject([null, { errcode: 'UNAUTHENTICATED' }])
    expect(await app.as()(signin, { userid: 'bob', password })).toMatchObject([null, { errcode: 'WRONG_CREDENTIALS' }])
    expect(await app.as()(signin, { userid: 'bob', password: newpassword })).toMatchObject([{ userid: 'bob' }, null])
    expect((await app.mailsTo(bob.email)).at(-1)?.subject).toBe('Your password was changed')
  })

  it('is answered the same for somebody who does not exist, and nothing is sent', async () => {
    expect(await app.as()(changePasswordEmail, { userid: 'no-such-user' })).toEqual([{}, null])
    expect(await app.as()(changePasswordEmail, { userid: 'nobody@example.org' })).toEqual([{}, null])
    expect(await app.mailsTo('nobody@example.org')).toEqual([])
  })

  it('is set once by ten who follow the link at the same moment', async () => {
    const race = await app.person('race')
    await app.as()(changePasswordEmail, { userid: 'race' })
    const id = await resetToken(race.email)
    const tries = Array.from({ length: 10 }, (_, n) => app.as()(resetPassword, { id, password: `${newpassword}${n}` }))
    const answers = await Promise.all(tries)
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(new Set(answers.flatMap(([, error]) => error?.errcode ?? []))).toEqual(new Set(['LINK_DEAD']))
  })

  it('lets nobody in who was asked for the old one and checked while the new one was set', async () => {
    const slow = await app.person('slow')
    await app.as()(changePasswordEmail, { userid: 'slow' })
    const id = await resetToken(slow.email)
    // Hashed in the order in which they come, so that most of these are checked after the reset is done.
    const reset = app.as()(resetPassword, { id, password: newpassword })
    const tries = Array.from({ length: 9 }, () => app.as()(signin, { userid: 'slow', password }))
    const answers = await Promise.all(tries)
    expect(await reset).toEqual([{}, null])
    for (const [credentials] of answers)
      expect(await app.as(credentials?.accesstoken)(userInfo, {})).toMatchObject([null, { errcode: 'UNAUTHENTICATED' }])
  })

  it('cannot be set with a link to an address that the account has no more', async () => {
    const moved = await app.person('moved')
    await app.as()(changePasswordEmail, { userid: 'moved' })
    const id = await resetToken(moved.email)
    await moved.ask(requestEmailChange, { email: 'moved@new.example.org' })
    await moved.ask(applyEmailChange, { token: await changeToken('moved@new.example.org') })
    expect(await app.as()(resetPassword, { id, password: newpassword })).toEqual(dead)
    expect(await moved.ask(userInfo, {})).toMatchObject([{ userid: 'moved' }, null])
  })

  it('can be asked for by whoever likes without keeping its owner from other mails', async () => {
    const calm = await app.person('calm')
    for (let n = 0; n < 6; n++) await app.as()(changePasswordEmail, { userid: 'calm' })
    expect(await calm.ask(sendVerificationLink, {})).toEqual([{}, null])
    expect(await calm.ask(requestEmailChange, { email: 'calm@new.example.org' })).toEqual([{}, null])
  })

  it('cannot be set with a link older than an hour, or with a weak one', async () => {
    const late = await app.person('late')
    await app.as()(changePasswordEmail, { userid: 'late' })
    const id = await resetToken(late.email)
    expect(await app.as()(resetPassword, { id, password: 'weak' })).toMatchObject([null, { errcode: 'BAD_INPUT' }])
    hours(1.1)
    expect(await app.as()(changePasswordEmail, { id })).toEqual(dead)
    expect(await app.as()(resetPassword, { id, password: newpassword })).toEqual(dead)
  })

  it('sends no more than a few mails to one account, whoever asks', async () => {
    await app.person('flooded')
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await app.as()(changePasswordEmail, { userid: 'flooded' }))
    expect(answers.at(-1)).toEqual(slowed)
  })

  it('sends no more than a few mails for one network, whichever of its addresses asks', async () => {
    const askFrom = async (address: string, userid: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const request = { method: 'POST', headers, body: JSON.stringify({ userid }) }
      return (await fetch(`${app.url}/api/v1/login/userid/changepasswordemail`, request)).status
    }
    for (let n = 0; n < 20; n++) expect(await askFrom(`2001:db8:1:2::${n + 1}`, `no-one-${n}`)).toBe(200)
    expect(await askFrom('2001:db8:1:2:3:4:5:6', 'no-one-here')).toBe(429)
    expect(await askFrom('2001:db8:1:3::1', 'no-one-here')).toBe(200)
  })

  it('asks for a user id or a link, not for both or neither', async () => {
    for (const request of [{}, { userid: 'mara', id: 'x' }]) {
      expect(await app.as()(changePasswordEmail, request)).toMatchObject([null, { errcode: 'BAD_INPUT' }])
    }
  })
})

describe('changing the password', () => {
  it('needs the current one, keeps this session and ends the others', async () => {
    const ada = await app.person('ada')
    const [phone] = await app.as()(signin, { userid: 'ada', password })
    const wrong = await ada.ask(changePassword, { oldpassword: 'Wrong-0ne', newpassword })
    expect(wrong).toMatchObject([null, { status: 403, errcode: 'WRONG_PASSWORD' }])
    expect(await ada.ask(changePassword, { oldpassword: password, newpassword })).toEqual([{}, null])
    expect(await ada.ask(userInfo, {})).toMatchObject([{ userid: 'ada' }, null])
    expect(await app.as(phone?.accesstoken)(userInfo, {})).toMatchObject([null, { errcode: 'UNAUTHENTICATED' }])
    expect((await app.mailsTo(ada.email)).at(-1)?.subject).toBe('Your password was changed')
  })

  it('cannot be used to guess the current one', async () => {
    const eve = await app.person('eve')
    for (let n = 0; n < 8; n++) await eve.ask(changePassword, { oldpassword: `Wrong-${n}`, newpassword })
    expect(await eve.ask(changePassword, { oldpassword: password, newpassword })).toMatchObject([null, { status: 429 }])
  })
})

describe('changing the address', () => {
  it('happens when the link in the new mailbox is followed, and the old one is told', async () => {
    const zoe = await app.person('zoe')
    expect(await zoe.ask(requestEmailChange, { email: 'Zoe@New.example.org' })).toEqual([{}, null])
    expect(await zoe.ask(userInfo, {})).toMatchObject([{ email: 'zoe@example.org' }, null])
    const link = await app.linkTo('zoe@new.example.org', '/auth/change-email')
    expect(link.userid).toBe('zoe')
    const applied = await zoe.ask(applyEmailChange, { token: link.token ?? '' })
    expect(applied).toEqual([{ email: 'zoe@new.example.org' }, null])
    expect(await zoe.ask(userInfo, {})).toMatchObject([{ email: 'zoe@new.example.org', emailverified: true }, null])
    expect((await app.mailsTo('zoe@example.org')).at(-1)?.subject).toBe('Your e-mail address was changed')
    expect(await zoe.ask(applyEmailChange, { token: link.token ?? '' })).toEqual(dead)
  })

  it('is refused to another user, who does not use the link up', async () => {
    const owner = await app.person('owner')
    const thief = await app.person('thief')
    await owner.ask(requestEmailChange, { email: 'owner@new.example.org' })
    const token = await changeToken('owner@new.example.org')
    expect(await thief.ask(applyEmailChange, { token })).toMatchObject([null, { status: 403, errcode: 'WRONG_USER' }])
    expect(await owner.ask(applyEmailChange, { token })).toMatchObject([{ email: 'owner@new.example.org' }, null])
  })

  it('sends no more than a few mails', async () => {
    const { ask } = await app.person('restless')
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await ask(requestEmailChange, { email: `restless${n}@example.org` }))
    expect(answers.at(-1)).toEqual(slowed)
  })

  it('sends no more than a few mails for one network, whoever of it asks', async () => {
    const people = []
    for (let n = 0; n < 6; n++) people.push(await app.person(`neighbour${n}`))
    const [last, ...others] = people
    const askFrom = async (n: number, path: string, { accesstoken = '' } = {}, email = '') => {
      const headers = { authorization: `Bearer ${accesstoken}`, 'x-forwarded-for': `2001:db8:7:7::${n + 1}` }
      const json = { ...headers, 'content-type': 'application/json' }
      const request = { method: 'POST', headers: json, body: JSON.stringify({ email }) }
      return (await fetch(`${app.url}/api/v1/login/email/${path}`, request)).status
    }
    for (let n = 0; n < 20; n++)
      expect(await askFrom(n, 'change/verificationlink', others[n % 5], `neighbour${n}@new.example.org`)).toBe(200)
    expect(await askFrom(20, 'change/verificationlink', last, 'last@new.example.org')).toBe(429)
    expect(await askFrom(21, 'sendverificationlink', last)).toBe(429)
  })

  it.each([
    [
      'is reset',
      async ({ userid, email }: Person) => {
        await app.as()(changePasswordEmail, { userid })
        return app.as()(resetPassword, { id: await resetToken(email), password: newpassword })
      },
    ],
    ['is changed', ({ ask }: Person) => ask(changePassword, { oldpassword: password, newpassword })],
  ])('does not happen by a link that was asked for before the password %s', async (how, setPassword) => {
    const found = await app.person(how.replace(' ', '-'))
    const email = `${how.replace(' ', '-')}@elsewhere.example.org`
    await found.ask(requestEmailChange, { email })
    const token = await changeToken(email)
    expect(await setPassword(found)).toEqual([{}, null])
    const [owner] = await app.as()(signin, { userid: found.userid, password: newpassword })
    expect(await app.as(owner?.accesstoken)(applyEmailChange, { token })).toEqual(dead)
  })

  it('is refused when somebody has the address, also when they got it meanwhile', async () => {
    const first = await app.person('first')
    await app.person('second')
    const taken = await first.ask(requestEmailChange, { email: 'second@example.org' })
    expect(taken).toMatchObject([null, { status: 409, errcode: 'EMAIL_TAKEN' }])
    await first.ask(requestEmailChange, { email: 'third@example.org' })
    const token = await changeToken('third@example.org')
    await app.person('third')
    expect(await first.ask(applyEmailChange, { token })).toMatchObject([null, { status: 409, errcode: 'EMAIL_TAKEN' }])
  })
})
