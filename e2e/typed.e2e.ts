import type { Page } from '@playwright/test'
import { expect, signUp, somebody, test } from './fixtures.ts'
import { signIn } from './mailed-links.ts'
import { account, enter, orgOf } from './orgs.ts'
import { projectOf } from './projects.ts'
import { button, tab, toast } from './users-screen.ts'

const name = (page: Page) => page.getByLabel('Name', { exact: true })
const description = (page: Page) => page.getByLabel('Description', { exact: true })
const severalLines = 'Trades in everything.\n\n\tClosed on Mondays.'
const oneLine = 'Trades in everything. Closed on Mondays.'

test('a description of several lines is kept as one', async ({ page, request }) => {
  const owner = await account(request, 'owner')
  const { orgid } = await orgOf(request, owner)
  await enter(page, owner, `/org/${orgid}/settings`)
  await description(page).fill(severalLines)
  await button(page, 'Update the description').click()
  await expect(toast(page, 'Description updated.')).toBeVisible()
  await expect(description(page)).toHaveValue(oneLine)

  await page.goto(`/org/${orgid}/projects`)
  await button(page, 'Create a new project').click()
  await page.getByLabel('Project Id').fill('harbour')
  await page.getByLabel('Project Name').fill('Harbour')
  await page.getByLabel('Description').fill(severalLines)
  await button(page, 'Create Project').click()
  await expect(page.getByRole('main').getByText(oneLine, { exact: true })).toBeVisible()
})

test('a setting that is not saved yet stays through a look elsewhere, a reload and another sign-in', async ({
  page,
  request,
}) => {
  const owner = await account(request, 'owner')
  const project = await projectOf(request, owner, await orgOf(request, owner))
  const settings = `/org/${project.orgid}/project/${project.projectid}/settings`
  await enter(page, owner, settings)
  await expect(name(page)).toHaveValue('Fieldwork')
  await expect(name(page)).toHaveAccessibleDescription('')
  await name(page).fill('Harbour survey')
  await description(page).fill('Depths, tides and')
  const stillThere = async () => {
    await expect(name(page)).toHaveValue('Harbour survey')
    await expect(name(page)).toHaveAccessibleDescription('Not saved yet.')
    await expect(description(page)).toHaveValue('Depths, tides and')
    await expect(description(page)).toHaveAccessibleDescription('Not saved yet.')
  }
  await tab(page, 'Members').click()
  await tab(page, 'General').click()
  await stillThere()
  await page.reload()
  await stillThere()
  await page.evaluate(() => localStorage.removeItem('user-credentials'))
  await page.reload()
  await signIn(page, owner.userid, owner.password)
  await stillThere()

  await button(page, 'Update the name').click()
  await expect(toast(page, 'Project Name Updated Successfully.')).toBeVisible()
  await expect(name(page)).toHaveAccessibleDescription('')
  await description(page).fill('')
  await page.reload()
  await expect(name(page)).toHaveValue('Harbour survey')
  await expect(description(page)).toHaveValue('')
  await expect(description(page)).toHaveAccessibleDescription('')
})

test('a setting of the organisation that is not saved yet stays too', async ({ page, request }) => {
  const owner = await account(request, 'owner')
  const { orgid } = await orgOf(request, owner)
  await enter(page, owner, `/org/${orgid}/settings`)
  await name(page).fill('Northwind Traders')
  await description(page).fill('Trades in')
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await page.goBack()
  await expect(name(page)).toHaveValue('Northwind Traders')
  await expect(description(page)).toHaveValue('Trades in')
  await button(page, 'Update the description').click()
  await expect(toast(page, 'Description updated.')).toBeVisible()
  await page.reload()
  await expect(name(page)).toHaveValue('Northwind Traders')
  await expect(description(page)).toHaveAccessibleDescription('')
})

test('what was erased does not come back', async ({ page }) => {
  await signUp(page, somebody())
  await button(page, 'Create a new Org').click()
  const id = page.getByLabel('Organization Id')
  await id.fill('northwind')
  await id.fill('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await button(page, 'Create a new Org').click()
  await expect(id).toHaveValue('')
})

test('blanks around a pasted id do not keep anybody from deleting', async ({ page, request }) => {
  const owner = await account(request, 'owner')
  const { orgid } = await orgOf(request, owner)
  await enter(page, owner, `/org/${orgid}/settings`)
  await button(page, 'Delete Organization').click()
  const sure = page.getByRole('alertdialog', { name: 'Are you sure ?' })
  await sure.getByRole('textbox').fill(` ${orgid} `)
  await expect(sure.getByRole('button', { name: 'Delete Organization' })).toBeEnabled()
})
