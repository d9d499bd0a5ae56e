import { button, editor, field, list, scene, toast } from './filestore-desk.ts'
import { line } from './filestores.ts'
import { expect, holdBack, test } from './fixtures.ts'
import { account, enter, orgOf } from './orgs.ts'

test('once changes are given up the keys go to the file in sight, not to the list below it', async ({
  page,
  request,
}) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name, name)
  await open()
  await line(page, 'a.txt').dblclick()
  await button(page, 'Edit').click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('more')
  await button(page, 'Cancel').click()
  await button(page, 'Discard').click()
  const viewer = page.getByRole('dialog', { name: 'a.txt', exact: true })
  await expect(viewer).toBeFocused()
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'b.txt', exact: true })).toBeVisible()
  expect(await script.names('/')).toEqual(['a.txt', 'b.txt'])
})

test("a row's menu gives the keyboard to the list, and takes it from nobody", async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name, name)
  await open()
  await line(page, 'a.txt').hover()
  const menu = button(page, 'Actions for a.txt')
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('2 files selected')).toBeVisible()

  await menu.click()
  const search = page.getByRole('searchbox', { name: 'Search the filestore' })
  await search.click()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.type('b.t')
  await expect(search).toHaveValue('b.t')
})

test('Undo gives the keyboard back to the list', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name, name)
  await open()
  await line(page, 'a.txt').click()
  await page.keyboard.press('Delete')
  await toast(page, 'Moved a.txt to the trash.').getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  // It stays while the mouse is over it.
  await toast(page, 'Restored a.txt.').hover()
  await expect(list(page), 'while the word of it still stands there').toBeFocused()
  await expect(toast(page, 'Restored a.txt.')).toBeVisible()
  await expect(line(page, 'a.txt')).toBeVisible()
})

test('a folder that comes late takes the keyboard from nobody', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  await script.file('/Plans', 'a.txt')
  await open()
  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  const letGo = await holdBack(page, '**/dir/list*')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Plans/)
  await field(page, 'Search the filestore').focus()
  letGo()
  await expect(line(page, 'a.txt')).toBeVisible()
  await expect(field(page, 'Search the filestore')).toBeFocused()
})

test('what is on its way to the trash does not come back with the changes of others', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await script.file('/', name, name)
  await open()
  await expect(line(page, 'c.txt')).toBeVisible()
  const letGo = await holdBack(page, '**/file/delete')
  await list(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(line(page, 'a.txt')).toBeHidden()
  await script.file('/', 'new.txt', 'new')
  await expect(line(page, 'new.txt')).toBeVisible()
  await expect(line(page, 'a.txt')).toBeHidden()
  await expect(list(page)).toBeFocused()
  letGo()
  await expect(toast(page, 'Moved 3 files to the trash.')).toBeVisible()
  expect(await script.names('/')).toEqual(['new.txt'])
})

test('what is opened while something else closes stays open', async ({ page, request }) => {
  const jon = await account(request, 'jon')
  const [, southwind] = [await orgOf(request, jon), await orgOf(request, jon, 'Southwind')]
  await enter(page, jon)
  await button(page, 'Notifications').click()
  const notifications = page.getByRole('dialog', { name: 'Notifications' })
  await expect(notifications).toBeVisible()
  // What a page puts off for a moment is late on a busy machine, and a hand is quicker.
  await page.evaluate(() => {
    const { setTimeout } = globalThis
    Object.assign(globalThis, { setTimeout: (work: () => void, ms = 0) => setTimeout(work, ms + 300) })
  })
  await page.keyboard.press('Escape')
  await expect(notifications).toBeHidden()
  await page.getByRole('combobox', { name: /^Organization:/ }).click()
  await expect(page.getByPlaceholder('Search org...')).toBeFocused()
  await page.getByRole('option', { name: /Southwind/ }).click({ timeout: 30_000 })
  await expect(page).toHaveURL(`/org/${southwind.orgid}/projects`)
})
