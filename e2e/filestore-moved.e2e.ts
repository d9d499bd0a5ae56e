import type { Locator, Page } from '@playwright/test'
import { button, crumbs, field, list, scene, toast } from './filestore-desk.ts'
import { line } from './filestores.ts'
import { expect, holdBack, test } from './fixtures.ts'

/** What is asked to be deleted or brought back from now on, and whether files to upload are asked for. */
function callsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('filechooser', () => sent.push('which files'))
  page.on('request', request => {
    const [, call] = /api\/v1(\/(?:file|dir|trash)\/(?:delete|restore))$/.exec(request.url()) ?? []
    if (call) sent.push(call)
  })
  return sent
}

/** As a hand does it: what the first click did is on the screen before the second. */
async function slowDoubleClick(page: Page, first: Locator, second: Locator): Promise<void> {
  await first.click()
  await expect(second).toBeVisible()
  for (const go of ['down', 'up'] as const) await page.mouse[go]({ clickCount: 2 })
}

const renameDir = (srcdirname: string, dstdirname: string) => ({ parentdirpath: '/', srcdirname, dstdirname })

test('in a folder that others have renamed one works on', async ({ page, request }) => {
  const { open, script, owner } = await scene(request, page)
  await script.folder('/', 'Plans')
  const deep = await script.folder('/Plans', '2026')
  for (const name of ['a.txt', 'b.txt']) await script.file('/Plans/2026', name)
  await open(owner, deep)
  await expect(line(page, 'a.txt')).toBeVisible()
  // From here on this page has heard of all that was before.
  await script.file('/Plans/2026', 'd.txt')
  await expect(line(page, 'd.txt')).toBeVisible()
  await script.send('POST', '/dir/rename', renameDir('Plans', 'Old'))
  await expect(crumbs(page)).toContainText('Old')
  await line(page, 'a.txt').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, 'Moved a.txt to the trash.')).toBeVisible()
  await line(page, 'b.txt').click()
  await page.keyboard.press('F2')
  await field(page, 'New name of b.txt').fill('c.txt')
  await page.keyboard.press('Enter')
  await expect(line(page, 'c.txt')).toBeVisible()
  expect(await script.names('/Old/2026')).toEqual(['c.txt', 'd.txt'])
})

test('what was taken is found again under another name, in another folder', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  await script.file('/Plans', 'deep.txt')
  await script.file('/', 'a.txt')
  await open()
  await line(page, 'a.txt').click()
  await page.keyboard.press('ControlOrMeta+c')
  await script.send('POST', '/file/rename', { parentdirpath: '/', srcfilename: 'a.txt', dstfilename: 'b.txt' })
  await expect(line(page, 'b.txt')).toBeVisible()
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(line(page, 'b (2).txt')).toBeVisible()

  await line(page, 'Plans').dblclick()
  await line(page, 'deep.txt').click()
  await page.keyboard.press('ControlOrMeta+x')
  await page.keyboard.press('Backspace')
  await script.send('POST', '/dir/rename', renameDir('Plans', 'Old'))
  await expect(line(page, 'Old')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(toast(page, 'Moved deep.txt to Archive.')).toBeVisible()
  expect(await script.names('/Old')).toEqual([])
})

test('a folder and what lies in it go together', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'plan')
  for (const name of ['plan a.txt', 'plan b.txt', 'plan c.txt']) await script.file('/plan', name)
  await open()
  await field(page, 'Search the filestore').fill('plan')
  await expect(line(page, 'plan c.txt')).toBeVisible()
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('4 items selected')).toBeVisible()
  const sent = callsOf(page)
  await page.keyboard.press('Delete')
  await expect(toast(page, 'Moved plan to the trash.')).toBeVisible()
  expect(sent).toEqual(['/dir/delete'])
  await toast(page, 'Moved plan to the trash.').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => script.names('/')).toEqual(['plan'])
  expect(await script.names('/plan')).toEqual(['plan a.txt', 'plan b.txt', 'plan c.txt'])
})

test('an empty folder takes the keys and the menu that need no file', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  await script.file('/', 'a.txt')
  await open()
  await line(page, 'a.txt').click()
  await page.keyboard.press('ControlOrMeta+x')
  await line(page, 'Plans').dblclick()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(line(page, 'Plans')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await page.getByText('This folder is empty.').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/New folder/, /Paste/])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(line(page, 'a.txt')).toBeVisible()
  await expect(list(page)).toBeFocused()
  expect(await script.names('/Plans')).toEqual(['a.txt'])
})

test('a name is not taken before it is written to its end', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'a.txt')
  await open()
  await line(page, 'a.txt').click()
  await page.keyboard.press('F2')
  const name = field(page, 'New name of a.txt')
  await name.fill('か')
  // Enter and Escape belong to whoever helps to write, for as long as a word is put together.
  for (const key of ['Enter', 'Escape']) await name.dispatchEvent('keydown', { key, isComposing: true })
  await expect(name).toBeFocused()
  await name.pressSequentially('き.txt')
  await name.press('Enter')
  await expect(line(page, 'かき.txt')).toBeVisible()
  expect(await script.names('/')).toEqual(['かき.txt'])
})

test('what is restored goes from the trash at once, by however many clicks', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
  await open()
  const sent = callsOf(page)
  await line(page, 'a.txt').click()
  await button(page, 'Delete').dblclick()
  await toast(page, 'Moved a.txt to the trash.').getByRole('button', { name: 'Undo' }).dblclick()
  await expect(toast(page, 'Restored a.txt.')).toBeVisible()
  await expect(line(page, 'a.txt')).toBeVisible()
  await line(page, 'b.txt').click()
  await slowDoubleClick(page, button(page, 'Delete'), button(page, 'Upload'))
  await page.getByRole('link', { name: 'Trash' }).click()
  const letGo = await holdBack(page, '**/trash/restore')
  await line(page, 'b.txt').click()
  await button(page, 'Restore').dblclick()
  await expect(line(page, 'b.txt')).toBeHidden()
  letGo()
  await expect(toast(page, 'Restored b.txt.')).toBeVisible()
  expect(sent).toEqual(['/file/delete', '/trash/restore', '/file/delete', '/trash/restore'])
  expect(await script.names('/')).toEqual(['a.txt', 'b.txt'])
})

test('whoever goes to the trash before the search has begun stays there', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  await page.clock.install()
  await open()
  await expect(line(page, 'Plans')).toBeVisible()
  // However slow the hand is, the search waits longer.
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page, 'Search the filestore').fill('nothing')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL(/view=trash/)
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await expect(field(page, 'Search the filestore')).toHaveValue('')
  await expect(page).toHaveURL(/view=trash/)
})
