import { expect, expectAccessible, otherBrowser, signUp, somebody, test } from './fixtures.ts'
import { linkInMail } from './mail.ts'
import { askForChange, banner, bearer, heading, signIn, signUpAndListen } from './mailed-links.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const verifyMail = 'Verify your e-mail address'

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
    let sent = 2
    for (; answer.ok() && sent < 20; sent++) answer = await again()
    expect(answer.status()).toBe(429)
    await page.getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText('Too many tries')).toBeVisible()
    await expect(page.getByText(/^Wait( \d+ minutes?)?( \d+ seconds?)?, then try again\.$/)).toBeVisible()

    for (const old of [first, second]) {
      await page.goto(old)
      await expect(heading(page, 'Oops!')).toBeVisible()
    }
    await page.goto(await linkInMail(request, person.email, verifyMail, sent))
    await expect(heading(page, 'Verified!')).toBeVisible()
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
