import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, expectWidth, test } from './fixtures.ts'
import { account, api, browserOf, enter, orgOf } from './orgs.ts'
import { newTeam, type Project, projectOf, refuse } from './projects.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const overview = ({ orgid, projectid }: Project) => `/org/${orgid}/project/${projectid}/overview`
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const activity = (page: Page) => page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')

/** The server counts what happens by days. Where one ends in the middle of it, all of it is done once more. */
async function withinADay(work: () => Promise<void>): Promise<void> {
  const today = () => new Date().toISOString().slice(0, 10)
  for (;;) {
    const begun = today()
    try {
      return await work()
    } catch (error) {
      if (today() === begun) throw error
    }
  }
}

async function newProject(request: APIRequestContext) {
  const owner = await account(request, 'owner')
  return { owner, project: await projectOf(request, owner, await orgOf(request, owner)) }
}

test('a new project shows what is true of it, and that is little', async ({ page, request }) => {
  const { owner, project } = await newProject(request)
  await enter(page, owner, overview(project))
  await expect(page.getByRole('heading', { name: 'Fieldwork', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Project at a glance' })).toBeVisible()
  await expect(figure(page, 'Sheets')).toContainText('0')
  await expect(figure(page, 'Deployments')).toContainText('0')
  await expect(figure(page, 'Stored')).toContainText('0 bytes')
  await expect(figure(page, 'Last update')).toContainText('just now')
  await expect(page.getByText('Nothing was stored.')).toBeVisible()
  await expect(activity(page)).toHaveText([new RegExp(`${owner.userid} created the project.*just now`)])
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 740 })
  await expectWidth(page)
  await expectAccessible(page)
})

test('the last 30 days are read by pointing, by keyboard and as a table', async ({ page, request }) => {
  const day = page.getByRole('slider', { name: 'Day' })
  await withinADay(async () => {
    const { owner, project } = await newProject(request)
    await enter(page, owner, overview(project))
    await expect(day).toHaveAttribute('aria-valuetext', /: 0 bytes stored, 1 activity$/)
  })
  const today = await day.getAttribute('aria-valuetext')
  await expect(page.getByText(today ?? '', { exact: true })).toBeVisible()
  await day.press('ArrowLeft')
  await expect(day).toHaveAttribute('aria-valuetext', /: 0 bytes stored, 0 activities$/)
  await day.press('End')
  await expect(page.getByText(today ?? '', { exact: true })).toBeVisible()

  const box = await day.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 20)
  const first = page.getByRole('table', { name: 'Last 30 days' }).getByRole('row').nth(1)
  const name = await first.getByRole('rowheader').textContent()
  await expect(page.getByText(`${name}: 0 bytes stored, 0 activities`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Last 30 days' }).getByRole('row')).toHaveCount(31)
})

test('what somebody else does shows without a reload, for a viewer too', async ({ page, browser, request }) => {
  await withinADay(async () => {
    const { owner, viewer, ...project } = await newTeam(request)
    const theirs = await browserOf(browser, viewer, overview(project))
    await enter(page, owner, overview(project))
    await expect(activity(theirs)).toHaveCount(4)
    await expect(activity(theirs).first()).toContainText(`${owner.userid} added ${viewer.userid} as viewer`)
    await expectAccessible(theirs)

    const { orgid, projectid } = project
    await api(request, owner, '/project/editprojectname', { orgid, projectid, projectname: 'Harbour survey' })
    await expect(theirs.getByRole('heading', { name: 'Harbour survey', level: 1 })).toBeVisible()
    await expect(activity(theirs).first()).toContainText('renamed the project to Harbour survey')
    await expect(activity(page).first()).toContainText('renamed the project to Harbour survey')
    await expect(page.getByRole('slider', { name: 'Day' })).toHaveAttribute('aria-valuetext', /5 activities$/)
  })
})

test('older activity comes on demand, and a failure is told and can be retried', async ({ page, request }) => {
  const { owner, project } = await newProject(request)
  const { orgid, projectid } = project
  for (let count = 1; count <= 24; count++) {
    await api(request, owner, '/project/editprojectname', { orgid, projectid, projectname: `Fieldwork ${count}` })
  }
  await enter(page, owner, overview(project))
  await expect(activity(page)).toHaveCount(20)
  await refuse(page, '**/project/activity')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('The activity could not be loaded.')).toBeVisible()
  await expect(activity(page)).toHaveCount(20)
  await page.unroute('**/project/activity')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(activity(page)).toHaveCount(25)
  await expect(activity(page).last()).toContainText('created the project')
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()

  await refuse(page, '**/project/overview')
  await refuse(page, '**/project/activity')
  await page.reload()
  await expect(page.getByText('The overview could not be loaded.')).toBeVisible()
  await expect(page.getByText('The activity could not be loaded.')).toBeVisible()
  await expectAccessible(page)
})

test('each kind of deployment leads to the Deployments area', async ({ page, request }) => {
  const { owner, project } = await newProject(request)
  await enter(page, owner, overview(project))
  const kinds = page.getByRole('region', { name: 'New Deployment' }).getByRole('link')
  await expect(kinds).toContainText(['Web Applications', 'Service', 'Webhook'])
  await expect(kinds.first()).toContainText('ReactNextNuxt')
  await expect(kinds.nth(1)).toContainText('NodeGraphQL')
  await kinds.first().click()
  await expect(page).toHaveURL(/\/deployments$/)
  await expect(page.getByRole('heading', { name: 'Deployments' })).toBeVisible()
})
