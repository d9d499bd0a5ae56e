import type { Page } from '@playwright/test'
import { expect, expectAccessible, otherBrowser, signUp, somebody, test } from './fixtures.ts'
import { countMails, linkInMail } from './mail.ts'
import { askForChange, banner, heading, signIn, signUpAndListen } from './mailed-links.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const resetMail = 'Set a new password'
const newPassword = 'An0ther-Secret'

async function askForReset(page: Page, who: string): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(heading(page, 'Forgot password')).toBeVisible()
  await page.getByLabel('User id or e-mail').fill(who)
  await page.getByRole('button', { name: 'Send link' }).click()
}

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
