import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { button, scene } from './filestore-desk.ts'
import { expect, expectAccessible, expectWidth, otherBrowser, test } from './fixtures.ts'

// What comes between a visitor's files and their end: a line that breaks, a server that refuses, people who think twice.

const status = (page: Page) => page.getByRole('status')
const files = (page: Page) => page.getByRole('list', { name: 'Files' })

/** Somebody with a phone, in front of a link for uploads. */
async function visited(request: APIRequestContext, page: Page, browser: Browser) {
  const { script } = await scene(request, page)
  const objectid = await script.folder('/', 'Inbox')
  const { path } = await script.send<{ path: string }>('PUT', '/share/create', { objectid, kind: 'upload' })
  const visitor = await otherBrowser(browser)
  await visitor.setViewportSize({ width: 360, height: 700 })
  await visitor.goto(path)
  await expect(button(visitor, 'Choose files')).toBeVisible()
  const choose = async (...names: string[]) => {
    const given = names.map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
    await visitor.getByLabel('Files to send').setInputFiles(given)
  }
  return { script, visitor, choose }
}

test('files wait for a line that breaks, and go on by themselves', async ({ page, browser, request }) => {
  const { script, visitor, choose } = await visited(request, page, browser)
  const names = Array.from({ length: 8 }, (_, n) => `photo ${n}.txt`)
  let begun = 0
  await visitor.route('**/share/upload', async route => {
    if (++begun !== 2) return route.continue()
    await visitor.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  await choose(...names)
  await expect(status(visitor)).toHaveText('1 of 8 sent. Waiting for the connection.')
  await expect(files(visitor).getByRole('listitem').nth(1)).toContainText('Waiting for the connection')
  await expect(visitor.getByRole('button', { name: /^Try/ })).toHaveCount(0)
  await expectWidth(visitor)
  await expectAccessible(visitor)
  // The seven that are left were not lost, and none of those behind it was begun.
  await expect(visitor.getByRole('button', { name: /^Cancel photo/ })).toHaveCount(7)
  expect(begun).toBe(2)
  await visitor.context().setOffline(false)
  await expect(status(visitor)).toHaveText('8 of 8 sent')
  expect(await script.names('/Inbox')).toEqual(names)
})

test('files wait for a server that is away, though the browser takes itself for online', async ({
  page,
  browser,
  request,
}) => {
  const { script, visitor, choose } = await visited(request, page, browser)
  await visitor.route('**/share/*', route => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const asked = visitor.waitForResponse('**/share/info')
  await choose('a.txt', 'b.txt')
  await asked
  await expect(status(visitor)).toHaveText('0 of 2 sent. Waiting for the connection.')
  await visitor.unroute('**/share/*')
  await expect(status(visitor)).toHaveText('2 of 2 sent')
  expect(await script.names('/Inbox')).toEqual(['a.txt', 'b.txt'])
})

test('a file on which the line breaks each time fails alone; all that failed are tried again at once', async ({
  page,
  browser,
  request,
}) => {
  const { script, visitor, choose } = await visited(request, page, browser)
  let begun = 0
  // As the server does to a large file that it refuses. The link itself answers.
  await visitor.route('**/share/upload', route => (++begun <= 6 ? route.abort() : route.continue()))
  await choose('a.txt', 'b.txt', 'c.txt')
  await expect(status(visitor)).toHaveText('1 of 3 sent')
  await expect(files(visitor).getByText('The server could not be reached.')).toHaveCount(2)
  await expect(button(visitor, 'Try again: a.txt')).toBeVisible()
  await expect(button(visitor, 'Try again: b.txt')).toBeVisible()
  await expectWidth(visitor)
  await expectAccessible(visitor)
  await button(visitor, 'Try all again').press('Enter')
  await expect(status(visitor)).toHaveText('3 of 3 sent')
  await expect(button(visitor, 'Try all again')).toHaveCount(0)
  await expect(files(visitor), 'the keyboard is not lost').toBeFocused()
  expect(await script.names('/Inbox')).toEqual(['a.txt', 'b.txt', 'c.txt'])
})

test('a file that was chosen by mistake is cancelled by the keyboard, waiting or under way', async ({
  page,
  browser,
  request,
}) => {
  const { script, visitor, choose } = await visited(request, page, browser)
  let begun = 0
  await visitor.route('**/share/upload', route => (++begun === 1 ? undefined : route.continue()))
  await choose('film.txt', 'mistake.txt', 'right.txt')
  await expect(visitor.getByRole('progressbar', { name: 'Sending film.txt' })).toBeVisible()
  await expectAccessible(visitor)
  await button(visitor, 'Choose files').focus()
  await visitor.keyboard.press('Tab')
  await expect(button(visitor, 'Cancel film.txt')).toBeFocused()
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.press('Enter')
  await expect(status(visitor)).toHaveText('0 of 2 sent')
  await expect(files(visitor), 'the keyboard is not lost').toBeFocused()
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.press('Enter')
  await expect(status(visitor)).toHaveText('1 of 1 sent')
  expect(await script.names('/Inbox')).toEqual(['right.txt'])
  // The last of them takes the list along.
  await visitor.unroute('**/share/upload')
  await visitor.reload()
  await visitor.route('**/share/upload', () => undefined)
  await choose('film.txt')
  await button(visitor, 'Cancel film.txt').press('Enter')
  await expect(button(visitor, 'Choose files')).toBeFocused()
  await expect(files(visitor)).toBeHidden()
})
