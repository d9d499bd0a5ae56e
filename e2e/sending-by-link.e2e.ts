import type { Page } from '@playwright/test'
import { button, scene } from './filestore-desk.ts'
import { expect, expectAccessible, otherBrowser, test } from './fixtures.ts'
import { refuse } from './projects.ts'

const choose = async (page: Page, name: string) => {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose files').click()
  await (await chooser).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }])
}

/** As the server answers once a pass has run out. */
const locked = { code: 'SHARE_PASSWORD', data: null, msg: 'Enter the password of this link.' }

async function endPass(visitor: Page): Promise<void> {
  const { msg, code: errcode } = locked
  const refusal = { status: 401, json: { status: 401, errcode, msg, errdata: locked } }
  await visitor.route('**/share/upload', route => route.fulfill(refusal), { times: 1 })
}

async function visited(request: Parameters<typeof scene>[0], page: Page, visitor: Page) {
  const { script } = await scene(request, page)
  const objectid = await script.folder('/', 'Inbox')
  const wanted = { objectid, kind: 'upload', password: 'sesame' }
  const { path } = await script.send<{ path: string }>('PUT', '/share/create', wanted)
  await visitor.goto(path)
  await visitor.getByLabel('Password', { exact: true }).fill('sesame')
  await button(visitor, 'Open').click()
  await choose(visitor, 'first.txt')
  await expect(visitor.getByText('1 of 1 sent')).toBeVisible()
  return script
}

test('a pass that runs out while files are sent is asked for again, and nothing is lost', async ({
  page,
  browser,
  request,
}) => {
  const visitor = await otherBrowser(browser)
  const script = await visited(request, page, visitor)
  await endPass(visitor)
  await choose(visitor, 'second.txt')
  await expect(visitor.getByRole('heading', { name: 'This link has a password' })).toBeVisible()
  await expect(visitor.getByText('1 of 2 sent')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByLabel('Password', { exact: true }).fill('sesame')
  await button(visitor, 'Open').click()
  await expect(visitor.getByText('2 of 2 sent')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'This link has a password' })).toBeHidden()
  expect(await script.names('/Inbox')).toEqual(['first.txt', 'second.txt'])
})

test('what was sent stays on the page when the link cannot be asked about once more', async ({
  page,
  browser,
  request,
}) => {
  const visitor = await otherBrowser(browser)
  await visited(request, page, visitor)
  await refuse(visitor, '**/share/info')
  await visitor.route('**/share/upload', route => route.abort(), { times: 1 })
  const asked = visitor.waitForResponse('**/share/info')
  await choose(visitor, 'second.txt')
  await asked
  await button(visitor, 'Try again: second.txt').click()
  await expect(visitor.getByText('2 of 2 sent')).toBeVisible()
  await expect(visitor.getByText('first.txt')).toBeVisible()
})

test('what is sent stays on the page when the next pass cannot be tried at once', async ({
  page,
  browser,
  request,
}) => {
  const visitor = await otherBrowser(browser)
  await visited(request, page, visitor)
  await endPass(visitor)
  await choose(visitor, 'second.txt')
  await expect(visitor.getByText('1 of 2 sent')).toBeVisible()
  await refuse(visitor, '**/share/info')
  await visitor.getByLabel('Password', { exact: true }).fill('sesame')
  await button(visitor, 'Open').click()
  await expect(visitor.getByText('2 of 2 sent')).toBeVisible()
  await expect(visitor.getByText('first.txt')).toBeVisible()
})
