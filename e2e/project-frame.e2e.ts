import type { APIRequestContext, Page } from '@playwright/test'
import { codeOf } from './codes.ts'
import { expect, expectAccessible, expectWidth, test } from './fixtures.ts'
import { type Account, account, api, browserOf, enter, join, orgOf, verified } from './orgs.ts'
import { newTeam, projectOf, refuse } from './projects.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const switcher = (page: Page, name: string) => page.getByRole('combobox', { name: `Project: ${name}` })
const palette = (page: Page) => page.getByPlaceholder('Search or jump to')

async function jump(page: Page, typed: string, group: string, option: string): Promise<void> {
  // The key works once the page has been drawn.
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette(page).fill(typed)
  await page.getByRole('group', { name: group }).getByRole('option', { name: option }).click()
}

/** Whether a screen reader is told so without being asked. */
async function isAnnounced(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const live = nodes.filter(({ properties }) => properties?.some(({ name }) => name === 'live'))
  const parts = live.flatMap(({ childIds = [] }) => childIds)
  return nodes.some(({ nodeId, name }) => parts.includes(nodeId) && name?.value === text)
}

test.describe('the frame of a project', () => {
  test('switches to the same page of another project, found by the server', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    for (const name of ['Anchor', 'Beacon', 'Chart']) await projectOf(request, owner, org, name)
    await enter(page, owner, `/org/${org.orgid}/project/anchor/settings?tab=members`)
    await switcher(page, 'Anchor').click()
    await expect(page.getByPlaceholder('Search project...')).toBeFocused()
    await expect(page.getByRole('option', { name: 'Anchor' }).getByLabel('selected')).toBeVisible()
    await expectAccessible(page)
    const searched = page.waitForRequest(sent => sent.url().endsWith('/project/list') && sent.postDataJSON().search)
    await page.getByPlaceholder('Search project...').fill('beac')
    await searched
    await expect(page.getByRole('option', { name: 'Chart' })).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/org/${org.orgid}/project/beacon/settings?tab=members`)
    await switcher(page, 'Beacon').click()
    await page.getByPlaceholder('Search project...').fill('zzz')
    await expect(page.getByText('No project found.')).toBeVisible()
    await page.getByRole('option', { name: 'Create a new project' }).click()
    await expect(page.getByRole('dialog', { name: 'Create a new project' })).toBeVisible()
  })

  test('switches between the kinds of assets, outside of overview and settings', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    await projectOf(request, owner, org, 'Anchor')
    await enter(page, owner, `/org/${org.orgid}/project/anchor/overview`)
    const assets = page.getByRole('button', { name: /^Asset type/ })
    await expect(switcher(page, 'Anchor')).toBeVisible()
    await expect(page).toHaveTitle('Overview · Anchor · Northwind · Plinth')
    await expect(assets).toBeHidden()
    await page.getByRole('link', { name: 'STORE', exact: true }).click()
    await expect(page).toHaveURL(/\/anchor\/filestore/)
    await expect(page).toHaveTitle('File Store · Anchor · Northwind · Plinth')
    await expect.poll(() => isAnnounced(page, 'File Store · Anchor · Northwind · Plinth')).toBe(true)
    await expect(assets).toHaveAccessibleName('Asset type: File Store')
    await assets.click()
    await expect(page.getByRole('menuitem')).toHaveText(['Sheets', 'Deployments', 'File Store', 'Object Store'])
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Object Store' }).click()
    await expect(page).toHaveURL(/\/anchor\/objectstore$/)
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Settings' }).click()
    await expect(assets).toBeHidden()
  })

  test('works on a phone, with the store in the drawer', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner, 'N'.repeat(20))
    await projectOf(request, owner, org, `W${'w'.repeat(49)}`)
    await page.setViewportSize({ width: 360, height: 740 })
    await enter(page, owner, `/org/${org.orgid}/project/w${'w'.repeat(49)}/sheets`)
    await expect(heading(page, 'Sheets')).toBeVisible()
    await expectWidth(page)
    for (const one of [page.getByRole('combobox'), page.getByRole('button', { name: /^Asset type/ })])
      for (const found of await one.all()) expect((await found.boundingBox())?.width).toBeGreaterThanOrEqual(24)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'STORE', exact: true }).click()
    await expect(page).toHaveURL(/\/filestore/)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectAccessible(page)
  })
})

test.describe('the palette', () => {
  test('finds projects, areas, people and settings, and does what the user may do', async ({ page, request }) => {
    const { boss, member, orgid, projectid } = await newTeam(request)
    await enter(page, boss, `/org/${orgid}/projects`)
    await page.keyboard.press('Control+k')
    await palette(page).fill('fieldw')
    await expect(page.getByRole('option', { name: /Fieldwork/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /Fieldwork/ })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    expect((await page.getByRole('listbox').boundingBox())?.height).toBeLessThanOrEqual(300)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/org/${orgid}/project/${projectid}/overview`)

    await jump(page, 'domain', 'Fieldwork', 'Domain')
    await expect(page).toHaveURL(/settings\?tab=domain$/)
    await jump(page, 'max', 'Members of Fieldwork', 'Max Berg')
    await expect(page).toHaveURL(/settings\?tab=members$/)
    await page.goto(`/org/${orgid}/projects`)
    await jump(page, 'max', 'People of Northwind', 'Max Berg')
    await expect(page).toHaveURL(new RegExp(`users\\?tab=members&find=${member.userid}`))
    await expect(page.getByRole('row', { name: /Max Berg/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Vera Lund/ })).toBeHidden()
    await jump(page, 'tokens', 'Your account', 'Access tokens')
    await expect(page).toHaveURL('/settings/tokens')
  })

  test('offers a member what a member may do', async ({ page, request }) => {
    const { viewer, orgid, projectid } = await newTeam(request)
    await enter(page, viewer, `/org/${orgid}/project/${projectid}/overview`)
    await page.keyboard.press('Control+k')
    await palette(page).fill('invite people')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await palette(page).fill('boss')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await palette(page).fill('create project')
    await expect(page.getByRole('option', { name: 'Create a new project' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Create a new project' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Create a new project' })).toBeHidden()
    await expect(page.getByRole('main'), 'the keyboard is not lost').toBeFocused()
  })

  test('does not call it nothing when the server could not be asked', async ({ page, request }) => {
    const { boss, orgid } = await newTeam(request)
    await enter(page, boss, `/org/${orgid}/projects`)
    await expect(heading(page, 'Fieldwork')).toBeVisible()
    await refuse(page, '**/project/list')
    await page.keyboard.press('Control+k')
    await palette(page).fill('fieldw')
    const failed = page.getByText('Projects could not be searched. Too many tries.')
    await expect(failed).toBeVisible()
    await expect(page.getByText('Nothing matches.')).toBeHidden()
    await expectAccessible(page)
    // What is known without the server is still there.
    await palette(page).fill('billing')
    await expect(page.getByRole('option', { name: 'Billing' })).toBeVisible()
    await expect(failed).toBeVisible()
    await page.unroute('**/project/list')
    await palette(page).fill('fieldwo')
    await expect(page.getByRole('option', { name: /Fieldwork/ })).toBeVisible()
    await expect(failed).toBeHidden()
  })
})

async function turnOnTwoFactor(request: APIRequestContext, person: Account): Promise<void> {
  const { secret } = await api<{ secret: string }>(request, person, '/login/twofactor/totp/start', {
    password: person.password,
  })
  await api(request, person, '/login/twofactor/totp/confirm', {
    code: codeOf(secret, 'now'),
  })
}

test.describe('an organisation', () => {
  test('that requires two-factor sign-in keeps a member out until it is on', async ({ page, request }) => {
    const owner = await verified(request, 'olga')
    const member = await account(request, 'max')
    const org = await orgOf(request, owner)
    await join(request, owner, org, member)
    await turnOnTwoFactor(request, owner)
    await enter(page, member, `/org/${org.orgid}/projects`)
    await expect(heading(page, 'Projects')).toBeVisible()
    await api(request, owner, '/orgs/edit/twofactor', { orgid: org.orgid, requiretwofactor: true })
    await expect(heading(page, 'Northwind requires two-factor sign-in')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(heading(page, 'Northwind requires two-factor sign-in')).toBeVisible()
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await page.getByRole('link', { name: 'Other organizations' }).click()
    await expect(page.getByRole('dialog').getByRole('row', { name: /Northwind/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Turn on two-factor sign-in' })).toHaveAttribute(
      'href',
      '/settings/security',
    )
    await turnOnTwoFactor(request, member)
    await expect(heading(page, 'Projects')).toBeVisible()
  })

  test('is the one that was open last, with the dialog that the address asks for', async ({ page, request }) => {
    const owner = await verified(request)
    const first = await orgOf(request, owner, 'Anchor')
    const last = await orgOf(request, owner, 'Beacon')
    await enter(page, owner)
    await expect(page).toHaveURL(`/org/${first.orgid}/projects`)
    await page.getByRole('combobox', { name: 'Organization: Anchor' }).click()
    await page.getByRole('option', { name: 'Beacon' }).click()
    await expect(page).toHaveURL(`/org/${last.orgid}/projects`)
    // The address changes before the screen does.
    await expect(page.getByRole('combobox', { name: 'Organization: Beacon' })).toBeVisible()
    await page.goto('/org?dialog=support')
    await expect(page).toHaveURL(`/org/${last.orgid}/projects?dialog=support`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await api(request, owner, '/orgs/delete', { orgid: last.orgid })
    await page.goto('/org')
    await expect(page).toHaveURL(`/org/${first.orgid}/projects`)
  })

  test('brings no schemas along to a page without a form', async ({ browser, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    const page = await browserOf(browser, owner, `/org/${org.orgid}/projects`)
    await expect(heading(page, 'Projects')).toBeVisible()
    const loaded = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)")
    expect(loaded.filter(name => /\/(zod|forms)-/.test(name))).toEqual([])
  })
})
