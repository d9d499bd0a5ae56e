import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectWidth, holdBack, signUp, somebody, test } from './fixtures.ts'
import { linkInMail } from './mail.ts'

type Provider = 'Google' | 'GitHub'

/** Somebody with an account at a provider. GitHub knows people by a number. */
function stranger(given: { email?: string; verified?: boolean } = {}) {
  const { userid, name, email } = somebody('ada')
  const subject = String(Date.now() * 1000 + Math.floor(Math.random() * 1000))
  return { subject, login: userid, name, email, verified: true, ...given }
}
type Stranger = ReturnType<typeof stranger>

async function openWindow(page: Page, provider: Provider): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
  return opened
}

/** In the provider's window: says who it is. The window then closes by itself. */
async function allow(popup: Page, person: Stranger): Promise<void> {
  await popup.getByLabel('Subject').fill(person.subject)
  await popup.getByLabel('Login').fill(person.login)
  await popup.getByLabel('Name').fill(person.name)
  await popup.getByLabel('E-mail', { exact: true }).fill(person.email)
  await popup.getByLabel('E-mail verified').setChecked(person.verified)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Allow' }).click()
  await closed
}

async function continueAs(page: Page, provider: Provider, person: Stranger): Promise<void> {
  await allow(await openWindow(page, provider), person)
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate("localStorage.removeItem('user-credentials')")
}

for (const provider of ['Google', 'GitHub'] as const) {
  test(`somebody new comes in with ${provider}, and later again`, async ({ page }) => {
    const ada = stranger()
    await page.goto('/auth/signin')
    await continueAs(page, provider, ada)
    await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
    await expect(page.getByText(`you sign in with ${provider} as ${ada.email}`)).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(ada.name)
    await expect(page.getByLabel('User id', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('User id', { exact: true }).fill(ada.login)
    await expect(page.getByText(`Username ${ada.login} is available.`)).toBeVisible()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL(/\/org/)

    await logOut(page)
    await page.goto('/auth/signin?redirect=%2Fsettings')
    const popup = await openWindow(page, provider)
    // Google still knows who it is, GitHub asks once more.
    if (provider === 'GitHub') await allow(popup, ada)
    await page.waitForURL(/\/settings/)
    await expect(page.getByText(ada.login).first()).toBeVisible()
  })
}

test('somebody new is told at once where it takes an invite, and goes back', async ({ page }) => {
  await page.route('**/api/v1/login/providers', async route => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, signup: 'invite' } } })
  })
  await page.goto('/auth/signin')
  await continueAs(page, 'GitHub', stranger())
  await expect(page.getByText('Only invited people can sign up here.')).toBeVisible()
  await page.getByRole('button', { name: 'Use another way in' }).click()
  await expect(page.getByLabel('User id or e-mail')).toBeVisible()
})

test('somebody new comes in from the sign-up screen, invitation in hand', async ({ page }) => {
  const ada = stranger()
  await page.goto('/auth/signup?invite-token=some-token&orgname=Acme')
  await continueAs(page, 'GitHub', ada)
  await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
  await expect(page.getByLabel('User id', { exact: true })).toHaveValue(ada.login)
  const sent = page.waitForRequest(/ghsso\/signup/)
  await page.getByRole('button', { name: 'Sign up' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ inviteid: 'some-token' })
  await page.waitForURL(/\/auth\/verify-invite\?token=some-token/)
})

test('a GitHub account without an address is asked for one, at the field', async ({ page }) => {
  const ada = stranger({ email: '' })
  await page.goto('/auth/signin')
  await continueAs(page, 'GitHub', ada)
  await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('GitHub named no verified e-mail address. Enter one to go on.')).toBeVisible()
  await expect(page.getByText('Sign up failed')).toBeHidden()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill(`${ada.login}@example.org`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/org/)
})

test('a taken user id is told while typing and when sending, and nothing typed is lost', async ({ page, browser }) => {
  const owner = somebody('owner')
  const elsewhere = await (await browser.newContext()).newPage()
  await signUp(elsewhere, owner, '/robots.txt')
  const ada = stranger()
  await page.goto('/auth/signup')
  await continueAs(page, 'Google', ada)
  await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
  await page.getByLabel('User id', { exact: true }).fill(owner.userid)
  await page.getByLabel('Name').fill('Ada')
  await expect(page.getByText('Username is already taken.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Sign up failed')).toBeVisible()
  await page.getByLabel('User id', { exact: true }).fill(ada.login)
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/org/)
})

test('an address that has an account leads to the way in that account has', async ({ page, browser }) => {
  const owner = somebody('owner')
  const elsewhere = await (await browser.newContext()).newPage()
  await signUp(elsewhere, owner, '/robots.txt')
  await page.goto('/auth/signin')
  await continueAs(page, 'Google', stranger({ email: owner.email }))
  await expect(page.getByText('You have an account already')).toBeVisible()
  await expect(page.getByText(/Sign in to it the way you did before/)).toBeVisible()
  await expect(page.getByText('you can connect Google in your settings, under Security')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'set a new one' }).click()
  await page.waitForURL(/\/auth\/forgot-password/)
})

for (const provider of ['Google', 'GitHub'] as const) {
  test(`who has an account connects ${provider} to it, signs in with it, and disconnects it`, async ({
    page,
    request,
  }) => {
    test.slow()
    const owner = somebody('owner')
    await signUp(page, owner, '/settings/security')
    const methods = page.getByRole('region', { name: 'Sign-in methods' })
    const line = methods.getByRole('listitem').filter({ hasText: provider })
    await expect(line).toContainText('Not connected')
    await expectAccessible(page)

    await page.getByRole('button', { name: `Connect ${provider}` }).click()
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await page.getByRole('button', { name: `Continue with ${provider}` }).click()
    await expect(password).toHaveAccessibleDescription('Enter your password.')
    await expectAccessible(page)
    await password.fill('Wr0ng-Secret')
    const same = stranger({ email: owner.email })
    await continueAs(page, provider, same)
    await expect(password).toHaveAccessibleDescription('The current password is not right.')
    await password.fill(owner.password)
    // Google still knows who it is, GitHub asks once more. Neither comes back before it was seen that the page waits.
    const seen = await holdBack(page.context(), /\/auth\/(google|github)\?/)
    const again = await openWindow(page, provider)
    await expect(page.getByText(`Go on in the window of ${provider}.`)).toBeVisible()
    seen()
    if (provider === 'GitHub') await allow(again, same)
    await expect(page.getByText(`${provider} connected`, { exact: true })).toBeVisible()
    await expect(line).toContainText(`Connected as ${provider === 'Google' ? owner.email : same.login}`)
    await linkInMail(request, owner.email, `${provider} was connected`)

    await logOut(page)
    await page.goto('/auth/signin?redirect=%2Fsettings%2Fsecurity')
    const popup = await openWindow(page, provider)
    if (provider === 'GitHub') await allow(popup, same)
    await page.waitForURL(/\/settings\/security/)

    await page.getByRole('button', { name: `Disconnect ${provider}` }).click()
    await password.fill(owner.password)
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(page.getByText(`${provider} disconnected`, { exact: true })).toBeVisible()
    await expect(line).toContainText('Not connected')
    await linkInMail(request, owner.email, `${provider} was disconnected`)
  })
}

test('what cannot be connected or disconnected says why', async ({ page, browser }) => {
  test.slow()
  const ada = stranger()
  await page.goto('/auth/signup')
  await continueAs(page, 'GitHub', ada)
  await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/org/)
  await page.goto('/settings/security')
  await expect(page.getByText('None yet')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
  await expectAccessible(page)

  const other = await (await browser.newContext()).newPage()
  const jon = somebody('jon')
  await signUp(other, jon, '/settings/security')
  await other.getByRole('button', { name: 'Connect GitHub' }).click()
  await other.getByLabel('Password', { exact: true }).fill(jon.password)
  const denied = await openWindow(other, 'GitHub')
  await denied.getByRole('button', { name: 'Deny' }).click()
  await expect(other.getByText('You did not let GitHub tell us who you are.')).toBeVisible()
  await continueAs(other, 'GitHub', ada)
  await expect(other.getByText('This account at the provider signs in to another user here.')).toBeVisible()
  await other.setViewportSize({ width: 360, height: 740 })
  await expectWidth(other)
})

for (const provider of ['Google', 'GitHub'] as const) {
  test(`who says no at ${provider} can try again`, async ({ page }) => {
    await page.goto('/auth/signin')
    const popup = await openWindow(page, provider)
    await popup.getByRole('button', { name: 'Deny' }).click()
    await expect(page.getByText(`You did not let ${provider} tell us who you are.`)).toBeVisible()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await continueAs(page, provider, stranger())
    await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
  })
}

test('who closes the window is told so, and can begin anew in the same one', async ({ page }) => {
  await page.goto('/auth/signin')
  const popup = await openWindow(page, 'Google')
  await expect(page.getByText('Go on in the window of Google.')).toBeVisible()
  await popup.close()
  await expect(page.getByText('The window of Google was closed before you were done.')).toBeVisible()

  const again = await openWindow(page, 'Google')
  await expect(again.getByRole('heading', { name: 'Sign in to Google' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(again.getByRole('heading', { name: 'Sign in to GitHub' })).toBeVisible()
  await allow(again, stranger())
  await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
})

test('a browser that blocks the window is answered with what to do', async ({ page }) => {
  await page.addInitScript('window.open = () => null')
  await page.goto('/auth/signin')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(page.getByText('Your browser blocked the window. Allow pop-ups for this site')).toBeVisible()
})

test('an answer with another state is not taken', async ({ page }) => {
  await page.goto('/auth/signin')
  const popup = await openWindow(page, 'GitHub')
  await popup.getByRole('heading', { name: 'Sign in to GitHub' }).waitFor()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  const home = new URL('/auth/github?code=stolen&state=guessed', page.url())
  await popup.evaluate(`location.href = ${JSON.stringify(home.href)}`)
  await expect(page.getByText('GitHub sent no answer that belongs to this try.')).toBeVisible()
  expect(asked.filter(url => url.includes('ghsso'))).toEqual([])
})

test('a message from anywhere but the window is not taken', async ({ page }) => {
  await page.goto('/auth/signin')
  const popup = await openWindow(page, 'GitHub')
  await popup.getByRole('heading', { name: 'Sign in to GitHub' }).waitFor()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  const state = await page.evaluate("JSON.parse(sessionStorage.getItem('sso:github')).state")
  const message = { type: 'GITHUB_CODE', code: 'stolen', state }
  // From this very page, and from the window while it shows another site.
  await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`)
  await popup.evaluate(`window.opener.postMessage(${JSON.stringify(message)}, '*')`)
  expect(asked.filter(url => url.includes('ghsso'))).toEqual([])
  await allow(popup, stranger())
  await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
})

for (const [path, type, text] of [
  ['/auth/github', 'GITHUB_CODE', 'Authenticating with github'],
  ['/auth/google', 'GOOGLE_CODE', 'Authenticating with google'],
] as const) {
  test(`${path} posts its code home after half a second, to our own pages alone`, async ({ page }) => {
    await page.goto('/about')
    await page.evaluate(`void (window.heard = new Promise(hear => addEventListener('message', hear, { once: true })))`)
    const opened = page.waitForEvent('popup')
    await page.evaluate(`void window.open('${path}?code=the-code&state=the-state')`)
    const popup = await opened
    await expect(popup.getByText(text)).toBeVisible()
    const heard = await page.evaluate('heard.then(({ data, origin }) => ({ data, origin }))')
    const origin = new URL(page.url()).origin
    expect(heard).toEqual({ data: { type, code: 'the-code', state: 'the-state' }, origin })
    expect(await popup.evaluate('performance.now()')).toBeGreaterThan(500)

    // A page of another site opens the same window and hears nothing.
    const other = await page.context().newPage()
    await other.goto(`${origin.replace('localhost', '127.0.0.1')}/about`)
    await other.evaluate(`window.heard = []; addEventListener('message', ({ data }) => heard.push(data))`)
    const openedThere = other.waitForEvent('popup')
    await other.evaluate(`void window.open('${origin}${path}?code=the-code&state=the-state')`)
    const there = await openedThere
    await expect(there.getByText(text)).toBeVisible()
    // Begun after the page's own half second, so it ends after it.
    await there.evaluate(`new Promise(end => setTimeout(end, 600)).then(() => opener.postMessage('last', '*'))`)
    await expect.poll(() => other.evaluate('heard')).toEqual(['last'])
  })
}

test('the page that a provider comes back to says what to do when nobody waits for it', async ({ page }) => {
  await page.goto('/auth/github?code=x&state=y')
  await expect(page.getByText(/began in another window, which is gone/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.waitForURL(/\/auth\/signin/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('somebody new comes in with GitHub', async ({ page }) => {
    const ada = stranger({ verified: false })
    await page.goto('/auth/signup')
    await continueAs(page, 'GitHub', ada)
    await expect(page.getByRole('heading', { name: 'Choose a user id' })).toBeVisible()
    await page.getByLabel('E-mail').fill(ada.email)
    await expectWidth(page)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL(/\/org/)
  })
})
