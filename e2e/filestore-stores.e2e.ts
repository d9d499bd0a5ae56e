import type { Page } from '@playwright/test'
import { button, field, menuitem, scene, toast } from './filestore-desk.ts'
import { filestoreOf, line, storeAt } from './filestores.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { api, browserOf, enter } from './orgs.ts'
import { newTeam, type Project } from './projects.ts'

const area = ({ orgid, projectid }: Project) => `/org/${orgid}/project/${projectid}/filestore`
const selector = (page: Page) => page.getByRole('combobox', { name: /^Filestore:/ })

test('the first one is made by an admin; a member is told who can', async ({ page, browser, request }) => {
  const { admin, member, ...project } = await newTeam(request)
  const theirs = await browserOf(browser, member, area(project))
  await expect(theirs.getByText('An owner or admin of the project can create one.')).toBeVisible()
  await expect(button(theirs, 'Create a new filestore')).toBeHidden()
  await expectAccessible(theirs)

  await enter(page, admin, `/org/${project.orgid}/project/${project.projectid}/overview`)
  await page.getByRole('link', { name: 'STORE', exact: true }).click()
  await button(page, 'Create a new filestore').click()
  await button(page, 'Create filestore').click()
  await expect(field(page, 'Filestore Name')).toHaveAccessibleDescription('Please give a filestore name')
  await field(page, 'Filestore Name').fill('Archive')
  await button(page, 'Create filestore').click()
  await expect(toast(page, 'Filestore created.')).toBeVisible()
  await expect(selector(page)).toContainText('Archive')
  await expect(page).toHaveURL(/\/filestore\/[\w-]+$/)
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await expectAccessible(page)
  // It is there for the member at once.
  await expect(selector(theirs)).toContainText('Archive')
})

test('another one is chosen by its name, renamed, limited, deleted and brought back', async ({ page, request }) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const drafts = await filestoreOf(request, owner, project, 'Drafts')
  await enter(page, owner, storeAt(archive))
  await expect(selector(page)).toContainText(archive.fsid)
  await selector(page).click()
  await page.getByPlaceholder('Search filestore...').fill('nothing like it')
  await expect(page.getByText('No Filestore found.')).toBeVisible()
  await page.getByPlaceholder('Search filestore...').fill('dra')
  await page.getByRole('option', { name: /Drafts/ }).click()
  await expect(page).toHaveURL(storeAt(drafts))
  await expect(selector(page)).toContainText('Drafts')

  await button(page, 'Actions for the filestore').click()
  await menuitem(page, 'Rename filestore').click()
  await field(page, 'Filestore Name').fill('Archive')
  await button(page, 'Rename').click()
  await expect(field(page, 'Filestore Name')).toHaveAccessibleDescription(/has a filestore with this name already/)
  await field(page, 'Filestore Name').fill('Sketches')
  await button(page, 'Rename').click()
  await expect(selector(page)).toContainText('Sketches')
  await button(page, 'Actions for the filestore').click()
  await menuitem(page, 'Limit').click()
  await field(page, 'Limit in GB').fill('1.5')
  await button(page, 'Save changes').click()
  await expect(page.getByText('0 bytes of 1.5 GB used')).toBeVisible()

  await button(page, 'Actions for the filestore').click()
  await menuitem(page, 'Delete filestore').click()
  await expect(button(page, 'Delete filestore')).toBeDisabled()
  await page.getByRole('alertdialog').getByRole('textbox').fill('Sketches')
  await button(page, 'Delete filestore').click()
  await expect(selector(page)).toContainText('Archive')
  await page.goto(storeAt(drafts))
  await expect(page.getByText('This filestore is not here.')).toBeVisible()
  await button(page, 'Go to the File Store').click()
  await selector(page).click()
  await page.getByRole('option', { name: 'Deleted filestores' }).click()
  await button(page, 'Restore Sketches').click()
  await expect(selector(page)).toContainText('Sketches')
})

test('a dialog of one filestore does not stay open over another', async ({ page, request }) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const drafts = await filestoreOf(request, owner, project, 'Drafts')
  await enter(page, owner, storeAt(archive))
  await selector(page).click()
  await page.getByRole('option', { name: /Drafts/ }).click()
  await expect(page).toHaveURL(storeAt(drafts))
  await button(page, 'Actions for the filestore').click()
  await menuitem(page, 'Rename filestore').click()
  await field(page, 'Filestore Name').fill('Sketches')
  await page.goBack()
  await expect(selector(page)).toContainText('Archive')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a level that is changed holds at once; only admins of the project change it', async ({
  page,
  browser,
  request,
}) => {
  const { owner, member, viewer, ...project } = await newTeam(request)
  const store = await filestoreOf(request, owner, project)
  const theirs = await browserOf(browser, member, storeAt(store))
  await expect(button(theirs, 'New folder')).toBeVisible()
  await enter(page, owner, storeAt(store))
  await button(page, 'Access').click()
  await expect(page.getByRole('row', { name: /Max Berg/ })).toContainText('editor')
  await expect(button(page, 'Change Permission of Ada Holm')).toBeDisabled()
  await expectAccessible(page)
  await button(page, 'Change Permission of Max Berg').click()
  await page.getByRole('radio', { name: /viewer/ }).check()
  await button(page, 'Save changes').click()
  await expect(toast(page, 'Max Berg is viewer here now.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Max Berg/ })).toContainText('viewer')
  await expect(theirs.getByText('View only')).toBeVisible()
  await expect(button(theirs, 'New folder')).toBeHidden()
  const { orgid, projectid, fsid } = store
  await api(request, owner, '/filestore/quota', { orgid, projectid, fsid, quota: 2_000_000_000 })
  await expect(theirs.getByText('0 bytes of 2 GB used')).toBeVisible()

  const hers = await browserOf(browser, viewer, storeAt(store))
  await button(hers, 'Access').click()
  await field(hers, 'Find a user').fill('max')
  await expect(hers.getByRole('row')).toHaveCount(2)
  await expect(button(hers, 'Change Permission of Max Berg')).toBeHidden()
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  /** What a finger misses that comes down 19 px above its middle, or below. */
  const missed = (page: Page) =>
    page
      .locator('header, [aria-label="File Store"]')
      .locator('a, button')
      .evaluateAll(all =>
        all
          .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[role=columnheader]'))
          .filter(one => {
            const { left, top, width, height } = one.getBoundingClientRect()
            const at = (below: number) => one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2 + below)
            return !one.contains(at(-19)) || !one.contains(at(19))
          })
          .map(one => one.ariaLabel ?? one.textContent),
      )

  test('it meets every button of the header and of the bars, and a menu holds those without room', async ({
    page,
    request,
  }) => {
    const { open, script, owner, member } = await scene(request, page)
    const plans = await script.folder('/', 'Plans')
    await script.file('/Plans', 'note.txt')
    await open(owner, plans)
    await expect(line(page, 'note.txt')).toBeVisible()
    expect(await missed(page)).toEqual([])
    await field(page, 'Select note.txt').tap()
    await expect(button(page, 'Move to')).toBeVisible()
    expect(await missed(page)).toEqual([])

    await open(member)
    await expect(button(page, 'Access')).toBeHidden()
    await button(page, 'Actions for the filestore').tap()
    await expect(menuitem(page, 'Rename filestore')).toBeHidden()
    await menuitem(page, 'Access').tap()
    await expect(page.getByRole('row', { name: /Max Berg/ })).toBeVisible()
  })
})
