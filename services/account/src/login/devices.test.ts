import { randomBytes } from 'node:crypto'
import { signin, signup } from '@plinth/contract/login'
import { changePasswordEmail, resetPassword } from '@plinth/contract/recovery'
import { confirmTotp, secondStep, signinTwoFactor, startTotp } from '@plinth/contract/two-factor'
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

let visitors = 0

/** A browser, which keeps its cookie, at an address of its own. */
function browser(url = app.url) {
  const address = `198.51.100.${visitors++}`
  let cookie = ''
  return {
    cookie: () => cookie,
    keep: (kept: string) => {
      cookie = kept
    },
    async send({ path }: { path: string }, body: object) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
        body: JSON.stringify(body),
      })
      const set = response.headers.get('set-cookie')
      if (set) cookie = set.split(';', 1)[0] ?? ''
      return { status: response.status, set, json: (await response.json()) as { errdata?: { data: unknown } } }
    },
  }
}

const wrong = 'Wrong0ne!'
const newcomer = (userid: string) => ({ userid, name: 'Mara Lind', email: `${userid}@example.org`, password })

/** Somebody at home in a browser, and a stranger who has used up all tries at the account. */
async function besieged(userid: string) {
  const home = browser()
  await home.send(signup, newcomer(userid))
  const stranger = browser()
  for (let n = 0; n < 10; n++) await stranger.send(signin, { userid, password: wrong })
  return { home, stranger }
}

describe('a browser in which somebody signed in', () => {
  it('is told so in a cookie that only sign-in sees', async () => {
    const home = browser()
    const { set } = await home.send(signup, newcomer('mara'))
    expect(set).toMatch(/^plinth-device=[\w-]{43}; Max-Age=15552000; Path=\/api\/v1\/login; HttpOnly; SameSite=Strict$/)
    const first = home.cookie()
    expect((await home.send(signin, { userid: 'mara', password })).set).toContain(first)
    expect((await browser().send(signin, { userid: 'mara', password: wrong })).set).toBeNull()
  })

  it('is told so over an encrypted line only, where there is one', async () => {
    const secured = await startAccount({ PUBLIC_URL: 'https://plinth.example.org' })
    const { set } = await browser(secured.url).send(signup, newcomer('mara'))
    await secured.close()
    expect(set).toMatch(/; Secure$/)
  })

  it('lets its owner in while somebody guesses from elsewhere', async () => {
    const { home, stranger } = await besieged('ada')
    expect((await stranger.send(signin, { userid: 'ada', password })).status).toBe(429)
    expect((await browser().send(signin, { userid: 'ada', password })).status).toBe(429)
    expect((await home.send(signin, { userid: 'ada', password })).status).toBe(200)
    expect((await home.send(signin, { userid: 'ada@example.org', password })).status).toBe(200)
    expect((await stranger.send(signin, { userid: 'ada', password })).status).toBe(429)
  })

  it('lets nobody guess on either', async () => {
    const home = browser()
    await home.send(signup, newcomer('bob'))
    for (let n = 0; n < 10; n++) expect((await home.send(signin, { userid: 'bob', password: wrong })).status).toBe(401)
    expect((await home.send(signin, { userid: 'bob', password })).status).toBe(429)
    expect((await browser().send(signin, { userid: 'bob', password })).status).toBe(200)
  })

  it('is known for the accounts that signed in there, and no other', async () => {
    const { home } = await besieged('eve')
    const other = browser()
    await other.send(signup, newcomer('neighbour'))
    expect((await other.send(signin, { userid: 'eve', password })).status).toBe(429)
    await home.send(signup, newcomer('eves-partner'))
    expect((await home.send(signin, { userid: 'eve', password })).status).toBe(200)
    expect((await home.send(signin, { userid: 'eves-partner', password })).status).toBe(200)
  })

  it('is not known by a cookie that was made up', async () => {
    await besieged('zoe')
    const liar = browser()
    liar.keep(`plinth-device=${randomBytes(32).toString('base64url')}`)
    expect((await liar.send(signin, { userid: 'zoe', password })).status).toBe(429)
    liar.keep('plinth-device=; other="x')
    expect((await liar.send(signin, { userid: 'zoe', password })).status).toBe(429)
  })

  it('is forgotten when the password is reset by mail', async () => {
    const { home } = await besieged('kai')
    await app.as()(changePasswordEmail, { userid: 'kai' })
    const { token = '' } = await app.linkTo('kai@example.org', '/auth/reset-password')
    await app.as()(resetPassword, { id: token, password })
    expect((await home.send(signin, { userid: 'kai', password })).status).toBe(429)
  })

  it('is known at the second step too', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    const ines = await app.person('ines')
    const home = browser()
    await home.send(signin, { userid: 'ines', password })
    const [totp] = await ines.ask(startTotp, { password })
    const [confirmed] = await ines.ask(confirmTotp, { code: new TOTP({ secret: totp?.secret }).generate() })
    const [code = '', other = ''] = confirmed?.recoverycodes ?? []
    const firstStep = async (from: typeof home) =>
      secondStep.parse((await from.send(signin, { userid: 'ines', password })).json.errdata?.data)
    const stranger = browser()
    const { ticket } = await firstStep(stranger)
    for (let n = 0; n < 8; n++) await stranger.send(signinTwoFactor, { ticket, code: wrongCodeOf(totp?.secret ?? '') })
    expect((await stranger.send(signinTwoFactor, { ticket, code })).status).toBe(429)
    const owners = await firstStep(home)
    expect((await home.send(signinTwoFactor, { ...owners, code: other })).status).toBe(200)
  })
})

describe('what has ended by itself', () => {
  it('is swept away: tickets and browsers', async () => {
    const { query } = app.platform.db.withTables<{
      tickets: object
      devices: { userid: string }
      jobs: { kind: string; dueat: number }
    }>()
    await app.person('long-gone')
    expect(await query.selectFrom('tickets').selectAll().execute()).not.toEqual([])
    vi.useFakeTimers({ now: Date.now() + 181 * 86_400_000, toFake: ['Date'] })
    await browser().send(signin, { userid: 'long-gone', password })
    await query.updateTable('jobs').set({ dueat: 0 }).where('kind', 'in', ['tickets.sweep', 'devices.sweep']).execute()
    await app.platform.jobs.idle()
    expect(await query.selectFrom('tickets').selectAll().execute()).toEqual([])
    expect(await query.selectFrom('devices').select('userid').execute()).toEqual([{ userid: 'long-gone' }])
  })
})
