import type { CallError } from '@plinth/contract/errors'
import { signin } from '@plinth/contract/login'
import { userInfo } from '@plinth/contract/profile'
import { changePassword, changePasswordEmail, resetPassword } from '@plinth/contract/recovery'
import {
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  secondStep,
  signinTwoFactor,
  startTotp,
} from '@plinth/contract/two-factor'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { wrongCodeOf } from '../testing/codes.ts'
import { password, startAccount } from '../testing/people.ts'

let app: Awaited<ReturnType<typeof startAccount>>
beforeAll(async () => {
  app = await startAccount()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const wrongCode = refused(403, 'WRONG_CODE')
const dead = refused(410, 'SIGNIN_EXPIRED')

const later = (seconds: number) => vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
const codeOf = (secret: string, secondsFromNow = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + secondsFromNow * 1000 })
/** The next code that has not been used: one works once. */
const nextCode = (secret: string) => {
  later(30)
  return codeOf(secret)
}

/** The clock stands still from here on, so that no code grows old while a test looks at it. */
async function started(userid: string) {
  later(0)
  const person = await app.person(userid)
  const [data, error] = await person.ask(startTotp, { password })
  if (error) throw new Error(error.msg)
  return { ...person, ...data }
}

/** Somebody with two-factor sign-in on. */
async function protectedPerson(userid: string) {
  const person = await started(userid)
  const [data, error] = await person.ask(confirmTotp, { code: codeOf(person.secret) })
  if (error) throw new Error(error.msg)
  return { ...person, recoverycodes: data.recoverycodes }
}

async function firstStep(userid: string) {
  const [, error] = await app.as()(signin, { userid, password })
  return needed(error)
}

function needed(error: CallError | null) {
  expect(error).toMatchObject({ status: 401, errcode: 'TWO_FACTOR_NEEDED' })
  return secondStep.parse(error?.errdata.data)
}

describe('turning two-factor sign-in on', () => {
  it('takes the password and a code, gives ten recovery codes and sends a mail', async () => {
    const mara = await started('mara')
    expect(mara.uri).toMatch(/^otpauth:\/\/totp\/Plinth:mara\?issuer=Plinth&secret=[A-Z2-7]{32}&/)
    expect(await mara.ask(userInfo, {})).toMatchObject([{ twofactor: false }, null])
    const [data] = await mara.ask(confirmTotp, { code: codeOf(mara.secret) })
    expect(new Set(data?.recoverycodes).size).toBe(10)
    for (const code of data?.recoverycodes ?? []) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
    expect(await mara.ask(userInfo, {})).toMatchObject([{ twofactor: true }, null])
    expect((await app.mailsTo(mara.email)).at(-1)?.subject).toBe('Two-factor sign-in is on')
  })

  it('does not begin without the right password', async () => {
    const { ask } = await app.person('no-password')
    expect(await ask(startTotp, { password: 'Wrong-0ne' })).toEqual(refused(403, 'WRONG_PASSWORD'))
    expect(await ask(startTotp, {})).toEqual(refused(403, 'WRONG_PASSWORD'))
  })

  it('does not let one guess the password', async () => {
    const { ask } = await app.person('pw-guesser')
    for (let n = 0; n < 8; n++) await ask(startTotp, { password: `Wrong-${n}` })
    expect(await ask(startTotp, { password })).toEqual(refused(429, 'TOO_MANY_TRIES'))
  })

  it('asks somebody without a password for none', async () => {
    const { ask } = await app.person('sso-only')
    const { query } = app.platform.db.withTables<{ users: { userid: string; passwordhash: string | null } }>()
    await query.updateTable('users').set({ passwordhash: null }).where('userid', '=', 'sso-only').execute()
    expect(await ask(startTotp, {})).toMatchObject([{ secret: expect.any(String) }, null])
  })

  it('does nothing until a right code comes', async () => {
    const jon = await started('jon')
    expect(await jon.ask(confirmTotp, { code: wrongCodeOf(jon.secret) })).toEqual(wrongCode)
    expect(await jon.ask(confirmTotp, { code: 'abcd-efgh' })).toEqual(wrongCode)
    expect(await jon.ask(confirmTotp, { code: codeOf(jon.secret, 90) })).toEqual(wrongCode)
    expect(await app.as()(signin, { userid: 'jon', password })).toMatchObject([{ userid: 'jon' }, null])
  })

  it('confirms nothing that was not begun, and the latest that was', async () => {
    const fresh = await app.person('fresh')
    expect(await fresh.ask(confirmTotp, { code: '123456' })).toEqual(wrongCode)
    const [first] = await fresh.ask(startTotp, { password })
    const [second] = await fresh.ask(startTotp, { password })
    expect(await fresh.ask(confirmTotp, { code: codeOf(first?.secret ?? '') })).toEqual(wrongCode)
    expect(await fresh.ask(confirmTotp, { code: codeOf(second?.secret ?? '') })).toMatchObject([{}, null])
  })

  it('is refused when it is on', async () => {
    const { ask, secret } = await protectedPerson('on-already')
    const on = refused(409, 'TWO_FACTOR_ON')
    expect(await ask(startTotp, { password })).toEqual(on)
    expect(await ask(confirmTotp, { code: nextCode(secret) })).toEqual(on)
  })

  it('happens once when the code comes eight times at the same moment', async () => {
    const race = await started('confirm-race')
    const code = codeOf(race.secret)
    const answers = await Promise.all(Array.from({ length: 8 }, () => race.ask(confirmTotp, { code })))
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(new Set(answers.flatMap(([, error]) => error?.errcode ?? []))).toEqual(new Set(['TWO_FACTOR_ON']))
    const codes = answers.flatMap(([data]) => data?.recoverycodes ?? [])
    const { ticket } = await firstStep('confirm-race')
    expect(await app.as()(signinTwoFactor, { ticket, code: codes[0] ?? '' })).toMatchObject([{}, null])
  })

  it('takes codes of a certain length only', async () => {
    const { ask } = await app.person('bad-input')
    for (const call of [confirmTotp, renewRecoveryCodes, disableTotp])
      for (const code of ['', '12345', '1'.repeat(21)])
        expect(await ask(call, { code })).toEqual(refused(400, 'BAD_INPUT'))
  })
})

describe('signing in', () => {
  it('takes a code of the app after the password', async () => {
    const { secret } = await protectedPerson('ines')
    const { ticket, methods } = await firstStep('ines')
    expect(methods).toEqual(['totp', 'recovery'])
    const code = nextCode(secret)
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`
    const [credentials] = await app.as()(signinTwoFactor, { ticket, code: typed })
    expect(credentials).toMatchObject({ userid: 'ines', email: 'ines@example.org' })
    expect(await app.as(credentials?.accesstoken)(userInfo, {})).toMatchObject([{ userid: 'ines' }, null])
  })

  it('takes the code before and the code after, since clocks differ', async () => {
    const { secret } = await protectedPerson('clocks')
    later(300)
    const before = await firstStep('clocks')
    expect(await app.as()(signinTwoFactor, { ticket: before.ticket, code: codeOf(secret, -30) })).toMatchObject([
      {},
      null,
    ])
    const after = await firstStep('clocks')
    expect(await app.as()(signinTwoFactor, { ticket: after.ticket, code: codeOf(secret, 60) })).toEqual(wrongCode)
    expect(await app.as()(signinTwoFactor, { ticket: after.ticket, code: codeOf(secret, 30) })).toMatchObject([
      {},
      null,
    ])
  })

  it('takes a code once, and none from before it', async () => {
    const { secret } = await protectedPerson('once')
    const confirmed = codeOf(secret)
    const { ticket } = await firstStep('once')
    expect(await app.as()(signinTwoFactor, { ticket, code: confirmed })).toEqual(wrongCode)
    const code = nextCode(secret)
    expect(await app.as()(signinTwoFactor, { ticket, code })).toMatchObject([{}, null])
    const again = await firstStep('once')
    expect(await app.as()(signinTwoFactor, { ticket: again.ticket, code })).toEqual(wrongCode)
    expect(await app.as()(signinTwoFactor, { ticket: again.ticket, code: codeOf(secret, -30) })).toEqual(wrongCode)
  })

  it('lets one of ten in who come with the same code at the same moment', async () => {
    const { secret } = await protectedPerson('totp-race')
    const tickets = await Promise.all(Array.from({ length: 10 }, () => firstStep('totp-race')))
    const code = nextCode(secret)
    const answers = await Promise.all(tickets.map(({ ticket }) => app.as()(signinTwoFactor, { ticket, code })))
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    for (const [, error] of answers) if (error) expect(['WRONG_CODE', 'TOO_MANY_TRIES']).toContain(error.errcode)
  })

  it('keeps the ticket after a wrong code and uses it up with a right one', async () => {
    const { secret } = await protectedPerson('ticket')
    const { ticket } = await firstStep('ticket')
    expect(await app.as()(signinTwoFactor, { ticket, code: wrongCodeOf(secret) })).toEqual(wrongCode)
    expect(await app.as()(signinTwoFactor, { ticket, code: nextCode(secret) })).toMatchObject([{}, null])
    expect(await app.as()(signinTwoFactor, { ticket, code: nextCode(secret) })).toEqual(dead)
  })

  it('does not wait longer than ten minutes, nor take a made-up ticket', async () => {
    const { secret } = await protectedPerson('slow')
    const { ticket } = await firstStep('slow')
    later(601)
    expect(await app.as()(signinTwoFactor, { ticket, code: codeOf(secret) })).toEqual(dead)
    expect(await app.as()(signinTwoFactor, { ticket: 'made-up', code: codeOf(secret) })).toEqual(dead)
    expect(await app.as()(signinTwoFactor, { ticket: '', code: '' })).toEqual(refused(400, 'BAD_INPUT'))
  })

  it('lets nobody guess codes', async () => {
    const { secret } = await protectedPerson('guessed')
    const { ticket } = await firstStep('guessed')
    for (let n = 0; n < 8; n++)
      expect(await app.as()(signinTwoFactor, { ticket, code: wrongCodeOf(secret) })).toEqual(wrongCode)
    expect(await app.as()(signinTwoFactor, { ticket, code: nextCode(secret) })).toEqual(refused(429, 'TOO_MANY_TRIES'))
  })

  it('is not helped by a password reset, and a ticket of the old password ends with it', async () => {
    const bob = await protectedPerson('bob')
    const { ticket } = await firstStep('bob')
    await app.as()(changePasswordEmail, { userid: 'bob' })
    const { token = '' } = await app.linkTo(bob.email, '/auth/reset-password')
    const newpassword = 'Quite-New-9'
    expect(await app.as()(resetPassword, { id: token, password: newpassword })).toEqual([{}, null])
    expect(await app.as()(signinTwoFactor, { ticket, code: nextCode(bob.secret) })).toEqual(dead)
    const [, error] = await app.as()(signin, { userid: 'bob', password: newpassword })
    needed(error)
  })

  it('with a ticket of the old password ends when the password is changed', async () => {
    const { ask, secret } = await protectedPerson('changer')
    const { ticket } = await firstStep('changer')
    await ask(changePassword, { oldpassword: password, newpassword: 'Quite-New-9' })
    expect(await app.as()(signinTwoFactor, { ticket, code: nextCode(secret) })).toEqual(dead)
  })
})

describe('recovery codes', () => {
  it('sign in once each, however they are typed, and a mail tells of it', async () => {
    const { recoverycodes, email } = await protectedPerson('ada')
    const [code = '', other = ''] = recoverycodes
    const { ticket } = await firstStep('ada')
    const typed = ` ${code.replaceAll('-', ' ').toUpperCase()}`
    expect(await app.as()(signinTwoFactor, { ticket, code: typed })).toMatchObject([{ userid: 'ada' }, null])
    const mail = (await app.mailsTo(email)).at(-1)
    expect(mail).toMatchObject({
      subject: 'A recovery code was used',
      text: expect.stringContaining('9 codes are left'),
    })
    const again = await firstStep('ada')
    expect(await app.as()(signinTwoFactor, { ticket: again.ticket, code })).toEqual(wrongCode)
    expect(await app.as()(signinTwoFactor, { ticket: again.ticket, code: other })).toMatchObject([{}, null])
  })

  it('work once for ten who use one at the same moment', async () => {
    const { recoverycodes } = await protectedPerson('code-race')
    const [code = ''] = recoverycodes
    const tickets = await Promise.all(Array.from({ length: 10 }, () => firstStep('code-race')))
    const answers = await Promise.all(tickets.map(({ ticket }) => app.as()(signinTwoFactor, { ticket, code })))
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    for (const [, error] of answers) if (error) expect(['WRONG_CODE', 'TOO_MANY_TRIES']).toContain(error.errcode)
  })

  it('are not used up by a ticket that another one has used', async () => {
    const { recoverycodes } = await protectedPerson('one-ticket')
    const { ticket } = await firstStep('one-ticket')
    const tries = recoverycodes.slice(0, 8).map(code => app.as()(signinTwoFactor, { ticket, code }))
    const answers = await Promise.all(tries)
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    const { query } = app.platform.db.withTables<{ recoverycodes: { userid: string } }>()
    const left = await query.selectFrom('recoverycodes').selectAll().where('userid', '=', 'one-ticket').execute()
    expect(left).toHaveLength(9)
  })

  it("of somebody else's do not work", async () => {
    const { recoverycodes } = await protectedPerson('lender')
    await protectedPerson('borrower')
    const { ticket } = await firstStep('borrower')
    expect(await app.as()(signinTwoFactor, { ticket, code: recoverycodes[0] ?? '' })).toEqual(wrongCode)
  })

  it('are not offered once all are used', async () => {
    await protectedPerson('used-up')
    const { query } = app.platform.db.withTables<{ recoverycodes: { userid: string } }>()
    await query.deleteFrom('recoverycodes').where('userid', '=', 'used-up').execute()
    expect((await firstStep('used-up')).methods).toEqual(['totp'])
  })

  it('can be renewed knowing a code: the old ones end', async () => {
    const zoe = await protectedPerson('zoe')
    expect(await zoe.ask(renewRecoveryCodes, { code: wrongCodeOf(zoe.secret) })).toEqual(wrongCode)
    const [data] = await zoe.ask(renewRecoveryCodes, { code: nextCode(zoe.secret) })
    expect(data?.recoverycodes).toHaveLength(10)
    const { ticket } = await firstStep('zoe')
    expect(await app.as()(signinTwoFactor, { ticket, code: zoe.recoverycodes[0] ?? '' })).toEqual(wrongCode)
    expect(await app.as()(signinTwoFactor, { ticket, code: data?.recoverycodes[0] ?? '' })).toMatchObject([{}, null])
  })

  it('cannot be renewed where two-factor sign-in is off', async () => {
    const { ask } = await app.person('off-renew')
    expect(await ask(renewRecoveryCodes, { code: '123456' })).toEqual(refused(409, 'TWO_FACTOR_OFF'))
  })

  it('are not kept as they are', async () => {
    const { recoverycodes } = await protectedPerson('secretive')
    const { query } = app.platform.db.withTables<{ recoverycodes: object }>()
    const rows = JSON.stringify(await query.selectFrom('recoverycodes').selectAll().execute())
    for (const code of recoverycodes) expect(rows).not.toContain(code.replaceAll('-', ''))
  })
})

describe('turning two-factor sign-in off', () => {
  it('takes a code, ends all codes and tickets, and sends a mail', async () => {
    const kai = await protectedPerson('kai')
    const { ticket } = await firstStep('kai')
    expect(await kai.ask(disableTotp, { code: wrongCodeOf(kai.secret) })).toEqual(wrongCode)
    expect(await kai.ask(disableTotp, { code: nextCode(kai.secret) })).toEqual([{}, null])
    expect(await kai.ask(userInfo, {})).toMatchObject([{ twofactor: false }, null])
    expect((await app.mailsTo(kai.email)).at(-1)?.subject).toBe('Two-factor sign-in is off')
    expect(await app.as()(signin, { userid: 'kai', password })).toMatchObject([{ userid: 'kai' }, null])
    expect(await app.as()(signinTwoFactor, { ticket, code: kai.recoverycodes[0] ?? '' })).toEqual(dead)
  })

  it('takes a recovery code too, for somebody who lost the app', async () => {
    const { ask, recoverycodes } = await protectedPerson('lost-phone')
    expect(await ask(disableTotp, { code: recoverycodes[0] ?? '' })).toEqual([{}, null])
    expect(await ask(disableTotp, { code: recoverycodes[1] ?? '' })).toEqual(refused(409, 'TWO_FACTOR_OFF'))
  })

  it('does not let one guess a code', async () => {
    const { ask, recoverycodes, secret } = await protectedPerson('off-guesser')
    for (let n = 0; n < 8; n++) await ask(disableTotp, { code: wrongCodeOf(secret) })
    for (const call of [disableTotp, renewRecoveryCodes])
      expect(await ask(call, { code: recoverycodes[0] ?? '' })).toEqual(refused(429, 'TOO_MANY_TRIES'))
  })
})
