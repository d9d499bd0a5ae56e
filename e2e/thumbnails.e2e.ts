import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { fileScript, filestoreOf, line, storeAt } from './filestores.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { browserOf, enter } from './orgs.ts'
import { newTeam } from './projects.ts'

type Colour = [red: number, green: number, blue: number]

/** A PNG of one colour, twice as wide as it is high. */
function png([red, green, blue]: Colour, width = 400): Buffer {
  const height = width / 2
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([red, green, blue]))])
  const lines = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

async function upload(page: Page, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(files.map(file => ({ ...file, mimeType: 'image/png' })))
}

const picture = (page: Page, name: string) => line(page, name).locator('img')
const card = (page: Page, name: string) => page.getByRole('gridcell').filter({ hasText: name }).locator('img')

test('pictures show themselves in the list and the grid once they are made, to all who look', async ({
  page,
  browser,
  request,
}) => {
  const { owner, viewer, ...project } = await newTeam(request)
  const store = await filestoreOf(request, owner, project)
  const script = await fileScript(request, owner, store)
  await script.file('/', 'notes.txt', 'words')
  await script.file('/', 'broken.png', 'no picture at all')
  const theirs = await browserOf(browser, viewer, storeAt(store))
  await enter(page, owner, storeAt(store))
  await expect(line(page, 'notes.txt')).toBeVisible()

  await upload(page, { name: 'red.png', buffer: png([220, 30, 30]) }, { name: 'blue.png', buffer: png([20, 40, 230]) })
  for (const screen of [page, theirs]) {
    await expect(picture(screen, 'red.png')).toBeVisible()
    await expect(picture(screen, 'blue.png')).toBeVisible()
  }
  await expect(picture(page, 'red.png')).toHaveJSProperty('naturalWidth', 96)
  await expect(picture(page, 'red.png')).toHaveJSProperty('naturalHeight', 48)
  const red = await picture(page, 'red.png').getAttribute('src')
  expect(await picture(theirs, 'red.png').getAttribute('src')).toBe(red)
  expect(await picture(page, 'blue.png').getAttribute('src')).not.toBe(red)
  await expect(picture(page, 'broken.png')).toBeHidden()
  await expect(picture(page, 'notes.txt')).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show as grid' }).click()
  await expect(card(page, 'red.png')).toHaveJSProperty('naturalWidth', 320)
  await expect(card(page, 'broken.png')).toBeHidden()
  await expectAccessible(page)
})
