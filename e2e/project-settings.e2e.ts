import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectCopied, expectWidth, test } from './fixtures.ts'
import { api, browserOf, enter } from './orgs.ts'
import { addToProject, memberOf, newTeam, type Project, refuse } from './projects.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] })

const settings = ({ orgid, projectid }: Project, tab = 'general') =>
  `/org/${orgid}/project/${projectid}/settings?tab=${tab}`
const name = (page: Page) => page.getByLabel('Name', { exact: true })
const description = (page: Page) => page.getByLabel('Description', { exact: true })
const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const admin = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Project Admins' }).getByRole('listitem').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')
const sure = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure ?' })
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(text, { exact: true }) })

async function openActions(page: Page, who: string, entry: string): Promise<void> {
  await button(page, `Actions for ${who}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function pick(page: Page, label: string, userid: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByPlaceholder('User id or name').fill(userid)
  await page.getByRole('option', { name: userid }).click()
}

test.describe('the general settings of a project', () => {
  test('a new name and description are on a member’s screen at once', async ({ page, browser, request }) => {
    const { owner, member, ...project } = await newTeam(request)
    const theirs = await browserOf(browser, member, settings(project))
    await enter(page, owner, settings(project))
    await name(page).fill('F')
    await button(page, 'Update the name').click()
    await expect(name(page)).toHaveAccessibleDescription('Use at least 2 characters.')
    await name(page).fill('')
    await expect(name(page)).toHaveAccessibleDescription('Please give a project name')
    await expect(name(page)).toBeFocused()
    await expectAccessible(page)

    await page.route('**/project/editprojectname', async route => {
      await expect(button(page, 'Updating...')).toBeVisible()
      await route.fallback()
    })
    await name(page).fill('Harbour survey')
    await name(page).press('Enter')
    await expect(toast(page, 'Project Name Updated Successfully.')).toBeVisible()
    await expect(name(theirs)).toHaveValue('Harbour survey')
    await description(page).fill('Five stations, measured twice.')
    await button(page, 'Update the description').click()
    await expect(toast(page, 'Description updated.')).toBeVisible()
    await expect(description(theirs)).toHaveValue('Five stations, measured twice.')

    await expectCopied(page, () => button(page, 'Copy the project id').click())
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('fieldwork')
    await page.reload()
    await expect(name(page)).toHaveValue('Harbour survey')
    await expect(description(page)).toHaveValue('Five stations, measured twice.')
  })

  test('a refused name says why and stays in the field', async ({ page, request }) => {
    const { owner, ...project } = await newTeam(request)
    await enter(page, owner, settings(project))
    await refuse(page, '**/project/editprojectname')
    await name(page).fill('Harbour survey')
    await button(page, 'Update the name').click()
    await expect(toast(page, 'Project name could not be updated.')).toContainText('Too many tries.')
    await expect(name(page)).toHaveValue('Harbour survey')
  })

  for (const role of ['admin', 'member', 'viewer'] as const) {
    const edits = role === 'admin'
    test(`${edits ? 'an' : 'a'} ${role} changes ${edits ? 'all but the name' : 'nothing'}, on a phone too`, async ({
      page,
      request,
    }) => {
      const { [role]: person, ...project } = await newTeam(request)
      await enter(page, person, settings(project))
      await expect(name(page)).toHaveValue('Fieldwork')
      await expect(name(page)).not.toBeEditable()
      await expect(name(page)).toHaveAccessibleDescription('Only an owner of the project can change the name.')
      await expect(button(page, 'Update the name')).toBeHidden()
      await expect(description(page)).toBeEditable({ editable: edits })
      await expect(button(page, 'Update the description')).toBeVisible({ visible: edits })
      await expect(admin(page, 'Olga Vik')).toContainText('owner')
      await expect(button(page, 'Add Admin')).toBeVisible({ visible: edits })
      await expect(button(page, 'Leave project')).toBeVisible()
      await expect(button(page, 'Delete Project')).toBeHidden()
      if (edits) {
        const remove = button(page, 'Remove Olga Vik from the project')
        await expect(remove).toBeDisabled()
        await expect(remove).toHaveAccessibleDescription('Their role is above your own.')
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await expectWidth(page)
      await expectAccessible(page)
    })
  }

  test('an admin is added and removed, but not the last owner', async ({ page, browser, request }) => {
    const { boss, owner, member, ...project } = await newTeam(request)
    await enter(page, boss, settings(project))
    const theirs = await browserOf(browser, member, settings(project))
    await expect(button(theirs, 'Add Admin')).toBeHidden()
    await button(page, 'Add Admin').click()
    await dialog(page).getByRole('button', { name: 'Add Admin' }).click()
    await expect(page.getByText('Choose a person first.')).toBeVisible()
    await pick(page, 'Person', member.userid)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Add Admin' }).click()
    await expect(toast(page, 'Admin added to project.')).toBeVisible()
    await expect(admin(page, 'Max Berg')).toContainText('admin')
    await expect(admin(theirs, 'Max Berg')).toBeVisible()
    await expect(button(theirs, 'Add Admin')).toBeVisible()

    await button(page, 'Remove Olga Vik from the project').click()
    await sure(page).getByRole('button', { name: 'Remove' }).click()
    const why = 'A project always keeps an owner. Make somebody else owner first.'
    await expect(toast(page, 'Failed to remove admin to project')).toContainText(why)
    await sure(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(admin(page, 'Olga Vik')).toBeVisible()

    await button(page, 'Remove Max Berg from the project').click()
    await expect(sure(page)).toContainText('loses access to everything in Fieldwork')
    await expectAccessible(page)
    await sure(page).getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page, 'Admin removed from project.')).toBeVisible()
    await expect(admin(page, 'Max Berg')).toHaveCount(0)
    await expect(theirs).toHaveURL(/\/projects$/)
    // The boss sees the project through the organisation, and has nothing to leave.
    await expect(button(page, 'Leave project')).toBeHidden()
  })

  test('a member leaves; the last owner cannot', async ({ page, browser, request }) => {
    const { owner, member, ...project } = await newTeam(request)
    await enter(page, member, settings(project))
    await button(page, 'Leave project').click()
    await expect(sure(page)).toContainText('You lose access to everything in Fieldwork.')
    await sure(page).getByRole('button', { name: 'Leave' }).click()
    await expect(toast(page, 'You have left project fieldwork')).toBeVisible()
    await expect(page).toHaveURL(/\/projects$/)
    await page.goto(settings(project))
    await expect(page.getByText('NotFound')).toBeVisible()

    const theirs = await browserOf(browser, owner, settings(project))
    await button(theirs, 'Leave project').click()
    await sure(theirs).getByRole('button', { name: 'Leave' }).click()
    await expect(toast(theirs, 'Unable to leave project')).toContainText('A project always keeps an owner.')
    await expect(name(theirs)).toHaveValue('Fieldwork')
  })

  test('it is deleted by typing its id, and brought back', async ({ page, browser, request }) => {
    const { owner, member, ...project } = await newTeam(request)
    const theirs = await browserOf(browser, member, settings(project, 'members'))
    await enter(page, owner, settings(project))
    await button(page, 'Delete Project').click()
    await expect(sure(page)).toContainText('You can undo this for 30 days.')
    const confirm = sure(page).getByRole('button', { name: 'Delete Project' })
    await expect(confirm).toBeDisabled()
    await sure(page).getByRole('textbox').fill('fieldwork')
    await confirm.click()
    await expect(page).toHaveURL(/\/projects$/)
    const deleted = toast(page, 'fieldwork is deleted.')
    // It stays as long as the pointer rests on it.
    await deleted.hover()
    await expect(theirs).toHaveURL(/\/projects$/)
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'fieldwork is back as it was.')).toBeVisible()
    await theirs.goto(settings(project, 'members'))
    await expect(row(theirs, 'Olga Vik')).toBeVisible()
  })
})

test.describe('the members of a project', () => {
  test('an admin adds somebody, who is on the others’ screens without a reload', async ({ page, browser, request }) => {
    const { boss, admin: ada, viewer, ...project } = await newTeam(request)
    const ida = await memberOf(request, boss, project, 'Ida Strand')
    const theirs = await browserOf(browser, viewer, settings(project, 'members'))
    await expect(row(theirs, 'Olga Vik')).toBeVisible()
    await expect(theirs.getByRole('form', { name: 'Add a member' })).toBeHidden()
    await expect(theirs.getByRole('button', { name: /Actions for/ })).toHaveCount(0)
    await expectAccessible(theirs)

    await enter(page, ada, settings(project, 'members'))
    await expect(page.getByText('4 members')).toBeVisible()
    await button(page, 'Add').click()
    await expect(page.getByText('Choose a person first.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Add a member' }).click()
    await page.getByPlaceholder('User id or name').fill(viewer.userid)
    await expect(page.getByRole('option', { name: viewer.userid })).toBeDisabled()
    await expectAccessible(page)
    await page.getByPlaceholder('User id or name').fill('Ida')
    await page.getByRole('option', { name: `${ida.userid} Ida Strand` }).click()
    await expect(page.getByRole('option', { name: 'owner (above your own role)' })).toBeDisabled()
    await page.getByLabel('Role of the new member').selectOption('viewer')
    await button(page, 'Add').click()
    await expect(toast(page, 'Member added to project.')).toBeVisible()
    await expect(row(theirs, 'Ida Strand')).toContainText('viewer')
    await expect(row(page, 'Ida Strand')).toContainText(ida.userid)
    await expect(page.getByText('5 members')).toBeVisible()
    await expect(button(page, 'Actions for Ada Holm')).toHaveCount(0)
  })

  test('roles are changed, up to one’s own', async ({ page, browser, request }) => {
    const { admin: ada, member, ...project } = await newTeam(request)
    const theirs = await browserOf(browser, member, settings(project, 'members'))
    await expect(row(theirs, 'Max Berg')).toContainText('you')
    await enter(page, ada, settings(project, 'members'))
    await button(page, 'Actions for Olga Vik').click()
    await expect(page.getByText('Their role is above your own.')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Change Role' })).toBeDisabled()
    await expect(page.getByRole('menuitem', { name: 'Remove User' })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await openActions(page, 'Max Berg', 'Change Role')
    const box = (role: string) => dialog(page).getByRole('checkbox', { name: role })
    await expect(box('owner')).toBeDisabled()
    await expect(box('owner')).toHaveAccessibleDescription(/It is above your own role\./)
    await expect(box('member')).toBeChecked()
    await box('member').uncheck()
    await button(page, 'Save changes').click()
    await expect(page.getByText('You have to select at least one item.')).toBeVisible()
    await expectAccessible(page)
    await box('admin').check()
    await box('viewer').check()
    await button(page, 'Save changes').click()
    await expect(toast(page, 'Project roles updated successfully.')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Max Berg')).toContainText('adminviewer')
    await expect(row(theirs, 'Max Berg')).toContainText('adminviewer')
    await expect(theirs.getByRole('form', { name: 'Add a member' })).toBeVisible()
  })

  test('access management tells what somebody reaches, and through what', async ({ page, browser, request }) => {
    const { boss, owner, member, ...project } = await newTeam(request)
    await enter(page, owner, settings(project, 'members'))
    await openActions(page, 'Max Berg', 'Access Management')
    await expect(dialog(page)).toContainText('Works with everything in the project.')
    await expect(dialog(page)).toContainText('Owners and Admins of the organization reach every project.')
    await expect(dialog(page)).toContainText('The project has no filestores yet.')
    await api(request, boss, '/filestore/create', { ...project, fsname: 'Papers' })
    const permission = page.getByLabel('Permission of Max Berg in Papers')
    await expect(permission).toHaveValue('role')
    await permission.selectOption('viewer')
    await expect(toast(page, 'Max Berg is viewer in Papers now.')).toBeVisible()
    await expect(permission).toHaveValue('viewer')
    await expectAccessible(page)

    await api(request, boss, '/orgs/user/role/replace', { ...project, userid: member.userid, role: ['Admin'] })
    const theirs = await browserOf(browser, boss, settings(project, 'members'))
    await openActions(theirs, 'Max Berg', 'Access Management')
    await expect(dialog(theirs)).toContainText('Is admin in every project of the organization.')
    await theirs.keyboard.press('Escape')
    await openActions(theirs, 'Vera Lund', 'Access Management')
    await expect(dialog(theirs)).toContainText('Vera Lund is neither Owner nor Admin of it')
  })

  test('whoever is removed is led away from the page they had open', async ({ page, browser, request }) => {
    const { owner, member, ...project } = await newTeam(request)
    const theirs = await browserOf(browser, member, settings(project, 'members'))
    await enter(page, owner, settings(project, 'members'))
    await openActions(page, 'Max Berg', 'Remove User')
    await expect(sure(page)).toContainText('loses access to everything in Fieldwork')
    await expectAccessible(page)
    await button(page, 'Remove User').click()
    await expect(toast(page, 'Member removed from project.')).toBeVisible()
    await expect(row(page, 'Max Berg')).toHaveCount(0)
    await expect(theirs).toHaveURL(/\/projects$/)
  })

  test('the last owner stays, and why is told', async ({ page, request }) => {
    const { boss, ...project } = await newTeam(request)
    await enter(page, boss, settings(project, 'members'))
    const why = 'A project always keeps an owner. Make somebody else owner first.'
    await openActions(page, 'Olga Vik', 'Remove User')
    await button(page, 'Remove User').click()
    await expect(toast(page, 'Failed to remove member to project')).toContainText(why)
    await button(page, 'Cancel').click()
    await openActions(page, 'Olga Vik', 'Change Role')
    await dialog(page).getByRole('checkbox', { name: 'owner' }).uncheck()
    await dialog(page).getByRole('checkbox', { name: 'member' }).check()
    await button(page, 'Save changes').click()
    await expect(toast(page, 'Updating project role failed!')).toContainText(why)
    await button(page, 'Cancel').click()
    await expect(row(page, 'Olga Vik')).toContainText('owner')
  })

  test('the list is searched and paged by the server, on a phone too', async ({ page, request }) => {
    test.slow()
    const { boss, owner, ...project } = await newTeam(request)
    for (let count = 1; count <= 8; count++) {
      const person = await memberOf(request, boss, project, `Person ${count}`)
      await addToProject(request, owner, project, person)
    }
    await enter(page, owner, settings(project, 'members'))
    await expect(page.getByText('12 members')).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(11)
    await button(page, 'Next').click()
    await expect(rows).toHaveText([/Name/, /Person 8/, /Vera Lund/])
    await openActions(page, 'Vera Lund', 'Remove User')
    await button(page, 'Remove User').click()
    await openActions(page, 'Person 8', 'Remove User')
    await button(page, 'Remove User').click()
    // Nobody is left on an empty page.
    await expect(rows).toHaveCount(11)
    await page.getByLabel('Find a member').fill('person 3')
    await expect(rows).toHaveText([/Name/, /Person 3/])
    await expect(page.getByText('1 of 10 members', { exact: true })).toBeVisible()
    await page.getByLabel('Find a member').fill('nobody like that')
    await expect(page.getByText('Nobody here matches “nobody like that”.')).toBeVisible()

    await page.getByLabel('Find a member').fill('')
    await expect(rows).toHaveCount(11)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectWidth(page)
    await expectAccessible(page)
  })

  test('what fails is told, and nothing that was chosen is lost', async ({ page, request }) => {
    const { boss, owner, ...project } = await newTeam(request)
    const ida = await memberOf(request, boss, project, 'Ida Strand')
    await refuse(page, '**/project/listusers')
    await enter(page, owner, settings(project, 'members'))
    await expect(page.getByText('Failed to fetch the project user list')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/project/listusers')
    await button(page, 'Try again').click()

    await refuse(page, '**/project/adduser')
    await pick(page, 'Add a member', ida.userid)
    await button(page, 'Add').click()
    await expect(toast(page, 'Failed to Add member to project')).toContainText('Too many tries.')
    await expect(page.getByRole('combobox', { name: 'Add a member' })).toContainText(ida.userid)
    await refuse(page, '**/project/rolesinfo*')
    await openActions(page, 'Max Berg', 'Change Role')
    await expect(page.getByText('Fetching project roles failed!')).toBeVisible()
    await page.unroute('**/project/rolesinfo*')
    await button(page, 'Try again').click()
    await refuse(page, '**/project/user/role/replace')
    await button(page, 'Save changes').click()
    await expect(toast(page, 'Updating project role failed!')).toBeVisible()
    await page.keyboard.press('Escape')

    await refuse(page, '**/project/list/admins')
    await page.getByRole('tab', { name: 'General' }).click()
    await expect(page.getByText('Failed to fetch the project admin list')).toBeVisible()
    await page.unroute('**/project/list/admins')
    await button(page, 'Try again').click()
    await refuse(page, '**/project/create/admin')
    await button(page, 'Add Admin').click()
    await pick(page, 'Person', ida.userid)
    await dialog(page).getByRole('button', { name: 'Add Admin' }).click()
    await expect(toast(page, 'Failed to Add admin to project')).toBeVisible()
  })

  test('the domain is not built yet, and says so', async ({ page, request }) => {
    const { viewer, ...project } = await newTeam(request)
    await enter(page, viewer, settings(project, 'domain'))
    await expect(page.getByRole('heading', { name: 'Domain' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to projects' }).click()
    await expect(page).toHaveURL(/\/projects$/)
  })
})
