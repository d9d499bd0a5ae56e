import type { Page } from '@playwright/test'
import { actions, branch, button, crumbs, dialog, field, scene, toast } from './filestore-desk.ts'
import { line, manyFiles, storeAt } from './filestores.ts'
import { bePatient, expect, test } from './fixtures.ts'
import { api, enter, orgOf, verified } from './orgs.ts'
import { addToProject, memberOf, newTeam, projectOf, refuse } from './projects.ts'

const rename = (srcdirname: string, dstdirname: string) => ({ parentdirpath: '/', srcdirname, dstdirname })
const project = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** The server answers the first call at once; what it said arrives when it is let go. */
async function holdAnswer(page: Page, path: string | RegExp): Promise<{ asked: Promise<void>; letGo: () => void }> {
  await bePatient(page)
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    path,
    async route => {
      const response = await route.fetch()
      asked.resolve()
      await free.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { asked: asked.promise, letGo: free.resolve }
}

test('a list that could not be read anew is read once the line to the server is back', async ({ page, request }) => {
  const { owner, orgid, projectid } = await newTeam(request)
  await page.clock.install()
  await enter(page, owner, `/org/${orgid}/projects`)
  await expect(project(page, 'Fieldwork')).toBeVisible()
  await refuse(page, '**/project/list')
  const refused = page.waitForResponse('**/project/list')
  await api(request, owner, '/project/editprojectname', { orgid, projectid, projectname: 'Harbour' })
  await refused
  await expect(toast(page, 'Failed to fetch project list')).toBeVisible()
  await page.unroute('**/project/list')
  // A line that is silent for a minute is taken for dead, and begun anew.
  const listening = page.waitForResponse(/\/api\/v1\/events\?/)
  await page.clock.fastForward('01:10')
  await listening
  await expect(project(page, 'Harbour')).toBeVisible()
})

test('whoever is let into a project while its page says no finds it open', async ({ page, request }) => {
  const boss = await verified(request, 'boss')
  const org = await orgOf(request, boss)
  const fieldwork = await projectOf(request, boss, org)
  const member = await memberOf(request, boss, org, 'Max Berg')
  const { asked, letGo } = await holdAnswer(page, '**/project/info')
  await enter(page, member, `/org/${org.orgid}/project/${fieldwork.projectid}/overview`)
  await asked
  await addToProject(request, boss, fieldwork, member)
  // What comes after it shows that the page has heard of it.
  await api(request, boss, '/orgs/edit/name', { orgid: org.orgid, orgname: 'Southwind' })
  await expect(page.getByRole('combobox', { name: 'Organization: Southwind' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Fieldwork', exact: true })).toBeVisible()
})

test('a folder that others renamed while one was elsewhere is entered where it is now', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  for (const name of ['a.txt', 'b.txt']) await script.file('/Plans', name)
  await open()
  await line(page, 'Plans').dblclick()
  await expect(line(page, 'a.txt')).toBeVisible()
  // From here on this page has heard of all that was before.
  await script.file('/Plans', 'c.txt')
  await expect(line(page, 'c.txt')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(line(page, 'Plans')).toBeVisible()
  await script.send('POST', '/dir/rename', rename('Plans', 'Old'))
  await line(page, 'Old').dblclick()
  await line(page, 'a.txt').click()
  await expect(crumbs(page)).toContainText('Old')
  await page.keyboard.press('Delete')
  await expect(toast(page, 'Moved a.txt to the trash.')).toBeVisible()

  await crumbs(page).getByRole('link', { name: 'Archive' }).click()
  await expect(line(page, 'Old')).toBeVisible()
  await script.send('POST', '/dir/rename', rename('Old', 'Older'))
  await branch(page, 'Older').click()
  await line(page, 'b.txt').click()
  await expect(crumbs(page)).toContainText('Older')
  await page.keyboard.press('Delete')
  await expect(toast(page, 'Moved b.txt to the trash.')).toBeVisible()
})

test('what others changed in a folder is seen there, although more of it was still being read', async ({
  page,
  request,
}) => {
  const { open, script } = await scene(request, page)
  const names = Array.from({ length: 120 }, (_, at) => `f${String(at).padStart(3, '0')}.txt`)
  await manyFiles(
    script,
    names.map(name => `Plans/${name}`),
  )
  await open()
  const { asked, letGo } = await holdAnswer(page, /\/dir\/list.*cursor=/)
  await line(page, 'Plans').dblclick()
  await expect(line(page, 'f000.txt')).toBeVisible()
  await asked
  await page.keyboard.press('Backspace')
  await expect(line(page, 'Plans')).toBeVisible()
  await script.send('POST', '/file/rename', {
    parentdirpath: '/Plans',
    srcfilename: 'f000.txt',
    dstfilename: 'earliest.txt',
  })
  await script.file('/', 'heard.txt')
  await expect(line(page, 'heard.txt')).toBeVisible()
  const arrived = page.waitForResponse(/\/dir\/list.*cursor=/)
  letGo()
  await arrived
  await line(page, 'Plans').dblclick()
  await expect(line(page, 'earliest.txt')).toBeVisible()
})

test('whoever becomes an Admin of the organisation can upload at once', async ({ page, request }) => {
  const { boss, viewer, store } = await scene(request, page)
  await enter(page, viewer, storeAt(store))
  await expect(page.getByText('View only')).toBeVisible()
  await api(request, boss, '/orgs/user/role/replace', { orgid: store.orgid, userid: viewer.userid, role: ['Admin'] })
  await expect(button(page, 'Upload')).toBeVisible()
  await expect(page.getByText('View only')).toBeHidden()
})

test('a project that is being created stays with its organisation when Back leads to another', async ({
  page,
  request,
}) => {
  const owner = await verified(request)
  const north = await orgOf(request, owner)
  const south = await orgOf(request, owner, 'Southwind')
  await enter(page, owner, `/org/${north.orgid}/projects`)
  await page.getByRole('combobox', { name: 'Organization: Northwind' }).click()
  await page.getByRole('option', { name: 'Southwind' }).click()
  await expect(page).toHaveURL(`/org/${south.orgid}/projects`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or jump to').fill('create a new project')
  await page.getByRole('option', { name: 'Create a new project' }).click()
  const creating = page.getByRole('dialog', { name: 'Create a new project' })
  await creating.getByLabel('Project Id').fill('harbour')
  await creating.getByLabel('Project Name').fill('Harbour')
  await page.goBack()
  await expect(page).toHaveURL(`/org/${north.orgid}/projects`)
  await expect(creating).toBeHidden()
  await page.goForward()
  await expect(creating.getByLabel('Project Name')).toHaveValue('Harbour')
  await creating.getByRole('button', { name: 'Create Project' }).click()
  await expect(page).toHaveURL(`/org/${south.orgid}/project/harbour/overview`)
})

test('the palette finds a file by the name that it has by now', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'plan a.txt')
  await open()
  const search = async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder('Search or jump to').fill('plan')
  }
  await search()
  await expect(page.getByRole('option', { name: 'plan a.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await script.send('POST', '/file/rename', {
    parentdirpath: '/',
    srcfilename: 'plan a.txt',
    dstfilename: 'plan b.txt',
  })
  await expect(line(page, 'plan b.txt')).toBeVisible()
  await search()
  await expect(page.getByRole('option', { name: 'plan b.txt' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'plan a.txt' })).toBeHidden()
})

test('who renames a project finds in the list what others created meanwhile', async ({ page, request }) => {
  const owner = await verified(request)
  const org = await orgOf(request, owner)
  await projectOf(request, owner, org)
  await enter(page, owner, `/org/${org.orgid}/projects`)
  await project(page, 'Fieldwork').click()
  // The organisation has settings too.
  await expect(page.getByRole('combobox', { name: 'Project: Fieldwork' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await projectOf(request, owner, org, 'Beacon')
  const { asked, letGo } = await holdAnswer(page, '**/project/editprojectname')
  await page.getByLabel('Name', { exact: true }).fill('Harbour')
  await button(page, 'Update the name').click()
  await asked
  // The event is here before the answer.
  await expect(page.getByRole('combobox', { name: 'Project: Harbour' })).toBeVisible()
  letGo()
  await expect(toast(page, 'Project Name Updated Successfully.')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(project(page, 'Harbour')).toBeVisible()
  await expect(project(page, 'Beacon')).toBeVisible()
})

test('a folder that was empty can be opened in the tree once something is in it', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  await script.file('/', 'a.txt')
  await open()
  await actions(page, 'a.txt', 'Move to')
  await dialog(page).getByRole('button', { name: 'Plans' }).click()
  await expect(dialog(page).getByText('There are no folders here.')).toBeVisible()
  await button(page, 'New folder here').click()
  await field(page, 'Name').fill('2026')
  await button(page, 'Create folder').click()
  await expect(page.getByRole('heading', { name: '2026' })).toBeVisible()
  await button(page, 'Move here').click()
  await expect(toast(page, 'Moved a.txt to 2026.')).toBeVisible()
  // By then the tree has heard of both.
  await script.folder('/', 'Zoo')
  await expect(branch(page, 'Zoo')).toBeVisible()
  await expect(branch(page, 'Plans')).toHaveAttribute('aria-expanded', 'false')
})

test('a link that somebody else makes stands in the list of links at once', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  const objectid = await script.file('/', 'a.txt')
  await open()
  await actions(page, 'a.txt', 'Share')
  await expect(button(page, 'Create link')).toBeVisible()
  await script.send('PUT', '/share/create', { objectid })
  const links = page.getByRole('region', { name: 'Links' }).getByRole('listitem')
  await expect(links).toHaveCount(1)
})
