import { readFile } from 'node:fs/promises'
import { button, editAtEnd, editor, scene, toast } from './filestore-desk.ts'
import { line, storeAt } from './filestores.ts'
import { expect, holdBack, test } from './fixtures.ts'
import { api } from './orgs.ts'

test('what is typed while a table is being saved stays, and so does the way back', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const fileid = await script.file('/', 'tides.csv', 'place,height\n')
  const letGo = await holdBack(page, '**/file/version/add')
  await editAtEnd(page, owner, `${storeAt(store)}?open=${fileid}`)
  await page.keyboard.insertText('Aberdeen,3')
  await page.keyboard.press('Control+S')
  await expect(button(page, 'Save')).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.insertText('.5')
  letGo()
  await expect(toast(page, 'Saved as version 2.')).toBeVisible()
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toContainText('Aberdeen,3.5')
  await page.keyboard.press('Control+S')
  await expect(toast(page, 'Saved as version 3.')).toBeVisible()
  expect(String(await script.read('/tides.csv'))).toBe('place,height\nAberdeen,3.5')
  await page.keyboard.press('Control+Z')
  await expect(editor(page)).not.toContainText('Aberdeen,3.5')
})

test('what was typed while a version was being saved is of that version', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  const letGo = await holdBack(page, '**/file/version/add')
  await editAtEnd(page, owner, `${storeAt(store)}?open=${fileid}`)
  await page.keyboard.insertText(' second')
  await page.keyboard.press('Control+S')
  await expect(button(page, 'Save')).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.insertText(' third')
  // Written down before there is an answer.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('second third')
  letGo()
  await expect(toast(page, 'Saved as version 2.')).toBeVisible()
  await page.reload()
  await expect(editor(page)).toContainText('first second third')
  await button(page, 'Save').click()
  await expect(toast(page, 'Saved as version 3.')).toBeVisible()
  expect(String(await script.read('/note.txt'))).toBe('first second third')
})

test('a text stays in sight when its folder is deleted, and can be saved elsewhere', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const plans = await script.folder('/', 'Plans')
  const fileid = await script.file('/Plans', 'note.txt', 'first')
  await editAtEnd(page, owner, `${storeAt(store, plans)}?open=${fileid}`)
  await page.keyboard.insertText(' and mine')
  await script.send('DELETE', '/dir/delete', { dirpath: '/Plans' })
  await expect(page.getByText('You can save your text as a copy.')).toBeVisible()
  await expect(editor(page)).toContainText('first and mine')
  await button(page, 'Save').click()
  await button(page, 'Save as a copy').click()
  await expect(toast(page, 'Saved as note.txt in the top folder.')).toBeVisible()
  expect(String(await script.read('/note.txt'))).toBe('first and mine')
})

for (const [what, path] of [
  ['its writer is removed from the project', '/project/removeuser'],
  ['its writer is removed from the organisation', '/orgs/user/remove'],
  ['its project is deleted', '/project/delete'],
  ['its filestore is deleted', '/filestore/delete'],
] as const) {
  test(`a text can be taken along when ${what}`, async ({ page, request }) => {
    const { script, store, owner, boss, member } = await scene(request, page)
    const fileid = await script.file('/', 'note.txt', 'first')
    await editAtEnd(page, member, `${storeAt(store)}?open=${fileid}`)
    await page.keyboard.insertText(' and mine')
    await api(request, path.startsWith('/orgs') ? boss : owner, path, { ...store, userid: member.userid })
    const kept = toast(page, 'Your changes to note.txt are not saved.')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      kept.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('note.txt')
    expect(await readFile(await saved.path(), 'utf8')).toBe('first and mine')
    await expect(kept).toBeHidden()
  })
}

test('a text stays in sight when its writer may no longer write', async ({ page, request }) => {
  const { script, store, owner, member } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  await editAtEnd(page, member, `${storeAt(store)}?open=${fileid}`)
  await page.keyboard.insertText(' and mine')
  const { orgid, projectid, fsid } = store
  await api(request, owner, '/filestore/access/set', {
    ...{ orgid, projectid, fsid, userid: member.userid, level: 'viewer' },
  })
  await expect(page.getByText('You can no longer change files here. Copy your text to keep it.')).toBeVisible()
  await expect(editor(page)).toContainText('first and mine')
  await button(page, 'Save').click()
  await expect(toast(page, 'note.txt could not be saved.')).toBeVisible()
  await expect(editor(page)).toContainText('first and mine')
})

test('a text stays in sight when others give its file another name', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  await editAtEnd(page, owner, `${storeAt(store)}?open=${fileid}`)
  await page.keyboard.insertText(' and mine')
  await script.send('POST', '/file/rename', { parentdirpath: '/', srcfilename: 'note.txt', dstfilename: 'note.png' })
  await expect(page.getByRole('dialog', { name: 'note.png', exact: true })).toBeVisible()
  await expect(editor(page)).toContainText('first and mine')
  await button(page, 'Save').click()
  await expect(toast(page, 'Saved as version 2.')).toBeVisible()
  expect(String(await script.read('/note.png'))).toBe('first and mine')
})

test('what was given up does not come back, however soon that was', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  await page.clock.install()
  await editAtEnd(page, owner, `${storeAt(store)}?open=${fileid}`)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.insertText(' and mine')
  await button(page, 'Cancel').click()
  await button(page, 'Discard').click()
  await expect(editor(page)).toBeHidden()
  await page.clock.resume()
  await page.reload()
  await expect(button(page, 'Edit')).toBeVisible()
})

test('Back asks before a text is lost, as Close does', async ({ page, request }) => {
  const { script, open } = await scene(request, page)
  await script.file('/', 'note.txt', 'first')
  await open()
  await line(page, 'note.txt').dblclick()
  await button(page, 'Edit').click()
  await editor(page).press('ControlOrMeta+End')
  await page.keyboard.insertText(' and mine')
  await page.goBack()
  await button(page, 'Cancel').last().click()
  await expect(editor(page)).toContainText('first and mine')
  await page.goBack()
  await button(page, 'Discard').click()
  await expect(editor(page)).toBeHidden()
  await expect(line(page, 'note.txt')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('and mine')
  await expect(page).not.toHaveURL(/open=/)
})

test('one who saved elsewhere is not told of somebody else', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  await editAtEnd(page, owner, `${storeAt(store)}?open=${fileid}`)
  await page.keyboard.insertText(' and mine')
  await script.file('/', 'note.txt', 'from another tab', 'replace')
  await expect(page.getByText('You saved version 2 meanwhile.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog', { name: 'You have saved this file meanwhile' })).toContainText(
    'You saved version 2',
  )
})
