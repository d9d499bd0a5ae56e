import type { APIRequestContext, Page } from '@playwright/test'
import { actions, button, dialog, list, scene as storeScene } from './filestore-desk.ts'
import { line, storeAt } from './filestores.ts'
import { expect, expectAccessible, otherBrowser, test } from './fixtures.ts'
import { pdf, png, wav } from './made-files.ts'
import { enter } from './orgs.ts'

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const damaged = (page: Page) => page.getByText(/could not be (drawn|played)/)

async function scene(request: APIRequestContext, page: Page) {
  const given = await storeScene(request, page)
  return { ...given, at: (fileid: string) => `${storeAt(given.store)}?open=${fileid}` }
}

/** The line breaks off so often, and holds from then on. */
async function breakOff(page: Page, path: string, times: number): Promise<void> {
  let left = times
  await page.route(path, route => (left-- > 0 ? route.abort('connectionreset') : route.continue()))
}

/** The browser itself complains of what it could not load, and of nothing else. */
const expectNotLoaded = (complaints: string[]) =>
  expect(complaints.splice(0).filter(text => !text.startsWith('Failed to load resource'))).toEqual([])

test('an image or a sound that broke off once is shown all the same', async ({ page, request, complaints }) => {
  const { script, at, owner } = await scene(request, page)
  const image = await script.file('/', 'a.png', png(300, 200, [40, 90, 200]))
  await script.file('/', 'b.wav', wav(5))
  await breakOff(page, '**/file/open*', 1)
  await enter(page, owner, at(image))
  await expect(viewer(page, 'a.png').getByRole('img')).toHaveJSProperty('naturalWidth', 300)
  await breakOff(page, '**/file/open*', 1)
  await button(page, 'Next file').click()
  await expect(page.locator('audio')).toHaveJSProperty('duration', 5)
  await expect(damaged(page)).toBeHidden()
  expectNotLoaded(complaints)
})

test('an image that does not arrive can be tried again, and only bytes that arrive are damaged', async ({
  page,
  request,
  complaints,
}) => {
  const { script, at, owner } = await scene(request, page)
  const image = await script.file('/', 'a.png', png(300, 200, [40, 90, 200]))
  await script.file('/', 'b.wav', wav(5))
  await script.file('/', 'c.wav', 'no sound')
  await breakOff(page, '**/file/open*', 3)
  await enter(page, owner, at(image))
  await expect(page.getByText('The file could not be opened')).toBeVisible()
  await expect(damaged(page)).toBeHidden()
  await expectAccessible(page)
  await button(page, 'Try again').click()
  await expect(viewer(page, 'a.png').getByRole('img')).toHaveJSProperty('naturalWidth', 300)

  await page.route('**/file/open*', route => route.fulfill({ status: 503 }))
  await button(page, 'Next file').click()
  await expect(page.getByText('The file could not be opened')).toBeVisible()
  await page.unroute('**/file/open*')
  await button(page, 'Try again').click()
  await expect(page.locator('audio')).toHaveJSProperty('duration', 5)
  await button(page, 'Next file').click()
  await expect(page.getByText('This audio could not be played.')).toBeVisible()
  expectNotLoaded(complaints)
})

test('a visitor whose link has ended is told so, and not that the image is damaged', async ({
  page,
  browser,
  request,
  complaints,
}) => {
  const { script } = await scene(request, page)
  const objectid = await script.folder('/', 'Photos')
  await script.file('/Photos', 'a.jpg', 'no picture')
  await script.file('/Photos', 'b.pdf', pdf('Figures of spring'))
  await script.file('/Photos', 'b.png', png(300, 200, [40, 90, 200]))
  await script.file('/Photos', 'c.png', png(200, 300, [90, 200, 40]))
  const link = await script.send<{ path: string; share: { shareid: string } }>('PUT', '/share/create', { objectid })
  const visitor = await otherBrowser(browser)
  await visitor.goto(link.path)
  await button(visitor, 'a.jpg').click()
  await expect(damaged(visitor)).toBeVisible()
  // Here it is the same address with each try.
  await breakOff(visitor, '**/share/download*', 1)
  await button(visitor, 'Next file').click()
  await button(visitor, 'Try again').click()
  await expect(viewer(visitor, 'b.pdf').getByText('Figures of spring')).toBeVisible()
  await breakOff(visitor, '**/share/download*', 3)
  await button(visitor, 'Next file').click()
  await expect(visitor.getByText('The file could not be opened')).toBeVisible()
  await button(visitor, 'Try again').click()
  await expect(viewer(visitor, 'b.png').getByRole('img')).toHaveJSProperty('naturalWidth', 300)
  await script.send('DELETE', '/share/revoke', { shareid: link.share.shareid })
  await button(visitor, 'Next file').click()
  await expect(dialog(visitor).getByText('This link does not work any more.')).toBeVisible()
  await expect(damaged(visitor)).toBeHidden()
  expectNotLoaded(complaints)
})

test('whoever looks at a file that somebody deletes goes on from where it stood', async ({ page, request }) => {
  const { script, open } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await script.file('/', name)
  await open()
  await line(page, 'b.txt').dblclick()
  await expect(viewer(page, 'b.txt')).toContainText('b.txt')
  await script.send('DELETE', '/file/delete', { filepath: '/b.txt' })
  await expect(page.getByText('This file is no longer here.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page, 'c.txt')).toBeVisible()
  await expect(page.getByText('2 of 3')).toBeVisible()
  await script.send('DELETE', '/file/delete', { filepath: '/c.txt' })
  await expect(page.getByText('This file is no longer here.')).toBeVisible()
  await button(page, 'Previous file').click()
  await expect(viewer(page, 'a.txt')).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await expect(viewer(page, 'd.txt')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(viewer(page, 'a.txt')).toBeVisible()
  await script.send('DELETE', '/file/delete', { filepath: '/a.txt' })
  await expect(page.getByText('This file is no longer here.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const row = await line(page, 'd.txt').getAttribute('id')
  await expect(list(page)).toHaveAttribute('aria-activedescendant', row ?? '')
})

test('texts as programs on Windows write them can be read, and not edited', async ({ page, browser, request }) => {
  const { script, at, owner } = await scene(request, page)
  const table = await script.file('/', 'a.csv', Buffer.from('Name;Stadt\r\nM\xfcller;K\xf6ln\r\n', 'latin1'))
  await script.file('/', 'b.txt', Buffer.from('\ufeffgr\u00fcn und \u0142\u00f3d\u017a', 'utf16le'))
  await enter(page, owner, at(table))
  await expect(page.getByRole('cell', { name: 'Müller' })).toBeVisible()
  await expect(page.getByText('it can be read here and not edited')).toBeVisible()
  await expect(button(page, 'Edit')).toBeHidden()
  await expectAccessible(page)
  await button(page, 'Next file').click()
  await expect(viewer(page, 'b.txt').locator('.cm-content')).toHaveText('grün und łódź')
  await expect(button(page, 'Edit')).toBeHidden()

  const { path } = await script.send<{ path: string }>('PUT', '/share/create', { objectid: table })
  const visitor = await otherBrowser(browser)
  await visitor.goto(path)
  await expect(visitor.getByRole('cell', { name: 'Köln' })).toBeVisible()
  await expect(visitor.getByText('edited')).toBeHidden()
})

test('a step back leads out of the folder with the dialog that was open over it', async ({ page, request }) => {
  const { script, open } = await scene(request, page)
  await script.folder('/', 'Photos')
  await script.file('/Photos', 'beach.txt')
  await page.setViewportSize({ width: 360, height: 700 })
  await open()
  await line(page, 'Photos').dblclick()
  await actions(page, 'beach.txt', 'Share')
  await expect(dialog(page)).toContainText('Share beach.txt')
  await page.goBack()
  await expect(line(page, 'Photos')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})
