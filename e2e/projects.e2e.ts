import type { Page } from '@playwright/test'
import { expect, expectAccessible, holdBack, test } from './fixtures.ts'
import { api, browserOf, enter, enterUnheard, orgOf, stopHearing, verified } from './orgs.ts'
import { addToProject, memberOf, newTeam, projectOf, refuse } from './projects.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create a new project' })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.describe('creating a project', () => {
  test('says at each field what is wrong, then whether the id is free, and ends on its overview', async ({
    page,
    request,
  }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    await projectOf(request, owner, org, 'Taken')
    await enter(page, owner, `/org/${org.orgid}/projects`)
    await button(page, 'Create a new project').click()
    const id = dialog(page).getByLabel('Project Id')
    await expectAccessible(page)

    await button(page, 'Create Project').click()
    await expect(id).toHaveAccessibleDescription('Please give a valid project id')
    await expect(id).toBeFocused()
    const name = dialog(page).getByLabel('Project Name')
    await expect(name).toHaveAccessibleDescription('Please give a project name')
    const asked: string[] = []
    page.on('request', sent => {
      if (sent.url().endsWith('/project/isprojectidvalid')) asked.push(sent.postDataJSON().projectid)
    })
    await id.fill('Not an id')
    await expect(id).toHaveAccessibleDescription('Project id should only contain alphanumeric characters or hyphen.')
    // The answer waits until it was seen that there is none yet.
    const seen = await holdBack(page, '**/project/isprojectidvalid')
    await id.fill('taken')
    await expect(id).toHaveAccessibleDescription('Checking availability...')
    seen()
    await expect(id).toHaveAccessibleDescription('Username is already taken.')
    expect(asked, 'what does not pass its own validation is not asked about').toEqual(['taken'])
    await name.fill('Harbour')
    await button(page, 'Create Project').click()
    await expect(id).toHaveAccessibleDescription('Please enter a valid project id.')
    await expect(id).toBeFocused()
    await expectAccessible(page)

    // As it comes from a mail or a table.
    await id.fill(' harbour ')
    await expect(id).toHaveAccessibleDescription('Username harbour is available.')
    const members = page.waitForResponse('**/project/listusers')
    await button(page, 'Create Project').click()
    await expect(toast(page, 'Successfully Created Project.')).toBeVisible()
    await expect(page).toHaveURL(`/org/${org.orgid}/project/harbour/overview`)
    await expect(dialog(page)).toBeHidden()
    expect((await (await members).json()).data.users).toHaveLength(1)
    await expect(page.getByRole('combobox', { name: 'Project: Harbour' })).toBeVisible()
  })

  test('keeps what was typed when the server refuses, when it is closed and when the page is loaded anew', async ({
    page,
    request,
  }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    await enter(page, owner, `/org/${org.orgid}/projects`)
    await button(page, 'Create a new project').click()
    await refuse(page, '**/project/isprojectidvalid')
    await dialog(page).getByLabel('Project Id').fill('harbour')
    await expect(toast(page, 'Something went wrong!')).toBeVisible()
    await dialog(page).getByLabel('Project Name').fill('Harbour survey')
    await dialog(page).getByLabel('Description').fill('Five stations.')
    await refuse(page, '**/project/create')
    await button(page, 'Create Project').click()
    await expect(
      toast(page, 'Uh oh! Something went wrong. Too many tries. Wait a little, then try again.'),
    ).toBeVisible()
    await expect(dialog(page).getByLabel('Project Name')).toHaveValue('Harbour survey')

    await page.keyboard.press('Escape')
    await expect(button(page, 'Create a new project')).toBeFocused()
    await page.unrouteAll()
    await page.reload()
    await button(page, 'Create a new project').click()
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Five stations.')
    // The page behind it is another one now: there is a first project.
    await projectOf(request, owner, org, 'Beacon')
    await expect(page.getByText('Beacon', { exact: true })).toBeAttached()
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Five stations.')
    await button(page, 'Create Project').click()
    await expect(page).toHaveURL(/\/project\/harbour\/overview$/)
    await page.goBack()
    await button(page, 'Create a new project').click()
    await expect(dialog(page).getByLabel('Project Name')).toHaveValue('')
  })
})

test.describe('the projects of an organisation', () => {
  test('stand on cards or in a table, searched and sorted by the server', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    await enter(page, owner, `/org/${org.orgid}/projects`)
    await expect(page.getByText('There are no projects in Northwind yet; create the first one.')).toBeVisible()
    await expect(button(page, 'Create a new project')).toHaveCount(1)
    await expectAccessible(page)

    for (const name of ['Anchor', 'Beacon', 'Chart']) await projectOf(request, owner, org, name)
    await expect(card(page, 'Beacon')).toContainText('owner')
    await expect(card(page, 'Beacon')).toContainText('1 member')
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Chart', 'Beacon', 'Anchor'])

    await page.getByRole('radio', { name: 'Table' }).click()
    await page.reload()
    const rows = page.getByRole('table', { name: 'Projects' }).getByRole('row')
    await expect(rows).toHaveText([/Name/, /Anchor/, /Beacon/, /Chart/])
    await button(page, 'Name').click()
    await expect(rows).toHaveText([/Name/, /Chart/, /Beacon/, /Anchor/])
    await expectAccessible(page)
    await page.getByLabel('Find a project').fill('beac')
    await expect(rows).toHaveText([/Name/, /Beacon/])
    await page.getByLabel('Find a project').fill('zzz')
    await expect(page.getByText('No project here matches “zzz”.')).toBeVisible()
    await button(page, 'Clear the search').click()
    await expect(rows).toHaveCount(4)
  })

  test('come in pages, each of the same cost', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    for (let number = 10; number < 22; number++) await projectOf(request, owner, org, `Pier ${number}`)
    await enter(page, owner, `/org/${org.orgid}/projects`)
    await page.getByRole('radio', { name: 'Table' }).click()
    await expect(page.getByRole('row', { name: 'Pier 19' })).toBeVisible()
    await button(page, 'Next').click()
    await expect(page.getByRole('row', { name: 'Pier 21' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Pier 19' })).toBeHidden()
    await button(page, 'Previous').click()
    await expect(page.getByRole('row', { name: 'Pier 10' })).toBeVisible()
  })

  test('that cannot be fetched say so, and are there after another try', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    await projectOf(request, owner, org, 'Anchor')
    await refuse(page, '**/project/list')
    // Looked for from before it can come: a toast does not wait for a page that is slow to open.
    const told = expect(toast(page, 'Failed to fetch project list')).toBeVisible({ timeout: 60_000 })
    await enterUnheard(page, owner, `/org/${org.orgid}/projects`)
    await told
    await expect(page.getByRole('alert')).toContainText('Too many tries. Wait a little, then try again.')
    await page.unroute('**/project/list')
    await button(page, 'Try again').click()
    await expect(card(page, 'Anchor')).toBeVisible()
  })

  test('can be brought back for 30 days after they were deleted', async ({ page, request }) => {
    const owner = await verified(request)
    const org = await orgOf(request, owner)
    const { orgid, projectid } = await projectOf(request, owner, org, 'Anchor')
    await enter(page, owner, `/org/${orgid}/projects`)
    await expect(card(page, 'Anchor')).toBeVisible()
    await expect(heading(page, 'Deleted projects')).toBeHidden()
    await api(request, owner, '/project/delete', { orgid, projectid })
    await expect(heading(page, 'Deleted projects')).toBeVisible()
    await expectAccessible(page)
    await refuse(page, '**/project/deleted')
    await stopHearing(page)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Deleted projects could not be loaded.')
    await expectAccessible(page)
    await page.unroute('**/project/deleted')
    await button(page, 'Try again').click()
    await button(page, 'Restore Anchor').click()
    await expect(toast(page, 'anchor is back as it was.')).toBeVisible()
    await expect(heading(page, 'Deleted projects')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Anchor' })).toBeVisible()
  })
})

test.describe('who sees a project', () => {
  test('a Member only their own, wherever one looks; an Admin all', async ({ page, browser, request }) => {
    const boss = await verified(request, 'boss')
    const org = await orgOf(request, boss)
    const own = await projectOf(request, boss, org, 'Anchor')
    await projectOf(request, boss, org, 'Beacon')
    const member = await memberOf(request, boss, org, 'Max Berg')
    await addToProject(request, boss, own, member, 'viewer')

    await enter(page, member, `/org/${org.orgid}/projects`)
    await expect(card(page, 'Anchor')).toContainText('viewer')
    await expect(page.getByText('Beacon')).toBeHidden()
    await page.getByRole('link', { name: 'Anchor' }).click()
    await page.getByRole('combobox', { name: 'Project: Anchor' }).click()
    await expect(page.getByRole('option', { name: /Anchor/ })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Beacon' })).toBeHidden()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search or jump to').fill('beacon')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await page.goto(`/org/${org.orgid}/project/beacon/overview`)
    await expect(heading(page, '404 NotFound')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Deployments' })).toBeHidden()

    await api(request, boss, '/orgs/user/role/replace', { orgid: org.orgid, userid: member.userid, role: ['Admin'] })
    const again = await browserOf(browser, member, `/org/${org.orgid}/projects`)
    await expect(card(again, 'Beacon')).toContainText('admin')
  })

  test('who is removed while it is open is led away, and a rename is on the other screens at once', async ({
    page,
    browser,
    request,
  }) => {
    const { boss, owner, member, viewer, orgid, projectid } = await newTeam(request)
    await enter(page, member, `/org/${orgid}/project/${projectid}/sheets`)
    const list = await browserOf(browser, viewer, `/org/${orgid}/projects`)
    await api(request, owner, '/project/editprojectname', { orgid, projectid, projectname: 'Harbour survey' })
    await expect(page.getByRole('combobox', { name: 'Project: Harbour survey' })).toBeVisible()
    await expect(card(list, 'Harbour survey')).toBeVisible()

    // Looked for from before it can come: a toast does not wait for a hand that is slow.
    const told = expect(toast(page, 'Harbour survey is no longer open to you.')).toBeVisible({ timeout: 60_000 })
    await api(request, owner, '/project/removeuser', { orgid, projectid, userid: member.userid })
    await told
    await expect(page).toHaveURL(`/org/${orgid}/projects`)
    await expect(page.getByText('You do not belong to a project of Northwind yet')).toBeVisible()
    await page.goto(`/org/${orgid}/project/${projectid}/sheets`)
    await expect(heading(page, '404 NotFound')).toBeVisible()

    await api(request, boss, '/project/delete', { orgid, projectid })
    await expect(card(list, 'Harbour survey')).toBeHidden()
  })

  test('a list that was on its way while a project was renamed shows the new name', async ({ page, request }) => {
    const { owner, member, orgid, projectid } = await newTeam(request)
    await enter(page, member, `/org/${orgid}/project/${projectid}/sheets`)
    const [read, renamed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/v1/project/list', async route => {
      const response = await route.fetch()
      read.resolve()
      await renamed.promise
      await route.fulfill({ response })
    })
    const switcher = page.getByRole('combobox', { name: /^Project:/ })
    await switcher.click()
    await read.promise
    await api(request, owner, '/project/editprojectname', { orgid, projectid, projectname: 'Harbour survey' })
    await expect(switcher).toHaveAccessibleName('Project: Harbour survey')
    renamed.resolve()
    await expect(page.getByRole('option', { name: 'Harbour survey' })).toBeVisible()
  })
})
