import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { button, crumbs, dialog, field, list, scene, toast, upload } from './filestore-desk.ts'
import { line, storeAt } from './filestores.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { api, browserOf } from './orgs.ts'
import { refuse } from './projects.ts'

test('a viewer reads and downloads, and changes nothing', async ({ page, request }) => {
  const { open, script, viewer } = await scene(request, page)
  await script.folder('/', 'Plans')
  await script.file('/', 'note.txt', 'read me')
  await open(viewer)
  await expect(line(page, 'note.txt')).toBeVisible()
  await expect(page.getByText('View only')).toBeVisible()
  for (const name of ['New folder', 'Upload', 'Actions for the filestore'])
    await expect(button(page, name)).toBeHidden()
  await line(page, 'note.txt').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/Open/, /Download/, /Details/])
  await page.keyboard.press('Escape')
  await list(page).focus()
  for (const key of ['Delete', 'F2', 'ControlOrMeta+x', 'ControlOrMeta+v']) await page.keyboard.press(key)
  await page.getByText('note.txt', { exact: true }).dragTo(line(page, 'Plans'))
  expect(await script.names('/')).toEqual(['Plans', 'note.txt'])
  await line(page, 'note.txt').click()
  const download = page.waitForEvent('download')
  await button(page, 'Download').click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe('read me')
  await expectAccessible(page)
})

test('what others do is there at once; a folder that moved or vanished says so', async ({ page, browser, request }) => {
  const { open, script, owner, member, store } = await scene(request, page)
  const plans = await script.folder('/', 'Plans')
  await script.folder('/', 'Old')
  const theirs = await browserOf(browser, member, storeAt(store, plans))
  await expect(theirs.getByText('This folder is empty.')).toBeVisible()
  await open(owner, plans)
  await upload(page, { name: 'note.txt', text: 'for both' })
  await expect(line(theirs, 'note.txt')).toBeVisible()
  await crumbs(page).getByRole('link', { name: 'Archive' }).click()
  // Looked for from before it can come: a toast does not wait for a hand that is slow.
  const told = expect(toast(theirs, 'This folder is now at /Old/Plans.')).toBeVisible({ timeout: 60_000 })
  await line(page, 'Plans').getByText('Plans', { exact: true }).dragTo(line(page, 'Old'))
  await told
  await expect(crumbs(theirs)).toContainText('Old')
  await line(page, 'Old').click()
  await list(page).focus()
  await page.keyboard.press('Delete')
  await expect(theirs.getByText('This folder is no longer here.')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: 'Look in the trash' }).click()
  await expect(line(theirs, 'Old')).toBeVisible()
})

test('what happens between the first list and the line to the server is not missed', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  const letThrough = Promise.withResolvers<void>()
  await page.route('**/api/v1/events*', async route => {
    await letThrough.promise
    await route.continue()
  })
  const opened = open()
  // The whole opening is in this wait.
  await expect(page.getByText('This folder is empty.')).toBeVisible({ timeout: 60_000 })
  await script.file('/', 'note.txt')
  letThrough.resolve()
  await opened
  await expect(line(page, 'note.txt')).toBeVisible()
})

test('what fails says why, and offers another try', async ({ page, request }) => {
  const { open, script, owner, store } = await scene(request, page)
  await script.file('/', 'note.txt')
  await refuse(page, '**/dir/list*')
  await open()
  await expect(page.getByText('The list could not be loaded')).toBeVisible()
  await expect(page.getByText('Too many tries. Wait a little, then try again.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/dir/list*')
  await button(page, 'Try again').click()
  await refuse(page, '**/file/delete')
  await line(page, 'note.txt').click()
  await button(page, 'Delete').click()
  await expect(toast(page, 'note.txt could not be deleted.')).toContainText('Too many tries.')
  await expect(line(page, 'note.txt')).toBeVisible()
  await api(request, owner, '/filestore/delete', {
    ...{ orgid: store.orgid, projectid: store.projectid, fsid: store.fsid },
  })
  await expect(page.getByText('This filestore is not here.')).toBeVisible()
})

/** Holds a call back until it is let go. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const letGo = Promise.withResolvers<void>()
  await page.route(path, async route => {
    await letGo.promise
    await route.continue()
  })
  return letGo.resolve
}

test('a question about a taken name finds whoever has walked on meanwhile', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['Plans', 'Other']) await script.folder('/', name)
  await script.file('/', 'a.txt', 'new')
  await script.file('/Plans', 'a.txt', 'old one')
  const letGo = await holdBack(page, '**/file/move')
  await open()
  await line(page, 'a.txt').getByText('a.txt', { exact: true }).dragTo(line(page, 'Plans'))
  await line(page, 'Other').dblclick()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  letGo()
  await expect(dialog(page)).toContainText('There is something called a.txt already.')
  await page.goBack()
  await expect(page).toHaveTitle(/^Archive/)
  await expect(dialog(page)).toContainText('There is something called a.txt already.')
  await page.getByRole('link', { name: 'Overview', includeHidden: true }).dispatchEvent('click')
  await expect(page).toHaveTitle(/^Overview/)
  await button(page, 'Keep both').click()
  await expect(toast(page, 'Moved a.txt to Plans.')).toBeVisible()
  expect((await script.names('/Plans')).sort()).toEqual(['a (2).txt', 'a.txt'])
})

test('what others did in another folder is seen there, whatever one did here meanwhile', async ({ page, request }) => {
  const { open, script, owner } = await scene(request, page)
  const plans = await script.folder('/', 'Plans')
  await script.file('/', 'old.txt', 'old')
  await open(owner, plans)
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await crumbs(page).getByRole('link', { name: 'Archive' }).click()
  await expect(page.getByText('3 bytes used')).toBeVisible()
  await script.file('/Plans', 'new.txt', 'newer')
  await expect(page.getByText('8 bytes used')).toBeVisible()
  await line(page, 'old.txt').click()
  await button(page, 'Delete').click()
  await expect(toast(page, 'Moved old.txt to the trash.')).toBeVisible()
  await line(page, 'Plans').dblclick()
  await expect(line(page, 'new.txt')).toBeVisible()
})

test('a name that is being typed stays while others change the list', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'm.txt', 'mine')
  await open()
  await line(page, 'm.txt').click()
  await list(page).focus()
  await page.keyboard.press('F2')
  await expect(field(page, 'New name of m.txt')).toBeFocused()
  await page.keyboard.type('half a na')
  await script.file('/', 'a.txt', 'theirs')
  await expect(line(page, 'a.txt')).toBeVisible()
  await expect(field(page, 'New name of m.txt')).toBeFocused()
  await page.keyboard.type('me')
  await page.keyboard.press('Enter')
  await expect(line(page, 'half a name.txt')).toBeVisible()
  expect(await script.names('/')).toEqual(['a.txt', 'half a name.txt'])
})

test('a name that is refused after one has left says so', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  for (const name of ['m.txt', 'taken.txt']) await script.file('/', name)
  const letGo = await holdBack(page, '**/file/rename')
  await open()
  await line(page, 'm.txt').click()
  await list(page).focus()
  await page.keyboard.press('F2')
  await expect(field(page, 'New name of m.txt')).toBeFocused()
  await page.keyboard.type('taken')
  await line(page, 'Plans').dblclick()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  letGo()
  await expect(toast(page, 'm.txt could not be renamed.')).toContainText('name')
  expect(await script.names('/')).toEqual(['Plans', 'm.txt', 'taken.txt'])
})

test('the answer to one new name leaves alone the next one that is typed', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
  const letGo = await holdBack(page, '**/file/rename')
  await open()
  await line(page, 'a.txt').click()
  await list(page).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('first')
  await line(page, 'b.txt').click()
  await list(page).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('second')
  letGo()
  await expect(line(page, 'first.txt')).toBeVisible()
  await expect(field(page, 'New name of b.txt')).toHaveValue('second.txt')
  await page.keyboard.press('Enter')
  await expect(line(page, 'second.txt')).toBeVisible()
  expect(await script.names('/')).toEqual(['first.txt', 'second.txt'])
})
