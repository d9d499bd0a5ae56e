import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { codeOf, wrongCodeOf } from './codes.ts'
import { expect, expectAccessible, expectWidth, otherBrowser, type Person, signUp, somebody, test } from './fixtures.ts'

const phone = { width: 360, height: 740 }
const wrongCode = 'The code is not right.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const alertdialog = (page: Page) => page.getByRole('alertdialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const sessions = (page: Page) => page.getByRole('table', { name: 'Sessions' }).getByRole('row')

const textOf = async (shown: Locator) => (await shown.textContent()) ?? ''

/** Somebody may look past midnight for what was made before it. */
const inDays = (days: number, since: number) =>
  [since, Date.now()].map(now => new Date(now + days * 86_400_000).toLocaleDateString('en', { dateStyle: 'medium' }))

async function signIn(page: Page, { userid, password }: Person): Promise<void> {
  await page.getByLabel('User id or e-mail').fill(userid)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
}

/** Signs in in another browser and ends when that one hears what happens, on a page that shows no list of sessions to ask for. */
async function elsewhere(browser: Browser, person: Person): Promise<Page> {
  const page = await otherBrowser(browser)
  await page.goto('/auth/signin?redirect=/settings')
  const listening = page.waitForResponse(/\/api\/v1\/events\?/)
  await signIn(page, person)
  await listening
  await expect(page.getByLabel('Username')).toHaveValue(person.userid)
  return page
}

/** Ends with the recovery codes in sight. */
async function setUpTotp(page: Page, person: Person): Promise<{ secret: string; codes: string[] }> {
  await button(page, 'Set up').click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Continue').click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await textOf(dialog(page).locator('code'))
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 'now'))
  await button(page, 'Turn on').click()
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  return { secret, codes: await list.allInnerTexts() }
}

test.describe('sessions', () => {
  test('one is revoked, which signs that browser out at once', async ({ page, browser }) => {
    const person = somebody()
    const listening = page.waitForResponse(/\/api\/v1\/events\?/)
    await signUp(page, person, '/settings/security')
    await listening
    await expect(sessions(page)).toHaveText([/Device/, /Chrome on Linux.*this device.*now/])
    await expect(button(page, 'Revoke all others')).toBeHidden()
    const other = await elsewhere(browser, person)
    await expect(sessions(page), 'without a reload').toHaveCount(3)
    await expectAccessible(page)
    await button(page, 'Revoke the session on Chrome on Linux').click()
    await expect(sessions(page)).toHaveCount(2)
    await expect(other).toHaveURL(/\/auth\/signin/)
    await expect(sessions(page)).toContainText(['Device', 'this device'])
    await other.reload()
    await expect(other.getByRole('alert'), 'after a reload too').toContainText('Your session has ended')
    await expectAccessible(other)
    await signIn(other, person)
    await expect(other, 'back where they were').toHaveURL('/settings')
  })

  test('all others are revoked after a question', async ({ page, browser }) => {
    test.slow()
    const person = somebody()
    await signUp(page, person, '/settings/security')
    const others = [await elsewhere(browser, person), await elsewhere(browser, person)]
    await page.reload()
    await button(page, 'Revoke all others').click()
    await expect(alertdialog(page)).toContainText('Are you sure ?')
    await expectAccessible(page)
    await alertdialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(sessions(page)).toHaveCount(4)
    await button(page, 'Revoke all others').click()
    await alertdialog(page).getByRole('button', { name: 'Revoke all others' }).click()
    for (const other of others) await expect(other).toHaveURL(/\/auth\/signin/)
    await expect(sessions(page)).toHaveCount(2)
    await expect(alertdialog(page)).toBeHidden()
  })
})

test.describe('access tokens', () => {
  test('one is made, used by a script and revoked', async ({ page, request }) => {
    test.slow()
    const person = somebody()
    await signUp(page, person, '/settings/tokens')
    await expect(page.getByText('You have no access tokens yet.')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Create token').click()
    await dialog(page).getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Please give the token a name.')
    await expect(page.getByRole('radio', { name: 'Read Sees' })).toBeChecked()
    await expectAccessible(page)
    await page.getByLabel('Name').fill('nightly backup')
    await page.getByLabel('Expires after').selectOption('7 days')
    const since = Date.now()
    await dialog(page).getByRole('button', { name: 'Create token' }).click()

    await expect(alertdialog(page)).toContainText('it is shown this once and never again')
    await expectAccessible(page)
    const token = await textOf(alertdialog(page).locator('code').first())
    const script = { headers: { authorization: `Bearer ${token}` } }
    const info = await request.get('/api/v1/login/user/info', script)
    expect((await info.json()).data).toMatchObject({ userid: person.userid })
    const orgs = { ...script, data: { orgid: 'never-made', orgname: 'Never made' } }
    expect((await request.post('/api/v1/orgs/create', orgs)).status()).toBe(403)
    await button(page, 'I have copied it').click()
    await expect(page.getByRole('row', { name: 'nightly backup' })).toContainText(
      new RegExp(`just now(${inDays(7, since).join('|')})`),
    )
    await expect(page.getByText(token)).toHaveCount(0)

    await button(page, 'Revoke the token nightly backup').click()
    await expectAccessible(page)
    await button(page, 'Revoke token').click()
    await expect(page.getByText('You have no access tokens yet.')).toBeVisible()
    expect((await request.get('/api/v1/login/user/info', script)).status()).toBe(401)
  })

  test('one that is shown once stays until it is put away, although the page reads its list anew', async ({ page }) => {
    await signUp(page, somebody(), '/settings/tokens')
    await button(page, 'Create token').click()
    await page.getByLabel('Name').fill('nightly backup')
    await dialog(page).getByRole('button', { name: 'Create token' }).click()
    const token = await textOf(alertdialog(page).locator('code').first())
    // Somebody goes to where it is needed and comes back: then a page reads what may be old.
    const read = page.waitForResponse('**/login/tokens/list*')
    await page.evaluate(`
      const now = Date.now
      Date.now = () => now() + 60_000
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    `)
    await read
    await expect(page.getByRole('row', { name: 'nightly backup', includeHidden: true })).toBeVisible()
    await expect(alertdialog(page)).toContainText(token)
    await button(page, 'I have copied it').click()
    await expect(alertdialog(page)).toBeHidden()
    await expect(button(page, 'Create token')).toBeVisible()
  })

  test('a token that may write can', async ({ page, request }) => {
    const person = somebody()
    await signUp(page, person, '/settings/tokens')
    await button(page, 'Create token').click()
    await page.getByLabel('Name').fill('deploys')
    await page.getByRole('radio', { name: 'Read and write' }).check()
    await page.keyboard.press('Enter')
    const token = await textOf(alertdialog(page).locator('code').first())
    const orgid = `made-${person.userid.split('-')[1]}`
    const headers = { authorization: `Bearer ${token}` }
    expect((await request.post('/api/v1/orgs/create', { headers, data: { orgid, orgname: 'Made' } })).ok()).toBe(true)
    expect((await request.post('/api/v1/login/sessions/endothers', { headers, data: {} })).status()).toBe(403)
  })
})

test.describe('two-factor sign-in', () => {
  test('is set up with an app and then asked for at sign-in', async ({ page }) => {
    test.slow()
    const person = somebody()
    await signUp(page, person, '/settings/security')
    await button(page, 'Set up').click()
    await page.getByLabel('Password', { exact: true }).fill('Wr0ng-Secret')
    await button(page, 'Continue').click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await button(page, 'Continue').click()
    await page.getByLabel('Code', { exact: true }).fill(wrongCodeOf(await textOf(dialog(page).locator('code'))))
    await button(page, 'Turn on').click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(wrongCode)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const { secret } = await setUpTotp(page, person)
    await expectAccessible(page)
    await button(page, 'I have saved them').click()
    await expect(page.getByText('Authenticator app').getByText('on', { exact: true })).toBeVisible()

    await logOut(page)
    await page.goto('/auth/signin?redirect=/settings')
    await signIn(page, person)
    await expect(heading(page, 'One more step')).toBeVisible()
    await expectAccessible(page)
    const code = page.getByLabel('Code', { exact: true })
    await expect(code).toBeFocused()
    await code.fill(wrongCodeOf(secret))
    await expect(code).toHaveAccessibleDescription(wrongCode)
    await code.pressSequentially(codeOf(secret, 'next').replace(/^(...)/, '$1 '))
    await expect(page).toHaveURL(/\/settings$/)
  })

  test('a recovery code stands in for the app, once, and new ones replace the old', async ({ page }) => {
    test.slow()
    const person = somebody()
    await signUp(page, person, '/settings/security')
    const { secret, codes } = await setUpTotp(page, person)
    const download = page.waitForEvent('download')
    await button(page, 'Download').click()
    expect((await download).suggestedFilename()).toBe('plinth-recovery-codes.txt')
    await button(page, 'I have saved them').click()
    const [first = '', second = ''] = codes

    for (const [code, works] of [
      [first, true],
      [first, false],
    ] as const) {
      await logOut(page)
      await signIn(page, person)
      await button(page, 'Use a recovery code').click()
      await page.getByLabel('Recovery code').fill(code)
      await button(page, 'Sign in').click()
      if (works) await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
    }
    await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(wrongCode)
    await button(page, 'Use the authenticator app').click()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 'next'))
    await expect(heading(page, 'Welcome to Plinth')).toBeVisible()

    await page.goto('/settings/security')
    await button(page, 'New recovery codes').click()
    await page.getByLabel('Code', { exact: true }).fill(second)
    await button(page, 'Make new codes').click()
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(list).toHaveCount(10)
    expect(await list.allInnerTexts()).not.toEqual(expect.arrayContaining([codes[2]]))
    const [fresh = ''] = await list.allInnerTexts()
    await button(page, 'I have saved them').click()
    await button(page, 'Turn off').click()
    await page.getByLabel('Code', { exact: true }).fill(codes[2] ?? '')
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(wrongCode)
    await expectAccessible(page)
    await page.getByLabel('Code', { exact: true }).fill(fresh)
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Authenticator app').getByText('off', { exact: true })).toBeVisible()
    await logOut(page)
    await signIn(page, person)
    await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
  })

  test('a second step that is void starts over', async ({ page, browser }) => {
    const person = somebody()
    await signUp(page, person, '/settings/security')
    const { codes } = await setUpTotp(page, person)
    await button(page, 'I have saved them').click()
    const other = await otherBrowser(browser)
    await other.goto('/auth/signin')
    await signIn(other, person)
    await expect(heading(other, 'One more step')).toBeVisible()

    await button(page, 'Turn off').click()
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(button(page, 'Set up')).toBeVisible()
    await other.getByLabel('Code', { exact: true }).fill('123456')
    await expect(other.getByText('Signing in took too long. Start again.')).toBeVisible()
    await signIn(other, person)
    await expect(heading(other, 'Welcome to Plinth')).toBeVisible()
  })
})

/** A security key in the machine that says yes to everything, like a finger that is always on it. */
async function plugInKey(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) }
}

async function addPasskey(page: Page, { password }: Person, name: string): Promise<void> {
  await button(page, 'Add passkey').click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('row', { name })).toContainText('never')
}

test.describe('passkeys', () => {
  test('sign in instead of a password, until they are removed', async ({ page }) => {
    test.slow()
    await plugInKey(page)
    const person = somebody()
    await signUp(page, person, '/settings/security')
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await button(page, 'Add passkey').click()
    await expect(page.getByLabel('Name')).toHaveValue('Chrome on Linux')
    await dialog(page).getByRole('button', { name: 'Add passkey' }).click()
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveAccessibleDescription('The current password is not right.')
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    // It has a button of that name too.
    await expect(dialog(page)).toBeHidden()
    await addPasskey(page, person, 'Laptop')
    await button(page, 'Add passkey').click()
    await password.fill(person.password)
    await dialog(page).getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByText('This device holds a passkey of your account already.')).toBeVisible()
    await page.keyboard.press('Escape')

    await logOut(page)
    await button(page, 'Sign in with a passkey').click()
    await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
    await page.goto('/settings/security')
    await expect(page.getByRole('row', { name: 'Laptop' })).not.toContainText('never')
    await button(page, 'Remove the passkey Laptop').click()
    await button(page, 'Remove passkey').click()
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await logOut(page)
    await button(page, 'Sign in with a passkey').click()
    await expect(page.getByText('The passkey was not accepted.')).toBeVisible()
    await expectAccessible(page)
  })

  test('serve as the second step after the password', async ({ page }) => {
    test.slow()
    const { cdp, authenticatorId } = await plugInKey(page)
    const person = somebody()
    await signUp(page, person, '/settings/security')
    await setUpTotp(page, person)
    await button(page, 'I have saved them').click()
    await addPasskey(page, person, 'Key')
    await logOut(page)
    await signIn(page, person)
    await expectAccessible(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await button(page, 'Use a passkey').click()
    await expect(page.getByText('That was cancelled or took too long. Try again.')).toBeVisible()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await button(page, 'Use a passkey').click()
    await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
  })

  test('a browser without them is told so, and not offered any', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await signUp(page, somebody(), '/settings/security')
    await expect(page.getByText('This browser has no passkeys.')).toBeVisible()
    await expect(button(page, 'Add passkey')).toHaveCount(0)
    await expectAccessible(page)
    await logOut(page)
    await expect(button(page, 'Sign in with a passkey')).toHaveCount(0)
  })
})

test('all of it works on a phone', async ({ page, browser }) => {
  test.slow()
  await page.setViewportSize(phone)
  await plugInKey(page)
  const person = somebody()
  await signUp(page, person, '/settings/security')
  await elsewhere(browser, person)
  const { secret } = await setUpTotp(page, person)
  await button(page, 'I have saved them').click()
  await addPasskey(page, person, 'Phone')
  await page.reload()
  await expect(sessions(page)).toHaveCount(2)
  await expectWidth(page)
  await expectAccessible(page)
  await button(page, 'Revoke the session on Chrome on Linux').click()
  await expect(sessions(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Access tokens' }).click()
  await button(page, 'Create token').click()
  await page.getByLabel('Name').fill('phone')
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  await button(page, 'I have copied it').click()
  await expect(page.getByRole('row', { name: 'phone' })).toBeVisible()
  await expectWidth(page)
  await logOut(page)
  await signIn(page, person)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 'next'))
  await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
})
