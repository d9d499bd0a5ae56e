import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectWidth, signUp, signUpByHand, somebody, test } from './fixtures.ts'
import { type Account, account, enter, type Org, orgOf } from './orgs.ts'

/** Somebody in an organisation of their own, whose first page is open. */
async function enterOrg(page: Page, orgname = 'Northwind'): Promise<Account & Org> {
  const person = await account(page.request)
  const org = await orgOf(page.request, person, orgname)
  await enter(page, person, `/org/${org.orgid}/projects`)
  return { ...person, ...org }
}

test.describe('signing up', () => {
  test('says whether the user id is free, and ticks off the password as it is typed', async ({ page, browser }) => {
    const person = somebody()
    const earlier = await (await browser.newContext()).newPage()
    await signUp(earlier, person, '/robots.txt')

    await page.goto('/auth/signup')
    await expectAccessible(page)
    const userid = page.getByLabel('User id', { exact: true })
    await userid.fill(person.userid)
    await expect(page.getByText('Username is already taken.')).toBeVisible()
    await userid.fill(`${person.userid}2`)
    await expect(page.getByText(`Username ${person.userid}2 is available.`)).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill('passw0rd')
    const checklist = page.getByRole('listitem')
    await expect(checklist.filter({ hasText: 'At least 8 characters' })).toContainText('done')
    await expect(checklist.filter({ hasText: 'An uppercase letter' })).not.toContainText('done')
  })

  test('keeps what was typed when the server refuses', async ({ page, browser }) => {
    const person = somebody()
    await signUp(await (await browser.newContext()).newPage(), person, '/robots.txt')
    await page.goto('/auth/signup')
    await page.getByLabel('User id', { exact: true }).fill(`${person.userid}2`)
    await page.getByLabel('Name', { exact: true }).fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Sign up failed')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/An account with this e-mail address exists/)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
  })

  test('is not offered in vain where it takes an invite', async ({ page }) => {
    await page.route('**/api/v1/login/providers', route =>
      route.fulfill({ json: { data: { google: null, github: null, signup: 'invite' } } }),
    )
    await page.goto('/auth/signup')
    await expect(page.getByText('Only invited people can sign up here.')).toBeVisible()
    await expect(page.getByLabel('User id', { exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('User id or e-mail')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)

    await page.goto('/auth/signup?invite-token=one')
    await expect(page.getByLabel('User id', { exact: true })).toBeVisible()
  })
})

test.describe('signing in', () => {
  test('leads back to the deep link that was wanted', async ({ page }) => {
    const person = await enterOrg(page)
    await page.getByRole('button', { name: /your account/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/auth/signin')

    await page.goto(`/org/${person.orgid}/billing`)
    await expect(page).toHaveURL(/\/auth\/signin\?redirect=/)
    await expect(page.getByLabel('User id or e-mail')).toBeVisible()
    await expect(page.getByRole('alert'), 'nobody threw them out').toHaveCount(0)
    await page.getByLabel('User id or e-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-0ne')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('The user id or the password is not right.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`/org/${person.orgid}/billing`)
  })

  test('is only for those who are not', async ({ page }) => {
    const person = somebody()
    await signUp(page, person)
    for (const path of ['/', '/auth/signin', '/auth/signup']) {
      await page.goto(path)
      await expect(page).toHaveURL('/org')
    }
  })

  test('never leads to another site', async ({ page }) => {
    const person = somebody()
    await signUp(page, person)
    await page.evaluate('localStorage.clear()')
    await page.goto('/auth/signin?redirect=https://example.org/')
    await page.getByLabel('User id or e-mail').fill(person.userid)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/org')
  })
})

test.describe('organisations', () => {
  test('the first one is created from the welcome screen', async ({ page }) => {
    const person = somebody()
    await signUpByHand(page, person)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create a new Org' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a new Organization' })
    await expect(dialog.getByText('This is a unique id for your Organization.')).toBeVisible()
    await expect(dialog.getByText('This is your public display name.')).toBeVisible()
    await dialog.getByLabel('Organization Id').fill('Not Good')
    await dialog.getByLabel('Organization Name').fill('x')
    await dialog.getByRole('button', { name: 'Create Org' }).click()
    await expect(
      dialog.getByText('Organization id should only contain alphanumeric characters or hyphen.'),
    ).toBeVisible()
    await expect(dialog.getByLabel('Organization Id')).toBeFocused()
    await dialog.getByLabel('Organization Id').fill(person.userid)
    await expect(dialog.getByText(`Org id ${person.userid} is available.`)).toBeVisible()
    await dialog.getByLabel('Organization Name').fill('Northwind')
    await dialog.getByRole('button', { name: 'Create Org' }).click()
    await expect(page.getByText('Org created successfully')).toBeVisible()
    await expect(page).toHaveURL(`/org/${person.userid}/projects`)
    await expect(dialog).toBeHidden()
  })

  test('an id that is taken is refused, and the focus is on it', async ({ page }) => {
    const { orgid } = await enterOrg(page)
    await page.getByRole('combobox', { name: /northwind/i }).click()
    await page.getByRole('option', { name: 'Create a new Org' }).click()
    await page.getByLabel('Organization Id').fill(orgid)
    await expect(page.getByText('Org id is already taken.')).toBeVisible()
    await page.getByLabel('Organization Name').fill('Northwind again')
    await page.getByRole('button', { name: 'Create Org' }).click()
    await expect(page.getByText('Please enter a valid org id.')).toBeVisible()
    await expect(page.getByLabel('Organization Id')).toBeFocused()
  })

  test('are switched, and one of somebody else is not there', async ({ page, browser }) => {
    const mara = await enterOrg(page)
    await page.getByRole('combobox', { name: /northwind/i }).click()
    await page.getByPlaceholder('Search org...').fill('nothing like it')
    await expect(page.getByText('No org found.')).toBeVisible()
    await page.keyboard.press('Escape')

    const other = await (await browser.newContext()).newPage()
    await enterOrg(other, 'Southwind')
    await other.goto(`/org/${mara.orgid}/projects`)
    await expect(other.getByRole('heading', { name: '404 NotFound' })).toBeVisible()
    await expect(other).toHaveTitle('Not found · Plinth')
  })
})

test.describe('the frame', () => {
  test.beforeEach(async ({ page }) => {
    await enterOrg(page)
  })

  for (const width of [1440, 360]) {
    test(`stands where it will, before the organisations are known, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 })
      let answer = () => {}
      const held = new Promise<void>(resolve => {
        answer = resolve
      })
      await page.route('**/api/v1/orgs/list*', async route => {
        await held
        await route.continue()
      })
      await page.reload()
      await expect(page.getByRole('main').getByText('Loading')).toBeAttached()
      const places = async () => [
        (await page.getByRole('main').boundingBox())?.x,
        (await page.getByRole('link', { name: 'Plinth home' }).boundingBox())?.x,
      ]
      const before = await places()
      answer()
      await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
      expect(await places()).toEqual(before)
    })
  }

  test('has a sidebar that stays as one left it', async ({ page }) => {
    const sidebar = page.getByRole('complementary')
    expect((await sidebar.boundingBox())?.width).toBe(208)
    await page.getByRole('button', { name: 'Collapse' }).click()
    await expect(async () => expect((await sidebar.boundingBox())?.width).toBe(70)).toPass()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
    expect((await sidebar.boundingBox())?.width).toBe(70)
  })

  for (const area of ['Projects', 'Users', 'Domains', 'Billing', 'Settings']) {
    test(`leads to ${area}, accessible and at home on a phone`, async ({ page }) => {
      await page.getByRole('link', { name: area }).click()
      await expect(page).toHaveURL(new RegExp(`/${area.toLowerCase()}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 740 })
      await expectWidth(page)
    })
  }

  test('has a palette and a list of shortcuts under the keyboard', async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search or jump to').fill('bill')
    // It is there once the organisations are.
    await expect(page.getByRole('option', { name: 'Billing' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/billing/)
    await expect(page.getByPlaceholder('Search or jump to')).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: /shortcuts/i })).toBeVisible()
  })

  test('shows that there are no notifications, in a popover wide enough', async ({ page }) => {
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByText("You don't have any notifications.")).toBeVisible()
    const popover = page.getByRole('dialog', { name: 'Notifications' })
    await expect.poll(async () => (await popover.boundingBox())?.width).toBeGreaterThanOrEqual(400)
  })

  test('turns dark and stays dark', async ({ page }) => {
    await page.getByRole('button', { name: /your account/i }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Dark mode' }).click()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await page.reload()
    await expect(page.locator('html')).toHaveClass(/dark/)
  })

  test('is a drawer on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: /menu|navigation/i }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Billing' }).click()
    await expect(page).toHaveURL(/billing/)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('ends in every tab at once', async ({ page, context }) => {
    const second = await context.newPage()
    await second.goto(page.url())
    await expect(second.getByRole('link', { name: 'Billing' })).toBeVisible()
    await page.getByRole('button', { name: /your account/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(second.getByRole('alert')).toContainText('Your session has ended')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('offline', () => {
  test('covers the page, and what was typed is there afterwards', async ({ page, context }) => {
    // What is still asked for when the line goes would be noted as an error.
    const asked = page.waitForResponse('**/api/v1/login/providers')
    await page.goto('/auth/signup')
    await asked
    await page.getByLabel('Name', { exact: true }).fill('Half a na')
    await context.setOffline(true)
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
    await expect(page.getByText('Please connect to the internet and try again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeHidden()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a na')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  })
})

test.describe('a new release while the page is open', () => {
  test('is loaded when a file of the old one is gone', async ({ page, complaints }) => {
    await page.goto('/')
    // The old release's file for the next page is gone once; after the reload it is the new one.
    let gone = 0
    await page.route(/\/assets\/(?!index).*\.js$/, route =>
      gone++ === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
    )
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await expect(page.getByLabel('User id or e-mail')).toBeVisible()
    complaints.length = 0
  })

  test('is loaded for somebody who is signed in and comes to the front page', async ({ page, complaints }) => {
    await signUp(page, somebody())
    let gone = 0
    await page.route(/\/assets\/(?!first|landing|rolldown|site).*\.js$/, route =>
      gone++ === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
    )
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome to Plinth' })).toBeVisible()
    expect(gone).toBeGreaterThan(0)
    complaints.length = 0
  })

  test('that cannot be loaded either ends in words and a button', async ({ page, complaints }) => {
    await page.goto('/')
    await page.route(/\/assets\/(?!first|index|rolldown|start).*\.js$/, route => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await expect(page.getByRole('heading', { name: 'Ooops, something went wrong :(' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByLabel('User id or e-mail')).toBeVisible()
    complaints.length = 0
  })
})

test.describe('a browser that keeps nothing', () => {
  const refused = `get() { throw new DOMException('Access is denied.', 'SecurityError') }`
  const blocked = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { ${refused} })`
  const full = `Storage.prototype.setItem = () => { throw new DOMException('Full.', 'QuotaExceededError') }`
  for (const [why, script] of Object.entries({ blocked, full })) {
    test(`shows every page, and what is chosen holds while it is open: ${why}`, async ({ page }) => {
      await page.addInitScript(script)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/s/no-such-link-here')
      await expect(page.getByText('This link does not work any more.')).toBeVisible()
      const person = somebody()
      await signUpByHand(page, person)
      await page.getByRole('button', { name: 'Create a new Org' }).click()
      await page.getByLabel('Organization Id').fill(`${person.userid}-org`)
      await page.getByLabel('Organization Name').fill('Northwind')
      await page.getByRole('button', { name: 'Create Org' }).click()
      await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
      await page.getByRole('button', { name: 'Collapse' }).click()
      await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
    })
  }
})
