import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectWidth,
  holdBack,
  otherBrowser,
  type Person,
  signUp,
  somebody,
  test,
} from './fixtures.ts'
import { linkInMail } from './mail.ts'
import { stopHearing } from './orgs.ts'

const newPassword = 'An0ther-Secret'
const phone = { width: 360, height: 740 }

const email = (page: Page) => page.getByLabel('E-mail', { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const toastOf = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Ends when the page hears what happens elsewhere, so that nothing is told before it listens. */
async function openAccount(page: Page, person: Person): Promise<void> {
  const listening = page.waitForResponse(/\/api\/v1\/events\?/)
  await signUp(page, person, '/settings')
  await listening
  await expect(email(page)).toHaveValue(person.email)
}

async function signIn(page: Page, { userid }: Person, password: string): Promise<void> {
  await page.getByLabel('User id or e-mail').fill(userid)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

/** Has the server refuse a call, as it does when it is asked too often. */
async function refuse(page: Page, path: string): Promise<void> {
  const msg = 'Too many tries. Wait a little, then try again.'
  const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
  await page.route(path, route =>
    route.fulfill({ status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }),
  )
}

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test.describe('the account screen', () => {
  test('says who one is', async ({ page }) => {
    const person = somebody()
    await openAccount(page, person)
    const you = page.getByRole('region', { name: 'You' })
    await expect(you.getByText('ma', { exact: true })).toHaveCSS('text-transform', 'uppercase')
    await expect(you.getByText('Mara Lind')).toBeVisible()
    await expect(you.getByText(person.userid)).toBeVisible()
    await expect(you.getByText('Connected')).toContainText('Registered with Password')
    const username = page.getByLabel('Username')
    await expect(username).toHaveValue(person.userid)
    await expect(username).not.toBeEditable()
    await username.hover()
    await expect(page.getByRole('tooltip', { name: 'Username can not be changed!' })).toBeAttached()
    await page.mouse.move(0, 0, { steps: 5 })
    await expect(page.getByRole('tooltip')).toBeHidden()
    await expectAccessible(page)
  })

  test('a failure to load is told, and Try again helps', async ({ page }) => {
    const person = somebody()
    await refuse(page, '**/login/user/info')
    await stopHearing(page)
    // Looked for from before it can come: a toast does not wait for a page that is slow to open.
    const told = expect(toastOf(page, 'Getting User Info Failed!')).toBeVisible({ timeout: 60_000 })
    await signUp(page, person, '/settings')
    await told
    const sentence = 'An Unexpected error occured: Too many tries. Wait a little, then try again.'
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/login/user/info')
    await button(page, 'Try again').click()
    await expect(email(page)).toHaveValue(person.email)
  })

  test('the e-mail changes when the link in the new mailbox is followed, on every open page', async ({
    page,
    browser,
    context,
    request,
  }) => {
    const person = somebody()
    const wanted = `new-${person.email}`
    await openAccount(page, person)
    await expect(email(page)).not.toBeEditable()
    await button(page, 'Edit').click()
    await expect(email(page)).toBeFocused()
    await email(page).fill(wanted.toUpperCase())
    await button(page, 'Save').click()
    const toast = page.locator('[data-sonner-toast][data-type=error]')
    await expect(toast).toContainText('A verification link was sent to the new e-mail.')
    await expect(toast).toContainText('It must be verified to apply the change.')
    await expect(email(page)).toHaveValue(person.email)
    await expect(button(page, 'Edit')).toBeFocused()

    const other = await otherBrowser(browser)
    await other.goto('/auth/signin')
    const listening = other.waitForResponse(/\/api\/v1\/events\?/)
    await signIn(other, person, person.password)
    await listening
    await button(page, 'Set new password').click()
    await page.getByLabel('Current Password').fill(person.password)
    const second = await context.newPage()
    await second.goto(await linkInMail(request, wanted, 'Verify your new e-mail address'))
    await expect(second.getByText('Your Email has been verified!')).toBeVisible()
    await expect(email(page)).toHaveValue(wanted)
    // What one is at stays.
    await expect(page.getByLabel('Current Password')).toHaveValue(person.password)
    await button(page, 'Close').click()
    await expect(email(page)).toHaveAccessibleDescription('Verified')
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menu')).toContainText(wanted)
    // And where the other browser has kept the old one.
    await other.getByRole('button', { name: 'Your account' }).click()
    await expect(other.getByRole('menu')).toContainText(wanted)
  })

  test('Cancel restores the e-mail, and what is not an address or not new is not sent', async ({ page }) => {
    const person = somebody()
    await openAccount(page, person)
    const sent: string[] = []
    page.on('request', request => sent.push(request.url()))
    await button(page, 'Edit').click()
    await email(page).fill('nobody@')
    await button(page, 'Save').click()
    await expect(page.getByText('Enter Valid email id')).toBeVisible()
    await expect(email(page)).toBeFocused()
    await expectAccessible(page)
    await button(page, 'Cancel').click()
    await expect(email(page)).toHaveValue(person.email)
    await expect(page.getByText('Enter Valid email id')).toBeHidden()

    await button(page, 'Edit').click()
    await email(page).fill(` ${person.email.toUpperCase()}`)
    await page.keyboard.press('Enter')
    await expect(button(page, 'Edit')).toBeFocused()
    await expect(email(page)).toHaveValue(person.email)
    expect(sent.filter(url => url.includes('/email/change'))).toEqual([])
  })

  test("somebody else's e-mail is refused at the field", async ({ page, browser }) => {
    const taken = somebody('olga')
    await signUp(await otherBrowser(browser), taken, '/robots.txt')
    await openAccount(page, somebody())
    await button(page, 'Edit').click()
    await email(page).fill(taken.email)
    await button(page, 'Save').click()
    await expect(page.getByText('Updating Roles Failed!')).toBeVisible()
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(email(page)).toHaveValue(taken.email)
  })

  test('what was typed is still there after signing in again', async ({ page }) => {
    const person = somebody()
    await openAccount(page, person)
    await button(page, 'Edit').click()
    await email(page).fill('half-typed@example.org')
    await page.evaluate(() => localStorage.removeItem('user-credentials'))
    await page.reload()
    await signIn(page, person, person.password)
    await expect(page).toHaveURL(/\/settings$/)
    await expect(email(page)).toHaveValue('half-typed@example.org')
    await expect(email(page)).toBeEditable()
    await button(page, 'Cancel').click()
    await expect(email(page)).toHaveValue(person.email)
  })

  test('the notification switch is stored, and goes back when the server refuses', async ({ page }) => {
    await openAccount(page, somebody())
    const toggle = page.getByRole('switch', { name: 'Notifications' })
    await expect(toggle).toHaveAccessibleDescription('Do you need a notification pop up ones new update pushed')
    const before = await toggle.isChecked()
    const stored = page.waitForResponse(/user\/notifications/)
    await toggle.click()
    await stored
    await page.reload()
    await expect(toggle).toBeChecked({ checked: !before })

    await refuse(page, '**/login/user/notifications')
    await toggle.click()
    await expect(page.getByText('Something went wrong!')).toBeVisible()
    await expect(toggle).toBeChecked({ checked: !before })
  })
})

test.describe('the password', () => {
  test('is changed knowing the current one, which signs out every other browser at once', async ({ page, browser }) => {
    test.slow()
    const person = somebody()
    await openAccount(page, person)
    const other = await otherBrowser(browser)
    await other.goto('/auth/signin?redirect=/settings')
    const listening = other.waitForResponse(/\/api\/v1\/events\?/)
    await signIn(other, person, person.password)
    await listening

    await button(page, 'Set new password').click()
    await expect(dialog(page).getByRole('heading', { name: 'Change Password' })).toBeVisible()
    await expect(page.getByLabel('Current Password')).toBeFocused()
    await page.getByLabel('Current Password').fill('Wr0ng-Secret')
    await page.getByLabel('New Password').fill('short')
    await expect(dialog(page).getByText('At least 8 characters')).toContainText('missing')
    await button(page, 'Save changes').click()
    await expect(page.getByText('Password should atleast be of length 8')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('New Password').fill(newPassword)
    await expect(dialog(page).getByText('At least 8 characters')).toContainText('done')
    await button(page, 'Save changes').click()
    await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription('The current password is not right.')
    await expect(page.getByText('Updating Roles Failed!')).toBeVisible()
    await page.getByLabel('Current Password').fill(person.password)
    await button(page, 'Save changes').click()
    await expect(dialog(page)).toBeHidden()
    await expect(button(page, 'Set new password')).toBeFocused()

    await expect(other).toHaveURL(/\/auth\/signin/)
    await signIn(other, person, newPassword)
    await expect(email(other)).toHaveValue(person.email)
  })

  test('comes by mail to somebody who has none yet', async ({ page, request }) => {
    // As single sign-on leaves an account; the rest of the road is the real one.
    await page.route('**/login/user/info', async route => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, ssotype: 'gsso', haspassword: false } } })
    })
    const person = somebody()
    await openAccount(page, person)
    await expect(page.getByRole('region', { name: 'You' }).getByText('Connected')).toContainText('Google')
    await button(page, 'Set new password').click()
    await expect(dialog(page)).toContainText(`We send a link to ${person.email}`)
    await expectAccessible(page)
    await button(page, 'Send the link').click()
    await expect(page.getByText('Email Sent succesfully')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    expect(await linkInMail(request, person.email, 'Set a new password')).toContain('/auth/reset-password')
  })
})

test.describe('the profile dialog', () => {
  test('opens from the menu at each of its tabs and gives the focus back', async ({ page }) => {
    test.slow()
    await signUp(page, somebody())
    for (const [entry, tab] of [
      ['Profile', 'Profile'],
      ['Organizations', 'Organization'],
      ['Support', 'Support'],
    ] as const) {
      await openMenu(page, entry)
      await expect(dialog(page).getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Your account' })).toBeFocused()
    }
  })

  test('has an address, which Back leaves', async ({ page }) => {
    const person = somebody()
    await signUp(page, person)
    await openMenu(page, 'Profile')
    await expect(email(page)).toHaveValue(person.email)
    await expect(page).toHaveURL(/dialog=profile/)
    await page.getByRole('tab', { name: 'Support' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await page.goForward()
    await dialog(page).getByRole('link', { name: 'access token' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible()
  })

  test('once it is closed, Back leads to the page before', async ({ page }) => {
    await signUp(page, somebody())
    await page.goto('/settings/tokens')
    await page.getByRole('link', { name: 'Security' }).first().click()
    await expect(page).toHaveURL(/\/settings\/security$/)
    await openMenu(page, 'Profile')
    await page.getByRole('tab', { name: 'Support' }).click()
    await expect(page).toHaveURL(/dialog=support/)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/settings\/security$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/settings\/tokens$/)
    // Where an address brought it, there is no step to go back to.
    await page.goto('/settings/tokens?dialog=support')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/settings\/tokens$/)
  })

  test('lists the organizations and finds one of them', async ({ page }) => {
    const person = somebody()
    await signUp(page, person)
    const stored = await page.evaluate(() => localStorage.getItem('user-credentials') ?? '{}')
    const headers = { authorization: `Bearer ${JSON.parse(stored).accesstoken}` }
    for (const orgname of ['Harbour works', 'Field sensors']) {
      const orgid = `${orgname.slice(0, 5).toLowerCase()}-${person.userid.split('-')[1]}`
      await page.request.post('/api/v1/orgs/create', { headers, data: { orgid, orgname } })
    }
    await page.goto('/settings?dialog=organization')
    const rows = dialog(page).getByRole('row')
    await expect(rows).toHaveText([/Name/, /Field sensors.*Owner/, /Harbour works.*Owner/])
    await dialog(page).getByLabel('Find Organization').fill('WORKS')
    await expect(rows).toHaveText([/Name/, /Harbour works/])
    await dialog(page).getByLabel('Find Organization').fill('nothing like it')
    await expect(dialog(page).getByText('No results')).toBeVisible()
    await dialog(page).getByLabel('Find Organization').fill('field')
    await dialog(page).getByRole('link', { name: 'Field sensors' }).click()
    await expect(page).toHaveURL(/\/org\/field-/)
    await expect(dialog(page)).toBeHidden()
  })
})

test('logging out in one tab reaches the other at once', async ({ page, context }) => {
  await openAccount(page, somebody())
  const second = await context.newPage()
  await second.goto('/settings/security')
  await expect(second.getByText('this device')).toBeVisible()
  await openMenu(page, 'Logout')
  await expect(page).toHaveURL(/\/auth\/signin/)
  await expect(second).toHaveURL(/\/auth\/signin/)
})

test('a new address cannot be changed on while it is being sent', async ({ page }) => {
  const person = somebody()
  await openAccount(page, person)
  const letGo = await holdBack(page, '**/login/email/change/verificationlink')
  await button(page, 'Edit').click()
  await email(page).fill(`new-${person.email}`)
  await email(page).press('Enter')
  await expect(email(page)).not.toBeEditable()
  letGo()
  await expect(toastOf(page, 'A verification link was sent to the new e-mail.')).toBeVisible()
  await expect(email(page)).toHaveValue(person.email)
})

test('all of it works on a phone', async ({ page }) => {
  await page.setViewportSize(phone)
  const person = somebody()
  await openAccount(page, person)
  await expectWidth(page)
  await button(page, 'Edit').click()
  await email(page).fill('x')
  await button(page, 'Save').click()
  await expect(page.getByText('Enter Valid email id')).toBeVisible()
  await button(page, 'Cancel').click()
  await button(page, 'Set new password').click()
  await page.getByLabel('Current Password').fill(person.password)
  await page.getByLabel('New Password').fill(newPassword)
  await button(page, 'Save changes').click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await openMenu(page, 'Support')
  await expect(dialog(page).getByRole('heading', { name: 'No mail arrives' })).toBeVisible()
  await expectWidth(page)
  await expectAccessible(page)
})
