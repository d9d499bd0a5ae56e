import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fileScript, filestoreOf, line, manyFiles, storeAt } from './filestores.ts'
import { expect, expectAccessible, holdBack, otherBrowser, test } from './fixtures.ts'
import { enter, enterUnheard } from './orgs.ts'
import { newTeam, refuse, refuseNextPage } from './projects.ts'
import { dropOn, onDisk } from './uploading.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
// One that shows what is not shown again is an alertdialog.
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function actions(page: Page, name: string, entry: string): Promise<void> {
  await line(page, name).hover()
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const pathOf = async (page: Page) =>
  new URL(await dialog(page).getByLabel('Link', { exact: true }).inputValue()).pathname

test('a folder is shared with a password, looked at, downloaded and revoked', async ({ page, browser, request }) => {
  test.slow()
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  await script.folder('/', 'Photos')
  await script.folder('/Photos', 'Summer')
  await script.file('/Photos/Summer', 'beach.txt', 'sand')
  // More than two pages.
  const names = Array.from({ length: 101 }, (_, n) => `photo ${String(n).padStart(3, '0')}.txt`)
  await manyFiles(
    script,
    names.map(name => `Photos/${name}`),
  )

  await enter(page, owner, storeAt(archive))
  await actions(page, 'Photos', 'Share')
  await dialog(page).getByLabel('Password').first().fill('sesame')
  await expectAccessible(page)
  await button(page, 'Create link').click()
  const path = await pathOf(page)
  await expect(dialog(page).getByText('with a password')).toBeVisible()

  const visitor = await otherBrowser(browser)
  await visitor.goto(path)
  await visitor.getByLabel('Password', { exact: true }).fill('wrong')
  await button(visitor, 'Open').click()
  await expect(visitor.getByText('The password is not right.')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByLabel('Password', { exact: true }).fill('sesame')
  await button(visitor, 'Open').click()
  await expect(visitor.getByRole('heading', { name: 'Photos' })).toBeVisible()
  await expect(visitor.getByText('photo 100.txt')).toBeHidden()
  await button(visitor, 'Show more').click()
  await expect(visitor.getByText('photo 100.txt')).toBeVisible()
  await expectAccessible(visitor)

  await visitor.getByRole('link', { name: 'Summer' }).click()
  await button(visitor, 'beach.txt').click()
  await expect(dialog(visitor).locator('.cm-content')).toHaveText('sand')
  await expectAccessible(visitor)
  await visitor.keyboard.press('Escape')
  await expect(dialog(visitor)).toBeHidden()
  const file = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'Download beach.txt' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toBe('sand')
  await visitor.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Photos' }).click()
  const zip = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'Download all' }).click()
  expect((await zip).suggestedFilename()).toBe('Photos.zip')

  await dialog(page)
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await button(page, 'Revoke link').click()
  await expect(dialog(page).getByText('with a password')).toBeHidden()
  await visitor.goto(path)
  await expect(visitor.getByText('This link does not work any more.')).toBeVisible()
  await expectAccessible(visitor)
})

test('people without an account send files to a folder and see nothing of it', async ({ page, browser, request }) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  await script.folder('/', 'Inbox')
  await script.file('/Inbox', 'plan.txt', 'ours')

  await enter(page, owner, storeAt(archive))
  await actions(page, 'Inbox', 'Share')
  await dialog(page).getByRole('radio', { name: 'Add files only' }).click()
  await button(page, 'Create link').click()
  const path = await pathOf(page)

  const visitor = await otherBrowser(browser)
  await visitor.setViewportSize({ width: 360, height: 700 })
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { name: 'Send files to Inbox' })).toBeVisible()
  await expect(visitor.getByText('plan.txt')).toBeHidden()
  const chooser = visitor.waitForEvent('filechooser')
  await button(visitor, 'Choose files').click()
  await (await chooser).setFiles([
    { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('theirs') },
    { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('report') },
  ])
  await expect(visitor.getByText('2 of 2 sent')).toBeVisible()
  await expect(visitor.getByText('plan (2).txt')).toBeVisible()
  await expectAccessible(visitor)
  expect(await script.names('/Inbox')).toEqual(['plan (2).txt', 'plan.txt', 'report.txt'])
  expect(String(await script.read('/Inbox/plan.txt'))).toBe('ours')

  // Revoked while somebody is still there.
  await dialog(page)
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await button(page, 'Revoke link').click()
  await expect(dialog(page).getByText('Adds files')).toBeHidden()
  const late = visitor.waitForEvent('filechooser')
  await button(visitor, 'Choose files').click()
  await (await late).setFiles([{ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') }])
  await expect(visitor.getByText('This link does not work any more.')).toBeVisible()
  await expect(button(visitor, 'Try again: late.txt')).toBeVisible()
})

test('a file can be fetched as often as the link allows, and a folder comes as an archive', async ({
  page,
  browser,
  request,
}) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  await script.file('/', 'once.txt', 'once')
  await script.folder('/', 'Plans')
  await enter(page, owner, storeAt(archive))
  const folder = page.waitForEvent('download')
  await actions(page, 'Plans', 'Download')
  expect((await folder).suggestedFilename()).toBe('Plans.zip')

  await actions(page, 'once.txt', 'Share')
  await dialog(page).getByLabel('Most downloads').fill('none')
  await button(page, 'Create link').click()
  await expect(dialog(page).getByText('Enter a whole number.')).toBeVisible()
  await dialog(page).getByLabel('Most downloads').fill('0')
  await button(page, 'Create link').click()
  await expect(dialog(page).getByText('Enter at least 1.')).toBeVisible()
  await expect(dialog(page).getByLabel('Most downloads')).toBeFocused()
  await dialog(page).getByLabel('Most downloads').fill('1')
  await button(page, 'Create link').click()
  const path = await pathOf(page)

  const visitor = await otherBrowser(browser)
  await visitor.goto(path)
  await expect(visitor.getByText('1 download is left.')).toBeVisible()
  await expectAccessible(visitor)
  const download = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe('once')
  await expect(visitor.getByText('This link was used as often as it may be.')).toBeVisible()
})

test('whoever sends files is told what is left out, and asked before leaving too early', async ({
  page,
  browser,
  request,
}, info) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  await script.folder('/', 'Inbox')
  await enter(page, owner, storeAt(archive))
  await actions(page, 'Inbox', 'Share')
  await dialog(page).getByRole('radio', { name: 'Add files only' }).click()
  await button(page, 'Create link').click()

  const visitor = await otherBrowser(browser)
  await visitor.goto(await pathOf(page))
  const at = await onDisk(info, { 'Plans/harbour.txt': 'harbour', 'note.txt': 'a note' })
  await dropOn(visitor, button(visitor, 'Choose files'), at('Plans'), at('note.txt'))
  await expect(visitor.getByText('1 of 1 sent')).toBeVisible()
  await expect(visitor.getByRole('alert')).toHaveText('Plans was left out: a folder cannot be sent. Choose its files.')
  await expectAccessible(visitor)

  const letGo = await holdBack(visitor, '**/share/upload')
  const chooser = visitor.waitForEvent('filechooser')
  await button(visitor, 'Choose files').click()
  await (await chooser).setFiles(at('Plans/harbour.txt'))
  await expect(visitor.getByText('1 of 2 sent')).toBeVisible()
  await expect(visitor.getByRole('alert')).toBeHidden()
  const asked = visitor.waitForEvent('dialog')
  await visitor.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  letGo()
  await expect(visitor.getByText('2 of 2 sent')).toBeVisible()
  // Beside the box too: the browser would leave the page to show it.
  await dropOn(visitor, visitor.getByRole('heading', { name: 'Send files to Inbox' }), at('note.txt'))
  await expect(visitor.getByText('3 of 3 sent')).toBeVisible()
  expect(await script.names('/Inbox')).toEqual(['harbour.txt', 'note (2).txt', 'note.txt'])
})

test('links that cannot be listed are not called none', async ({ page, request }) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  await script.file('/', 'note.txt')
  await refuse(page, '**/share/list*')
  await enterUnheard(page, owner, storeAt(archive))
  await actions(page, 'note.txt', 'Share')
  await expect(dialog(page).getByText('The links there are could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/share/list*')
  await button(page, 'Try again').click()
  await expect(dialog(page).getByText('could not be loaded')).toBeHidden()
})

test('a new link, which is shown this once, is not lost by a click beside it', async ({ page, request }) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  await script.file('/', 'note.txt')
  await enter(page, owner, storeAt(archive))
  await actions(page, 'note.txt', 'Share')
  await button(page, 'Create link').click()
  const path = await pathOf(page)
  await page.mouse.click(5, 5)
  await expect(dialog(page).getByText('not downloaded yet')).toBeVisible()
  expect(await pathOf(page)).toBe(path)
  await expectAccessible(page)
  await button(page, 'Done').click()
  await expect(dialog(page)).toBeHidden()
  // As long as there is none, nothing is lost.
  await actions(page, 'note.txt', 'Share')
  await expect(async () => {
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeHidden({ timeout: 500 })
  }).toPass()
})

test('further links, and further files for a visitor, that cannot be listed say so', async ({
  page,
  browser,
  request,
}) => {
  const { owner, ...project } = await newTeam(request)
  const archive = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, archive)
  const objectid = await script.folder('/', 'Plans')
  for (const name of ['harbour.txt', 'tide.txt']) await script.file('/Plans', name)
  for (const kind of ['upload', 'download']) {
    await script.send('PUT', '/share/create', { objectid, kind })
  }
  const linksGo = await refuseNextPage(page, '**/share/list*', 'shares')
  await enterUnheard(page, owner, storeAt(archive))
  await actions(page, 'Plans', 'Share')
  await button(page, 'Show more').click()
  await expect(dialog(page).getByText('More could not be loaded. Too many tries.')).toBeVisible()
  await expectAccessible(page)
  linksGo()
  await button(page, 'Try again').click()
  await expect(dialog(page).getByRole('button', { name: /^Revoke/ })).toHaveCount(2)
  await button(page, 'Create link').click()

  const visitor = await otherBrowser(browser)
  const filesGo = await refuseNextPage(visitor, '**/share/entries', 'fsobjects')
  await visitor.goto(await pathOf(page))
  await button(visitor, 'Show more').click()
  await expect(visitor.getByText('More could not be loaded. Too many tries.')).toBeVisible()
  await expect(visitor.getByText('harbour.txt')).toBeVisible()
  await expect(button(visitor, 'Try again'), 'the keyboard is not lost').toBeFocused()
  await expectAccessible(visitor)
  filesGo()
  await button(visitor, 'Try again').click()
  await expect(visitor.getByText('tide.txt')).toBeVisible()

  // A folder below it that is gone leads back, and is no archive.
  await visitor.unroute('**/share/entries')
  await visitor.goto(`${new URL(visitor.url()).pathname}?folder=gone`)
  await expect(visitor.getByText('This folder is no longer here')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Download all' })).toBeHidden()
  await expectAccessible(visitor)
  await visitor.getByRole('link', { name: 'Back to Plans' }).click()
  await expect(visitor.getByText('harbour.txt')).toBeVisible()
})
