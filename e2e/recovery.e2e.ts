import type { APIRequestContext, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  otherBrowser,
  type Person,
  signUp,
  signUpByHand,
  somebody,
  test,
} from './fixtures.ts'
import { countMails, linkInMail } from './mail.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const verifyMail = 'Verify your e-mail address'
const resetMail = 'Set a new password'
const changeMail = 'Verify your new e-mail address'
const newPassword = 'An0ther-Secret'

const banner = (page: Page) => page.getByText('until this address is verified')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Ends when the page hears what happens elsewhere, so that nothing is told before it listens. */
async function signUpAndListen(page: Page, person: Person): Promise<void> {
  const listening = page.waitForResponse(/\/api\/v1\/events\?/)
  await signUpByHand(page, person)
  await listening
}

async function signIn(page: Page, userid: string, password: string): Promise<void> {
  await page.getByLabel('User id or e-mail').fill(userid)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function bearer(page: Page): Promise<{ authorization: string }> {
  const stored = await page.evaluate(() => localStorage.getItem('user-credentials'))
  return { authorization: `Bearer ${JSON.parse(stored ?? '{}').accesstoken}` }
}

/** Asks for the change and answers the link that was sent to the new address. */
async function askForChange(page: Page, request: APIRequestContext, email: string): Promise<string> {
  const headers = await bearer(page)
  const answer = await request.post('/api/v1/login/email/change/verificationlink', { headers, data: { email } })
  expect(answer.ok()).toBe(true)
  return linkInMail(request, email, changeMail)
}

async function askForReset(page: Page, who: string): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(heading(page, 'Forgot password')).toBeVisible()
  await page.getByLabel('User id or e-mail').fill(who)
  await page.getByRole('button', { name: 'Send link' }).click()
}

test.describe('verifying the address', () => {
  test('the link of the mail does it, and every open tab sees it without reloading', async ({
    page,
    context,
    browser,
    request,
  }) => {
    const person = somebody()
    await signUpAndListen(page, person)
    await expect(banner(page)).toContainText(person.email)
    await expectAccessible(page)
    const secondTab = await context.newPage()
    await secondTab.goto('/org')
    await expect(banner(secondTab)).toBeVisible()

    const other = await otherBrowser(browser)
    await other.goto(await linkInMail(request, person.email, verifyMail))
    await expect(heading(other, 'Verified!')).toBeFocused()
    await expect(other.getByText('You have successfully verified the account.')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    await expect(banner(secondTab)).toHaveCount(0)

    await other.reload()
    await expect(heading(other, 'Verified!')).toBeVisible()
    await other.getByRole('link', { name: 'Sign In', exact: true }).click()
    await expect(heading(other, 'Sign in')).toBeVisible()
  })

  test('somebody who is signed in goes on to the dashboard, where nothing asks any more', async ({ page, request }) => {
    const person = somebody()
    await signUp(page, person)
    const asked: string[] = []
    page.on('request', sent => {
      if (sent.url().endsWith('/validatemailverifylink')) asked.push(sent.url())
    })
    await page.goto(await linkInMail(request, person.email, verifyMail))
    await expect(heading(page, 'Verified!')).toBeVisible()
    await expectAccessible(page)
    const informed = page.waitForResponse(/\/login\/user\/info$/)
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await informed
    await expect(page.getByRole('button', { name: `Your account: ${person.userid}` })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    expect(asked).toHaveLength(1)
  })

  test('a link works once, and says so to whoever comes second', async ({ page, browser, request }) => {
    const person = somebody()
    await signUp(page, person)
    const link = await linkInMail(request, person.email, verifyMail)
    await page.goto(link)
    await expect(heading(page, 'Verified!')).toBeVisible()

    const other = await otherBrowser(browser)
    await other.goto(link)
    await expect(heading(other, 'Oops!')).toBeFocused()
    await expect(other.getByText('Something went wrong. Please try again.')).toBeVisible()
    await expect(other.getByText('This link has expired or was used before.')).toBeVisible()
    await other.goto('/auth/verify-email')
    await expect(other.getByText('The link is not complete.')).toBeVisible()
  })

  test('waits visibly, and a request that did not get through can be tried again', async ({ page, request }) => {
    const person = somebody()
    await signUp(page, person)
    let tries = 0
    await page.route('**/validatemailverifylink', async route => {
      tries++
      if (tries > 1) return route.continue()
      await expect(page.getByText('Verifying your e-mail address')).toBeVisible()
      // As the sign-in page of a hotel's network answers everything.
      await route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' })
    })
    await page.goto(await linkInMail(request, person.email, verifyMail))
    await expect(page.getByText('Something went wrong on server side')).toBeVisible()
    await page.unroute('**/validatemailverifylink')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Verified!')).toBeVisible()
  })

  test('Resend sends a new link that takes the place of the old one, a few times', async ({ page, request }) => {
    const person = somebody()
    await signUp(page, person)
    const first = await linkInMail(request, person.email, verifyMail)
    await page.getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText('Email Sent succesfully')).toBeVisible()
    const second = await linkInMail(request, person.email, verifyMail, 2)

    const headers = await bearer(page)
    const again = () => request.post('/api/v1/login/email/sendverificationlink', { headers, data: {} })
    let answer = await again()
    for (let sent = 2; answer.ok() && sent < 20; sent++) answer = await again()
    expect(answer.status()).toBe(429)
    await page.getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText('Too many tries')).toBeVisible()
    await expect(page.getByText(/^Wait( \d+ minutes?)?( \d+ seconds?)?, then try again\.$/)).toBeVisible()

    for (const old of [first, second]) {
      await page.goto(old)
      await expect(heading(page, 'Oops!')).toBeVisible()
    }
    await page.goto(await linkInMail(request, person.email, verifyMail, await countMails(request, person.email)))
    await expect(heading(page, 'Verified!')).toBeVisible()
  })
})

test.describe('a forgotten password', () => {
  test('a mail leads to a new one, the old is refused, and every browser is signed out at once', async ({
    page,
    browser,
    request,
  }) => {
    const person = somebody()
    const other = await otherBrowser(browser)
    await signUpAndListen(other, person)

    await askForReset(page, person.email.toUpperCase())
    await expect(heading(page, 'Check your mail')).toBeFocused()
    const link = await linkInMail(request, person.email, resetMail)
    await page.goto(link)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await expect(heading(page, 'Password successfully reset')).toBeVisible()
    await other.waitForURL(/\/auth\/signin/)

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, person.userid, person.password)
    await expect(page.getByText('The user id or the password is not right.')).toBeVisible()
    await signIn(page, person.userid, newPassword)
    await page.waitForURL(/\/org/)

    await other.goto(link)
    await expect(heading(other, 'This link does not work')).toBeFocused()
    await other.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(heading(other, 'Forgot password')).toBeVisible()
  })

  test('the answer is the same when there is no such account', async ({ page, request }) => {
    const nobody = somebody('nobody')
    await askForReset(page, nobody.email)
    await expect(page.getByText(`If there is an account for ${nobody.email}, a mail is on its way.`)).toBeVisible()
    // The mail of somebody who asked later has arrived, so the first one's would have too.
    const person = somebody()
    await signUp(page, person)
    await page.goto('/auth/forgot-password')
    await page.getByLabel('User id or e-mail').fill(person.userid)
    await page.keyboard.press('Enter')
    await linkInMail(request, person.email, resetMail)
    expect(await countMails(request, nobody.email)).toBe(0)
  })

  test('an empty field is named, and a refusal keeps what was typed', async ({ page }) => {
    await page.goto('/auth/forgot-password')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Enter your user id or e-mail.')).toBeVisible()
    await expect(page.getByLabel('User id or e-mail')).toBeFocused()
    await page.getByLabel('User id or e-mail').fill('mara')
    const refusal = { status: 429, errcode: 'TOO_MANY_TRIES', msg: 'Too many tries.', errdata: {} }
    await page.route('**/changepasswordemail', route =>
      route.fulfill({ status: 429, headers: { 'retry-after': '340' }, json: refusal }),
    )
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Forgot password failed')).toBeVisible()
    await expect(page.getByText('Wait 5 minutes 40 seconds, then try again.')).toBeVisible()
    await expect(page.getByLabel('User id or e-mail')).toHaveValue('mara')
  })

  test('the form ticks off what the password needs, by keyboard alone', async ({ page, request }) => {
    const person = somebody()
    await signUp(page, person)
    await page.goto('/auth/forgot-password')
    await page.getByLabel('User id or e-mail').fill(person.userid)
    await page.keyboard.press('Enter')
    await page.goto(await linkInMail(request, person.email, resetMail))
    const field = page.getByLabel('New password')
    await expect(field).toBeFocused()
    await page.keyboard.type('Ab1')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password should atleast be of length 8')).toBeVisible()
    const needs = page.getByRole('list', { name: 'The password needs' })
    await expect(needs.getByText('At least 8 characters: missing')).toBeVisible()
    await page.keyboard.type('-cdef2')
    await expect(needs.getByText(': missing')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Password successfully reset')).toBeFocused()
    // The reset ended the session of this very browser too, so no signed-in page sends the user back.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expect(page).toHaveURL('/auth/signin')
  })

  test('the form and its success are accessible', async ({ page, request }) => {
    const person = somebody()
    await request.post('/api/v1/login/userid/signup', { data: person })
    await request.post('/api/v1/login/userid/changepasswordemail', { data: { userid: person.userid } })
    await page.goto(await linkInMail(request, person.email, resetMail))
    await page.getByLabel('New password').fill('Ab1')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.getByLabel('New password').fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Password successfully reset')).toBeVisible()
    await expectAccessible(page)
  })

  test('a link that dies while the form is open says so', async ({ page, browser, request }) => {
    const person = somebody()
    await signUp(page, person)
    const other = await otherBrowser(browser)
    await askForReset(other, person.userid)
    const link = await linkInMail(request, person.email, resetMail)
    for (const one of [page, other]) {
      await one.goto(link)
      await one.getByLabel('New password').fill(newPassword)
    }
    await other.getByRole('button', { name: 'Save New Password' }).click()
    await expect(heading(other, 'Password successfully reset')).toBeVisible()
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await expect(page.getByText('Reset password failed')).toBeVisible()
    await expect(heading(page, 'This link does not work')).toBeVisible()
  })
})

test.describe('a new e-mail address', () => {
  test('changes for somebody who is signed in, and stays changed on reload', async ({ page, request }) => {
    const person = somebody()
    const email = `new.${person.email}`
    await signUp(page, person)
    await page.goto(await askForChange(page, request, email))
    await expect(heading(page, 'Your Email has been verified!')).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(heading(page, 'Your Email has been verified!')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menu').getByText(email)).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  })

  test('leads somebody who is signed out through sign-in and back', async ({ page, browser, request }) => {
    const person = somebody()
    const email = `new.${person.email}`
    await signUp(page, person)
    const link = await askForChange(page, request, email)
    const other = await otherBrowser(browser)
    await other.goto(link)
    await other.waitForURL(url => url.pathname === '/auth/signin' && url.searchParams.has('email-token'))
    await expect(other.getByLabel('User id or e-mail')).toHaveValue(person.userid)
    await signIn(other, person.userid, person.password)
    await expect(heading(other, 'Your Email has been verified!')).toBeVisible()
  })

  test('tells another user to log in as the right one, who can then follow the same link', async ({
    page,
    browser,
    request,
  }) => {
    const person = somebody()
    const email = `new.${person.email}`
    await signUp(page, person)
    const link = await askForChange(page, request, email)
    const other = await otherBrowser(browser)
    await signUp(other, somebody('bo'))
    await other.goto(link)
    await expect(other.getByText(`Log in as ${person.userid} and try again.`)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Logout and Sign In again' }).click()
    await signIn(other, person.userid, person.password)
    await expect(heading(other, 'Your Email has been verified!')).toBeVisible()
    await expect(other.getByText(email)).toBeVisible()
  })

  test('a link that was used before names the failure and offers to sign in again', async ({
    page,
    browser,
    request,
  }) => {
    const person = somebody()
    await signUp(page, person)
    const link = await askForChange(page, request, `new.${person.email}`)
    await page.goto(link)
    await expect(heading(page, 'Your Email has been verified!')).toBeVisible()
    const other = await otherBrowser(browser)
    await other.goto(link)
    await signIn(other, person.userid, person.password)
    await expect(
      other.getByText('Invite Verification failed, try again or contact the org admin!', { exact: true }),
    ).toBeVisible()
    await expect(other.getByText('This link has expired or was used before. Ask for a new one.')).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Logout and Sign In again' }).click()
    await expect(heading(other, 'Sign in')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

  const expectFits = async (page: Page) =>
    expect(await page.locator('html').evaluate(html => html.scrollWidth)).toBeLessThanOrEqual(360)

  const screens = [
    { path: '/auth/verify-email?token=nothing', title: 'Oops!' },
    { path: '/auth/forgot-password', title: 'Forgot password' },
    { path: '/auth/reset-password?token=nothing', title: 'This link does not work' },
  ]
  for (const { path, title } of screens) {
    test(`${path} fits and is accessible`, async ({ page }) => {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)
    })
  }

  test('everything fits: the banner, the way to a new password, the new address', async ({ page, request }) => {
    const person = somebody('somebodywitharatherlongname')
    const email = `new.${person.email}`
    await signUp(page, person)
    await expect(banner(page)).toBeVisible()
    await expectFits(page)
    await page.goto(await askForChange(page, request, email))
    await expect(heading(page, 'Your Email has been verified!')).toBeVisible()
    await expectFits(page)
    await page.goto('/auth/forgot-password')
    await page.getByLabel('User id or e-mail').fill(email)
    await page.getByRole('button', { name: 'Send link' }).tap()
    await expect(heading(page, 'Check your mail')).toBeVisible()
    await expectFits(page)
    await expectAccessible(page)
    await page.goto(await linkInMail(request, email, resetMail))
    await page.getByLabel('New password').fill(newPassword)
    await expectFits(page)
    await page.getByRole('button', { name: 'Save New Password' }).tap()
    await expect(heading(page, 'Password successfully reset')).toBeVisible()
  })
})
