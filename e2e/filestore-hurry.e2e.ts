import type { Page } from '@playwright/test'
import {
  actions,
  branch,
  button,
  chosen,
  dialog,
  field,
  list,
  menuitem,
  scene,
  toast,
  upload,
} from './filestore-desk.ts'
import { filestoreOf, line, manyFiles, storeAt } from './filestores.ts'
import { expect, expectAccessible, expectWidth, holdBack, test } from './fixtures.ts'
import { panel } from './uploading.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `m${String(n + 1).padStart(3, '0')}.txt`)
const press = (page: Page, keys: string) => page.keyboard.press(keys)
const paste = 'ControlOrMeta+v'

async function cut(page: Page, name: string): Promise<void> {
  await line(page, name).click()
  await press(page, 'ControlOrMeta+x')
}

test('Undo of a move that replaced something brings that back as well', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['From', 'To']) await script.folder('/', name)
  await script.file('/From', 'plan.txt', 'new')
  await script.file('/To', 'plan.txt', 'old')
  await open()
  await line(page, 'From').dblclick()
  await cut(page, 'plan.txt')
  await branch(page, 'To').click()
  await expect(line(page, 'plan.txt')).toBeVisible()
  // The tree has the keyboard, and pastes into the folder that it stands on.
  await press(page, paste)
  await button(page, 'Replace').click()
  await toast(page, 'Moved plan.txt to To.').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Moved plan.txt back.')).toBeVisible()
  expect(`${await script.read('/From/plan.txt')} ${await script.read('/To/plan.txt')}`).toBe('new old')
})

test('the file that was cut is moved, not the one that has its name by now', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['From', 'To']) await script.folder('/', name)
  await script.file('/', 'report.pdf', 'cut')
  await open()
  await cut(page, 'report.pdf')
  const there = { parentdirpath: '/', srcfilename: 'report.pdf', dstfilename: 'report-2025.pdf' }
  await script.send('POST', '/file/rename', there)
  await script.file('/', 'report.pdf', 'another')
  await line(page, 'To').dblclick()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await press(page, paste)
  await expect(line(page, 'report-2025.pdf')).toBeVisible()
  expect(await script.names('/')).toEqual(['From', 'To', 'report.pdf'])
})

test('Undo of a move finds a folder that was renamed meanwhile', async ({ page, request }) => {
  const { open, script, owner } = await scene(request, page)
  const from = await script.folder('/', 'From')
  await script.folder('/', 'To')
  await script.file('/From', 'plan.txt')
  await open(owner, from)
  await line(page, 'plan.txt').getByText('plan.txt', { exact: true }).dragTo(branch(page, 'To'))
  const undo = toast(page, 'Moved plan.txt to To.').getByRole('button', { name: 'Undo' })
  await undo.hover()
  await script.send('POST', '/dir/rename', { parentdirpath: '/', srcdirname: 'From', dstdirname: 'Before' })
  await undo.click()
  await expect(toast(page, 'Moved plan.txt back.')).toBeVisible()
  expect(await script.names('/Before')).toEqual(['plan.txt'])
})

test('what cannot be pasted says why, and Escape ends a cut', async ({ page, request }) => {
  const { open, script, owner, store } = await scene(request, page)
  const other = await filestoreOf(request, owner, store, 'Other')
  const plans = await script.folder('/', 'Plans')
  await script.file('/', 'a.txt')
  await open()
  await cut(page, 'Plans')
  await line(page, 'Plans').dblclick()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await press(page, paste)
  await expect(toast(page, 'Plans could not be moved.')).toContainText('A folder cannot be moved into itself.')

  await branch(page, 'Archive').click()
  await cut(page, 'a.txt')
  await press(page, 'Escape')
  await line(page, 'Plans').dblclick()
  await expect(page).toHaveURL(new RegExp(plans))
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await expect(button(page, 'Paste')).toBeHidden()

  await branch(page, 'Archive').click()
  await line(page, 'a.txt').click()
  await press(page, 'ControlOrMeta+c')
  await page.getByRole('combobox', { name: /^Filestore:/ }).click()
  await page.getByRole('option', { name: /Other/ }).click()
  await expect(page).toHaveURL(storeAt(other))
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await press(page, paste)
  await expect(toast(page, 'What was taken from another filestore cannot be pasted.')).toBeVisible()
})

test('what is renamed is in sight, before and after', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await manyFiles(script, numbered(200))
  await open()
  await line(page, 'm002.txt').click()
  await list(page).evaluate(grid => grid.scrollTo({ top: 4_000 }))
  await expect(line(page, 'm002.txt')).toBeHidden()
  await press(page, 'F2')
  await expect(field(page, 'New name of m002.txt')).toBeFocused()
  await field(page, 'New name of m002.txt').fill('zzz.txt')
  await press(page, 'Enter')
  await expect(line(page, 'zzz.txt')).toBeInViewport()
  await expect(line(page, 'm200.txt')).toBeInViewport()
  await expect(chosen(page)).toHaveText([/zzz.txt/])

  await press(page, 'ControlOrMeta+a')
  await expect(page.getByText('200 files selected')).toBeVisible()
  await press(page, 'F2')
  await expect(page.getByRole('textbox', { name: /^New name/ })).toHaveCount(0)
})

test('what comes back from the trash elsewhere, or under another name, says where', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Plans')
  await script.file('/Plans', 'deep.txt')
  await script.send('DELETE', '/file/delete', { filepath: '/Plans/deep.txt' })
  await script.send('DELETE', '/dir/delete', { dirpath: '/Plans' })
  await script.file('/', 'note.txt', 'first')
  await open()
  await line(page, 'note.txt').click()
  await press(page, 'Delete')
  const undo = toast(page, 'Moved note.txt to the trash.').getByRole('button', { name: 'Undo' })
  await undo.hover()
  await script.file('/', 'note.txt', 'second')
  await undo.click()
  await expect(toast(page, 'Restored note.txt.')).toContainText('It is now /note (restored).txt')
  await page.getByRole('link', { name: 'Trash' }).click()
  await actions(page, 'deep.txt', 'Restore')
  await expect(toast(page, 'Restored deep.txt.')).toContainText('It is now /deep.txt')
})

test('one or two characters are found anywhere in a name', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'Report Q3.pdf')
  await script.file('/', '会议记录.txt')
  await open()
  const search = page.getByRole('searchbox', { name: 'Search the filestore' })
  await search.fill('q3')
  await expect(line(page, 'Report Q3.pdf')).toBeVisible()
  await search.fill('记录')
  await expect(line(page, '会议记录.txt')).toBeVisible()
  await search.fill('zz')
  await expect(page.getByText('Nothing here has “zz” in its name.')).toBeVisible()
})

test('a name that would turn around on the screen is shown letter by letter', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'photo \u202egpj.exe')
  await open()
  await line(page, 'photo \ufffdgpj.exe').click()
  await press(page, 'Delete')
  await expect(toast(page, 'Moved photo \ufffdgpj.exe to the trash.')).toBeVisible()
})

test('whoever goes offline while typing loads nothing anew with the next space', async ({ page, request, context }) => {
  const { open } = await scene(request, page)
  await open()
  await button(page, 'New folder').click()
  await field(page, 'Name').fill('Quarterly')
  await page.evaluate('window.stayed = true')
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await press(page, 'Space')
  await press(page, 'Enter')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeHidden()
  await expect(field(page, 'Name')).toHaveValue('Quarterly')
  await expect(field(page, 'Name')).toBeFocused()
  expect(await page.evaluate('window.stayed')).toBe(true)
})

test('the keys that scroll and search reach the file that is shown', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  const lines = Array.from({ length: 2_000 }, (_, n) => `line ${n + 1}`)
  await script.file('/', 'a.csv', lines.map(text => `${text},2`).join('\n'))
  await script.file('/', 'b.txt', lines.join('\n'))
  await open()
  await line(page, 'a.csv').dblclick()
  await expect(page.getByText('line 1', { exact: true })).toBeInViewport()
  await press(page, 'End')
  await expect(page.getByText('line 2000', { exact: true })).toBeInViewport()
  await press(page, 'Home')
  await expect(page.getByText('line 2', { exact: true })).toBeInViewport()
  await press(page, 'PageDown')
  await expect(page.getByText('line 2', { exact: true })).not.toBeInViewport()
  await press(page, 'ArrowRight')

  await expect(page.getByText('line 1', { exact: true })).toBeInViewport()
  await press(page, 'Space')
  await expect(page.getByText('line 1', { exact: true })).not.toBeInViewport()
  await press(page, 'Shift+Space')
  await expect(page.getByText('line 1', { exact: true })).toBeInViewport()
  await press(page, 'ControlOrMeta+f')
  await page.keyboard.type('line 1999')
  await press(page, 'Enter')
  await expect(page.getByText('line 1999', { exact: true })).toBeInViewport()
})

test('an upload into a folder that was deleted meanwhile says what is gone', async ({ page, request }) => {
  const { open, script, owner } = await scene(request, page)
  await open(owner, await script.folder('/', 'Plans'))
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  const letGo = await holdBack(page, /\/file\/(tus|uploadmany)/)
  await upload(page, { name: 'note.txt', text: 'late' })
  await expect(panel(page)).toContainText('note.txt')
  await script.send('DELETE', '/dir/delete', { dirpath: '/Plans' })
  letGo()
  await expect(panel(page)).toContainText('The folder that it was to go to is gone.')
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a tap opens, also after a file was looked at and a folder made', async ({ page, request }) => {
    const { open, script } = await scene(request, page)
    for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
    await open()
    await line(page, 'a.txt').tap()
    await expect(page.getByRole('dialog', { name: 'a.txt', exact: true })).toBeVisible()
    await page.goBack()
    await line(page, 'b.txt').tap()
    await expect(page.getByRole('dialog', { name: 'b.txt', exact: true })).toBeVisible()
    await button(page, 'Close').tap()
    await button(page, 'New folder').tap()
    await field(page, 'Name').fill('Plans')
    await button(page, 'Create folder').tap()
    await expect(dialog(page)).toBeHidden()
    await line(page, 'Plans').tap()
    await expect(page.getByText('This folder is empty.')).toBeVisible()
  })

  test('what was cut can be pasted into a folder that is full', async ({ page, request }) => {
    const { open, script } = await scene(request, page)
    await script.folder('/', 'Plans')
    await manyFiles(script, ['note.txt', ...numbered(30).map(name => `Plans/${name}`)])
    await open()
    await button(page, 'Actions for note.txt').tap()
    await menuitem(page, 'Cut').tap()
    await expect(page.getByText('Cut: note.txt')).toBeVisible()
    await line(page, 'Plans').tap()
    await expect(line(page, 'm001.txt')).toBeVisible()
    await expectAccessible(page)
    await expectWidth(page)
    await button(page, 'Paste').tap()
    await expect(toast(page, 'Moved note.txt to Plans.')).toBeVisible()
    await expect(page.getByText('Cut: note.txt')).toBeHidden()
    expect(await script.names('/')).toEqual(['Plans'])
  })
})
