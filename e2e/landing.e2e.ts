import { filestoreOf, storeAt } from './filestores.ts'
import { expect, expectAccessible, expectWidth, test } from './fixtures.ts'
import { account, enter, orgOf } from './orgs.ts'
import { projectOf } from './projects.ts'

test('a visitor reads what Plinth is and starts', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const section of ['Features', 'Testimonials', 'Pricing']) {
    await page.getByRole('banner').getByRole('link', { name: section }).click()
    await expect(page).toHaveURL(new RegExp(`#${section.toLowerCase()}$`))
    await expect(page.locator(`#${section.toLowerCase()}`)).toBeInViewport()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL('/auth/signin')
})

test('the first page comes without the rest of the product, which follows a hand on a link', async ({ page }) => {
  const files: string[] = []
  page.on('request', request => void files.push(request.url().split('/').at(-1) ?? ''))
  await page.goto('/#pricing')
  await expect(page.locator('#pricing')).toBeInViewport()
  expect(files.filter(name => name.startsWith('start-'))).toEqual([])
  const ahead = page.waitForRequest(/\/assets\/start-/)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).hover()
  await ahead
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About this server' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'What your projects stand on' })).toBeVisible()
})

test('on a phone the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: /menu/i }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: 'Pricing' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: /menu/i }).click()
  await drawer.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.locator('#pricing')).toBeInViewport()
  await expectWidth(page)
})

for (const path of ['/about', '/api/docs', '/nothing/here', '/unauthorized']) {
  test(`${path} is accessible and fits a phone`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectWidth(page)
  })
}

test('the page about cookies names all that the browser keeps, and clears it but for what is under way', async ({
  page,
}) => {
  const person = await account(page.request)
  const org = await orgOf(page.request, person)
  const store = await filestoreOf(page.request, person, await projectOf(page.request, person, org))
  await enter(page, person, storeAt(store))
  await page.getByRole('button', { name: 'Show as grid' }).click()
  await page.goto(`/org/${org.orgid}/projects`)
  await page.getByRole('radio', { name: 'Table' }).click()
  await page.getByRole('button', { name: 'Collapse' }).click()
  await page.evaluate(() => localStorage.setItem('plinth-uploads', '1'))

  await page.goto('/about#cookies')
  const clear = page.getByRole('button', { name: 'Clear the settings' })
  await expect(clear).toBeVisible()
  const named = await page.getByRole('term').allTextContents()
  const kept = () => page.evaluate(() => Object.keys(localStorage).sort())
  const before = await kept()
  expect(before.length).toBeGreaterThan(5)
  expect(before.filter(key => !named.some(name => name && key.startsWith(name)))).toEqual([])
  await clear.click()
  await expect(page.getByText('Cleared.')).toBeVisible()
  expect(await kept()).toEqual(expect.arrayContaining(['plinth-uploads', 'user-credentials']))
  expect(await kept()).not.toContain('plinth-sidebar')
})

test('the API page tries a call', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByPlaceholder(/search/i).fill('isuseridvalid')
  await page.getByText('/api/v1/login/isuseridvalid').click()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByText(/"valid"/).first()).toBeVisible()
  // The keyboard stays there, for the next try.
  await expect(send).toBeFocused()
})

test('pages of nobody say so', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '404 NotFound' })).toBeVisible()
  await page.goto('/unauthorized')
  await expect(page.getByRole('heading', { name: '403 Unauthorized' })).toBeVisible()
  await page.goto('/_ui')
  await expect(page.getByRole('heading', { name: '404 NotFound' })).toBeVisible()
})

test('the theme is remembered and there before the first paint', async ({ page, complaints }) => {
  await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'dark'))
  await page.route('**/assets/**', route => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  // The aborted files are the point of this test; no more of them are told of once the page has gone.
  await page.goto('about:blank')
  complaints.length = 0
})
