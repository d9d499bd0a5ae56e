import type { Page } from '@playwright/test'
import { expect, holdBack, test } from './fixtures.ts'
import { api, enter, join, orgOf, verified } from './orgs.ts'
import { addToProject, memberOf, projectOf, refuse } from './projects.ts'
import { account, addMember, button, dialog, newOrg, openActions, row, tab, toast } from './users-screen.ts'

/** Also what lies behind a dialog, which is not there for those who ask by role. */
const behind = (page: Page, text: string) => page.locator('tr').filter({ hasText: text })
const sure = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure ?' })

test.describe('what one is about to answer stays when others move its row to another page', () => {
  test('a member of the organisation', async ({ page, request }) => {
    const world = await newOrg(request)
    for (let count = 1; count <= 9; count++) {
      await addMember(request, world, await account(request, `p${count}`, `Person 0${count}`))
    }
    await enter(page, world.owner, `/org/${world.orgid}/users?tab=members`)
    await openActions(page, 'Person 09', 'Change Role')
    await dialog(page).getByRole('checkbox', { name: 'Admin' }).check()
    await addMember(request, world, await account(request, 'anna', 'Anna Falk'))
    await expect(behind(page, 'Anna Falk')).toBeVisible()
    await expect(behind(page, 'Person 09')).toBeHidden()
    await expect(dialog(page).getByRole('checkbox', { name: 'Admin' })).toBeChecked()
    await button(page, 'Save changes').click()
    await expect(toast(page, 'Roles updated')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await button(page, 'Next').click()
    await expect(row(page, 'Person 09')).toContainText('Admin')
  })

  test('a member of a project', async ({ page, request }) => {
    const owner = await verified(request, 'zoe')
    const org = await orgOf(request, owner)
    const project = await projectOf(request, owner, org)
    for (let count = 1; count <= 9; count++) {
      await addToProject(request, owner, project, await memberOf(request, owner, org, `Person 0${count}`))
    }
    await enter(page, owner, `/org/${org.orgid}/project/${project.projectid}/settings?tab=members`)
    await openActions(page, 'Person 09', 'Remove User')
    await addToProject(request, owner, project, await memberOf(request, owner, org, 'Anna Falk'))
    await expect(behind(page, 'Anna Falk')).toBeVisible()
    await expect(behind(page, 'Person 09')).toBeHidden()
    await expect(sure(page)).toContainText('Person 09')
    await button(page, 'Remove User').click()
    await expect(toast(page, 'Member removed from project.')).toBeVisible()
    await expect(sure(page)).toBeHidden()
  })

  test('an invite', async ({ page, request }) => {
    const { owner, orgid } = await newOrg(request)
    const send = (who: string) => api(request, owner, '/orgs/invite/email', { orgid, email: `${who}-${owner.email}` })
    for (const who of ['first', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) await send(who)
    await enter(page, owner, `/org/${orgid}/users?tab=pending`)
    await page.getByRole('radio', { name: 'By e-mail' }).click()
    await button(page, `Cancel the invite to first-${owner.email}`).click()
    await send('last')
    await expect(behind(page, `last-${owner.email}`)).toBeVisible()
    await expect(behind(page, `first-${owner.email}`)).toBeHidden()
    await expect(sure(page)).toContainText(`first-${owner.email}`)
    await button(page, 'Cancel invite').click()
    await expect(toast(page, 'Invite cancelled successfully')).toBeVisible()
    await expect(sure(page)).toBeHidden()
  })
})

test('Back leads to the page and the search of the projects that one left', async ({ page, request }) => {
  const owner = await verified(request)
  const org = await orgOf(request, owner)
  for (let number = 10; number < 22; number++) await projectOf(request, owner, org, `Pier ${number}`)
  await enter(page, owner, `/org/${org.orgid}/projects`)
  await page.getByRole('radio', { name: 'Table' }).click()
  await button(page, 'Name').click()
  await button(page, 'Next').click()
  await page.getByRole('link', { name: 'Pier 11' }).click()
  await expect(page.getByRole('heading', { name: 'Pier 11' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 2')).toBeVisible()
  await expect(row(page, 'Pier 11')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')

  const search = page.getByLabel('Find a project')
  await search.fill('pier 15')
  await expect(row(page, 'Pier 11')).toBeHidden()
  await page.getByRole('link', { name: 'Pier 15' }).click()
  await expect(page.getByRole('heading', { name: 'Pier 15' })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('pier 15')
  await expect(row(page, 'Pier')).toHaveCount(1)
  await page.goto(`/org/${org.orgid}/projects`)
  await expect(row(page, 'Pier')).toHaveCount(10)
  await expect(search).toHaveValue('')
})

test('the audit log has one page for what fits on one, and hears of projects', async ({ page, request }) => {
  const owner = await verified(request)
  const org = await orgOf(request, owner)
  await enter(page, owner, `/org/${org.orgid}/settings`)
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByText('There are no projects in Northwind yet')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(rows).toHaveCount(2)
  await api(request, owner, '/orgs/edit/name', { orgid: org.orgid, orgname: 'Southwind' })
  await expect(rows).toHaveText([/Who/, /Renamed the organization/, /Created the organization/])
  await projectOf(request, owner, org, 'Harbour')
  await expect(rows).toHaveText([/Who/, /Created a project/, /Renamed/, /Created the organization/])
})

test('activity that could not be read again is read again by Try again', async ({ page, request }) => {
  const owner = await verified(request)
  const { orgid, projectid } = await projectOf(request, owner, await orgOf(request, owner))
  await enter(page, owner, `/org/${orgid}/project/${projectid}/overview`)
  const activity = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
  await expect(activity).toHaveCount(1)
  await refuse(page, '**/project/activity')
  await api(request, owner, '/project/editprojectname', { orgid, projectid, projectname: 'Harbour survey' })
  await expect(page.getByText('The activity could not be loaded.')).toBeVisible()
  await page.unroute('**/project/activity')
  await button(page, 'Try again').click()
  await expect(activity.first()).toContainText('renamed the project to Harbour survey')
})

test('what was just now is not just now for ever', async ({ page, request }) => {
  const owner = await verified(request)
  const { orgid } = await projectOf(request, owner, await orgOf(request, owner))
  await page.clock.install()
  await enter(page, owner, `/org/${orgid}/projects`)
  await expect(page.getByText('Created just now')).toBeVisible()
  await page.clock.fastForward('10:00')
  await expect(page.getByText('Created 10 minutes ago')).toBeVisible()
})

test('whoever joins the organisation can be added to a project at once', async ({ page, request }) => {
  const owner = await verified(request)
  const org = await orgOf(request, owner)
  const project = await projectOf(request, owner, org)
  const listed = page.waitForResponse('**/project/list/org/users')
  await enter(page, owner, `/org/${org.orgid}/project/${project.projectid}/settings?tab=members`)
  await listed
  const ida = await memberOf(request, owner, org, 'Ida Strand')
  await page.getByRole('combobox', { name: 'Add a member' }).click()
  await expect(page.getByRole('option', { name: ida.userid })).toBeVisible()
})

test('whoever is picked while another is being added stays picked', async ({ page, request }) => {
  const owner = await verified(request)
  const org = await orgOf(request, owner)
  const project = await projectOf(request, owner, org)
  const [ida, jon] = [
    await memberOf(request, owner, org, 'Ida Strand'),
    await memberOf(request, owner, org, 'Jon Falk'),
  ]
  const letGo = await holdBack(page, '**/project/adduser')
  await enter(page, owner, `/org/${org.orgid}/project/${project.projectid}/settings?tab=members`)
  const picker = page.getByRole('combobox', { name: 'Add a member' }).and(page.locator('button'))
  await picker.click()
  await page.getByRole('option', { name: ida.userid }).click()
  await button(page, 'Add').click()
  await picker.click()
  await page.getByRole('option', { name: jon.userid }).click()
  letGo()
  await expect(row(page, 'Ida Strand')).toBeVisible()
  await expect(toast(page, 'Member added to project.')).toBeVisible()
  await expect(picker).toContainText(jon.userid)
  await button(page, 'Add').click()
  await expect(row(page, 'Jon Falk')).toBeVisible()
  await expect(picker).not.toContainText(jon.userid)
})

test('the new Owner that was chosen is named whatever is searched for next', async ({ page, request }) => {
  const owner = await verified(request, 'owner')
  const org = await orgOf(request, owner)
  const jon = await account(request, 'jon', 'Jon Falk')
  await join(request, owner, org, jon)
  const letGo = await holdBack(page, '**/orgs/listusers')
  await enter(page, owner, `/org/${org.orgid}/settings`)
  // The field in what it opens has the same name.
  const chooser = page.getByRole('combobox', { name: 'New Owner' }).and(page.locator('button'))
  await chooser.click()
  await expect(page.getByText('Searching...')).toBeVisible()
  letGo()
  await page.getByRole('option', { name: 'Jon Falk' }).click()
  await expect(chooser).toContainText('Jon Falk')
  await chooser.click()
  await page.getByPlaceholder('Search members...').fill('nobody-like-that')
  await expect(page.getByText('No other member found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chooser).toContainText(jon.userid)
})

const cutOff = (page: Page) =>
  page
    .locator('td:has(time)')
    .evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent))

test('no time is cut off in the lists of people on a tablet', async ({ page, request }) => {
  const world = await newOrg(request)
  const { owner, orgid } = world
  await addMember(request, world, await account(request, 'ida', 'Ida Strand'), 'Admin')
  await api(request, owner, '/orgs/invite/email', { orgid, email: `ana-${owner.email}` })
  // The longest that can stand there.
  await page.clock.setFixedTime(Date.now() + 59 * 60_000)
  await page.setViewportSize({ width: 768, height: 1024 })
  await enter(page, owner, `/org/${orgid}/users?tab=members`)
  await expect(row(page, 'Ida Strand')).toContainText('59 minutes ago')
  await expect.poll(() => cutOff(page)).toEqual([])
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('columnheader', { name: 'Last seen' })).toBeVisible()
  await expect.poll(() => cutOff(page)).toEqual([])
  await tab(page, 'Pending').click()
  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await expect(row(page, 'ana-')).toContainText('59 minutes ago')
  await expect.poll(() => cutOff(page)).toEqual([])
})
