import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { button, dialog, scene } from './filestore-desk.ts'
import { manyFiles } from './filestores.ts'
import { expect, expectAccessible, expectWidth, otherBrowser, test } from './fixtures.ts'
import { png } from './made-files.ts'
import { refuseNextPage } from './projects.ts'

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** A folder with a folder below it, and the visitor of a link to it. */
async function shared(request: APIRequestContext, page: Page, browser: Browser, terms: object = {}) {
  const { script } = await scene(request, page)
  const objectid = await script.folder('/', 'Photos')
  await script.folder('/Photos', 'Summer')
  const files = {
    beach: await script.file('/Photos/Summer', 'beach.png', png(300, 200, [40, 90, 200])),
    note: await script.file('/Photos/Summer', 'note.txt', 'sand'),
    tide: await script.file('/Photos/Summer', 'tide.png', png(200, 300, [90, 200, 40])),
  }
  const { path } = await script.send<{ path: string }>('PUT', '/share/create', { objectid, ...terms })
  const visitor = await otherBrowser(browser)
  const read: (string | null)[] = []
  visitor.on('request', sent => {
    const url = new URL(sent.url())
    if (url.pathname.endsWith('/share/download')) read.push(url.searchParams.get('objectid'))
  })
  return { script, objectid, files, path, visitor, read }
}

test('one step back leads from a file to its folder, on a phone too, and a reload stays at the file', async ({
  page,
  browser,
  request,
}) => {
  const { visitor, path, files, read } = await shared(request, page, browser)
  await visitor.setViewportSize({ width: 360, height: 700 })
  await visitor.goto(path)
  await visitor.getByRole('link', { name: 'Summer' }).click()
  await button(visitor, 'beach.png').click()
  await expect(viewer(visitor, 'beach.png').getByRole('img')).toHaveJSProperty('naturalWidth', 300)
  expect(new URL(visitor.url()).searchParams.get('open')).toBe(files.beach)
  await expectWidth(visitor)
  await expectAccessible(visitor)
  // Nobody has looked at the others yet, and looking counts as a download.
  expect(new Set(read)).toEqual(new Set([files.beach]))
  await visitor.goBack()
  await expect(dialog(visitor)).toBeHidden()
  await expect(visitor.getByRole('heading', { name: 'Summer' })).toBeVisible()
  await visitor.goForward()
  await expect(viewer(visitor, 'beach.png')).toBeVisible()

  await button(visitor, 'Next file').click()
  await expect(viewer(visitor, 'note.txt').locator('.cm-content')).toHaveText('sand')
  await visitor.reload()
  await expect(viewer(visitor, 'note.txt').locator('.cm-content')).toHaveText('sand')
  const download = visitor.waitForEvent('download')
  await button(visitor, 'Download').click()
  expect((await download).suggestedFilename()).toBe('note.txt')
  // However many were walked through.
  await visitor.goBack()
  await expect(dialog(visitor)).toBeHidden()
  await expect(visitor.getByRole('heading', { name: 'Summer' })).toBeVisible()
  await visitor.goBack()
  await expect(visitor.getByRole('heading', { name: 'Photos' })).toBeVisible()
})

test('the arrow keys lead through the files of a shared folder, and Escape to the one in the list', async ({
  page,
  browser,
  request,
}) => {
  const { visitor, path } = await shared(request, page, browser)
  await visitor.goto(path)
  await visitor.getByRole('link', { name: 'Summer' }).press('Enter')
  await button(visitor, 'beach.png').press('Enter')
  await expect(viewer(visitor, 'beach.png')).toBeVisible()
  await expect(visitor.getByText('1 of 3')).toBeVisible()
  await visitor.keyboard.press('ArrowLeft')
  await visitor.keyboard.press('ArrowRight')
  await expect(viewer(visitor, 'note.txt')).toBeVisible()
  await visitor.keyboard.press('ArrowRight')
  await expect(viewer(visitor, 'tide.png').getByRole('img')).toHaveJSProperty('naturalWidth', 200)
  await expect(visitor).toHaveTitle('tide.png · Plinth')
  await expect(button(visitor, 'Next file')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(visitor)
  await visitor.keyboard.press('Escape')
  await expect(dialog(visitor)).toBeHidden()
  await expect(button(visitor, 'tide.png')).toBeFocused()
})

test('a link to a file asks for the password, and finds what stands far down in its folder', async ({
  page,
  browser,
  request,
}) => {
  const { script, visitor, path } = await shared(request, page, browser, { password: 'sesame' })
  const names = Array.from({ length: 101 }, (_, n) => `photo ${String(n).padStart(3, '0')}.txt`)
  await manyFiles(
    script,
    names.map(name => `Photos/${name}`),
  )
  const last = await script.file('/Photos', 'photo 999.txt', 'the last')
  await visitor.goto(`${path}?open=${last}`)
  await visitor.getByLabel('Password', { exact: true }).fill('sesame')
  await button(visitor, 'Open').click()
  await expect(viewer(visitor, 'photo 999.txt').locator('.cm-content')).toHaveText('the last')
  await expect(visitor.getByText('102 of 102')).toBeVisible()
  await button(visitor, 'Previous file').click()
  await expect(viewer(visitor, 'photo 100.txt')).toBeVisible()
  // There is no step back to a list that nobody has come from.
  await button(visitor, 'Close').click()
  await expect(dialog(visitor)).toBeHidden()
  await expect(visitor.getByRole('heading', { name: 'Photos' })).toBeVisible()
  await expect(button(visitor, 'photo 100.txt')).toBeFocused()
})

test('a link to a file that is not found because its folder cannot be read on says so', async ({
  page,
  browser,
  request,
}) => {
  const { script, visitor, path } = await shared(request, page, browser)
  const note = await script.file('/Photos', 'note.txt', 'sand')
  // The folder Summer stands before it.
  const letGo = await refuseNextPage(visitor, '**/share/entries', 'fsobjects')
  await visitor.goto(`${path}?open=${note}`)
  await expect(dialog(visitor).getByText('The file could not be opened')).toBeVisible()
  await expectAccessible(visitor)
  letGo()
  await dialog(visitor).getByRole('button', { name: 'Try again' }).click()
  await expect(viewer(visitor, 'note.txt').locator('.cm-content')).toHaveText('sand')
})

test('a link to a file that is gone says so, and one with few downloads shows none', async ({
  page,
  browser,
  request,
}) => {
  const { script, objectid, visitor, path, read } = await shared(request, page, browser)
  await visitor.goto(`${path}?open=gone`)
  await expect(visitor.getByText('This file is no longer here. Somebody has moved it, or deleted it.')).toBeVisible()
  await expectAccessible(visitor)
  await button(visitor, 'Close').first().click()
  await expect(dialog(visitor)).toBeHidden()
  await expect(visitor.getByRole('heading', { name: 'Photos' })).toBeVisible()

  const note = await script.file('/Photos', 'note.txt', 'counted')
  const few = await script.send<{ path: string }>('PUT', '/share/create', { objectid, downloadlimit: 2 })
  await visitor.goto(`${few.path}?open=${note}`)
  await expect(visitor.getByText('2 downloads are left.')).toBeVisible()
  await expect(visitor.getByText('note.txt')).toBeVisible()
  await expect(dialog(visitor)).toBeHidden()
  expect(read).toEqual([])
})
