import { utimes } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { line, storeAt } from './filestores.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  button,
  choose,
  done,
  drop,
  dropOn,
  expectSame,
  holdAfter,
  keptBy,
  mega,
  onDisk,
  panel,
  scene,
  slowDisk,
  underWay,
  upload,
} from './uploading.ts'

// What becomes of uploads whose page is loaded anew or closed.

/** The page asks before it goes, and is told to stay. */
async function closeAndStay(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await closing
}

/** The browser forgets to load a page anew that it is asked for while it still puts that question away. */
async function loadAnew(page: Page): Promise<void> {
  await page.evaluate('document.title')
  await expect(() => page.reload({ timeout: 15_000 })).toPass()
}

test('a page that is loaded anew in the middle goes on where it was', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'Plans/large.bin': 14 * mega, 'wrong/large.bin': 14 * mega, 'small.txt': 'small' })
  // It is told apart by its time, and some disks tell that in whole seconds.
  await utimes(at('wrong/large.bin'), 1, 1)
  const begun: string[] = []
  page.on('request', sent => {
    const isLarge = sent.headers()['upload-length'] === String(14 * mega)
    if (sent.method() === 'POST' && isLarge) begun.push(sent.url())
  })
  const line = await holdAfter(page, 2)
  await page.getByLabel('Folder to upload').setInputFiles(at('Plans'))
  await line.reached()
  await choose(page, at('small.txt'))
  await expect(upload(page, 'small.txt')).toContainText(underWay)
  await expect.poll(() => keptBy(page)).toBe(2)
  await closeAndStay(page)
  await loadAnew(page)
  await line.letGo()
  // The small one is in the browser's storage; the large one has to be shown to the page again.
  await expect(upload(page, 'small.txt')).toContainText('5 bytes')
  await expect(upload(page, 'large.bin')).toContainText('Choose the file again to go on.')
  await expectAccessible(page)
  const files = page.waitForEvent('filechooser')
  await button(page, 'Choose file').click()
  await (await files).setFiles(at('wrong/large.bin'))
  await expect(page.getByText('1 file still missing.')).toBeVisible()
  const folder = page.waitForEvent('filechooser')
  await button(page, 'Choose folder').click()
  await (await folder).setFiles(at('Plans'))
  await done(page, '2 files uploaded')
  await expectSame(script.read, { '/Plans/large.bin': at('Plans/large.bin'), '/small.txt': at('small.txt') })
  // It was not begun a second time.
  expect(begun).toHaveLength(1)
})

test('what arrived in the last moment before a reload is not asked about', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
  const content = 'too much to travel with others '.repeat(1_000)
  const at = await onDisk(info, Object.fromEntries(names.map(name => [name, content])))
  const line = await holdAfter(page, 0)
  await choose(page, ...names.map(at))
  await line.reached()
  await expect.poll(() => keptBy(page)).toBe(4)
  // Three go at a time. As far as is written down, the turn of the fourth is still to come.
  await script.file('/', 'd.txt', content)
  await page.reload()
  await line.letGo()
  await done(page, '4 files uploaded')
  expect(await script.names('/')).toEqual(names)
})

test('what has arrived is not called stopped after a reload', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  // Too large for the page to keep a copy of, and small enough for this test to see the bytes.
  const at = await onDisk(info, { 'done.bin': 1_020_000, 'unheard.bin': 1_020_000 })
  // It arrives, and nobody hears of it, however often it is tried.
  let heard = false
  await page.route('**/file/tus', async route => {
    if (heard) return route.continue()
    await route.fetch()
  })
  await choose(page, at('unheard.bin'))
  await expect.poll(() => script.names('/')).toEqual(['unheard.bin'])
  await expect.poll(() => keptBy(page)).toBe(1)
  await page.evaluate(slowDisk)
  heard = true
  await choose(page, at('done.bin'))
  await expect(upload(page, 'done.bin')).toBeVisible()
  await expect(button(page, 'Cancel done.bin')).toBeHidden()
  await page.reload()
  await expect.poll(() => keptBy(page)).toBe(0)
  await expect(line(page, 'done.bin')).toBeVisible()
  await expect(panel(page)).toBeHidden()
  expect(await script.names('/')).toEqual(['done.bin', 'unheard.bin'])
})

test('a browser that was killed finds its uploads again, though what it notes down late is lost', async ({
  page,
  request,
}, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'small.txt': 'small' })
  const line = await holdAfter(page, 0)
  await choose(page, at('small.txt'))
  await line.reached()
  await expect.poll(() => keptBy(page)).toBe(1)
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('plinth-uploads')) localStorage.removeItem(key)
  })
  await page.reload()
  await line.letGo()
  await done(page, '1 file uploaded')
  expect(await script.names('/')).toEqual(['small.txt'])
})

test('another tab leaves alone what this one uploads, and takes it up when this one is closed', async ({
  page,
  context,
  request,
}, info) => {
  const { store, script } = await scene(request, page)
  const at = await onDisk(info, { 'small.txt': 'small' })
  const line = await holdAfter(page, 0)
  await choose(page, at('small.txt'))
  await line.reached()
  await expect.poll(() => keptBy(page)).toBe(1)
  const other = await context.newPage()
  await other.goto(storeAt(store))
  await expect(other.getByText('This folder is empty.')).toBeVisible()
  await expect(panel(other)).toBeHidden()
  await page.close()
  await done(other, '1 file uploaded', 60_000)
  expect(await script.names('/')).toEqual(['small.txt'])
})

test('without room for copies, what was under way is still known after a reload', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const names = ['a.bin', 'b.bin']
  const at = await onDisk(info, Object.fromEntries(names.map(name => [name, 900_000])))
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 400_000 })
  const line = await holdAfter(page, 0)
  await choose(page, ...names.map(at))
  await line.reached()
  await expect.poll(() => keptBy(page)).toBe(2)
  await page.reload()
  await expect(upload(page, 'b.bin')).toContainText('Choose the file again to go on.')
  await line.letGo()
  const files = page.waitForEvent('filechooser')
  await button(page, 'Choose').click()
  await (await files).setFiles(names.map(at))
  await done(page, '2 files uploaded')
  await expectSame(script.read, Object.fromEntries(names.map(name => [`/${name}`, at(name)])))
})

test('a storage that the browser has closed is opened again', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'a.txt': 'one', 'b.txt': 'two' })
  await choose(page, at('a.txt'))
  await done(page, '1 file uploaded')
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  const line = await holdAfter(page, 0)
  await choose(page, at('b.txt'))
  await line.reached()
  // Looked into before it is there, it would be made by the look.
  await expect.poll(() => page.evaluate('indexedDB.databases().then(all => all.length)')).toBe(1)
  await expect.poll(() => keptBy(page)).toBe(1)
  await page.reload()
  await line.letGo()
  await done(page, '1 file uploaded')
  expect(await script.names('/')).toEqual(['a.txt', 'b.txt'])
})

/** As on a disk that takes long: after so many files the next one comes when it is let go. */
const slowFiles = (after: number) => `const read = FileSystemFileHandle.prototype.getFile
  let files = 0
  const next = new Promise(resolve => { window.findTheRest = resolve })
  FileSystemFileHandle.prototype.getFile = async function () {
    if (++files > ${after}) await next
    return read.call(this)
  }`

/** A folder of 300 files on the disk. */
async function manyFiles(info: TestInfo): Promise<string> {
  const names = Array.from({ length: 300 }, (_, number) => `Many/${number}.txt`)
  return (await onDisk(info, Object.fromEntries(names.map(name => [name, '']))))('Many')
}

test('a folder that was not found to its end before a reload does not look whole', async ({ page, request }, info) => {
  await page.addInitScript(slowFiles(250))
  await scene(request, page)
  const line = await holdAfter(page, 0)
  await drop(page, await manyFiles(info))
  await line.reached()
  await button(page, 'Pause all').click()
  // Nothing is sent, and yet there is something to lose.
  await closeAndStay(page)
  await loadAnew(page)
  await expect(page.getByText('Many was not uploaded as a whole.')).toBeVisible()
})

test('while a folder is looked through it is not called uploaded, and can be cancelled', async ({
  page,
  request,
}, info) => {
  await page.addInitScript(slowFiles(100))
  const { script } = await scene(request, page)
  const title = panel(page).getByRole('heading')
  const files = async () => (await script.send<{ filecount: number }>('GET', '/usage', undefined)).filecount
  const many = await manyFiles(info)
  await drop(page, many)
  await expect.poll(files).toBe(100)
  await expect(title).toHaveText('Looking for files to upload')
  await page.evaluate('findTheRest()')
  await done(page, '300 files uploaded')

  await page.reload()
  await line(page, 'Many').dblclick()
  await expect(line(page, '0.txt')).toBeVisible()
  await dropOn(page, line(page, '0.txt'), many)
  await expect.poll(files).toBe(400)
  await expect(title).toHaveText('Looking for files to upload')
  await button(page, 'Cancel all uploads').click()
  await button(page, 'Cancel uploads').click()
  await expect(panel(page)).toBeHidden()
  await page.evaluate('findTheRest()')
  const at = await onDisk(info, { 'late.txt': 'late' })
  await choose(page, at('late.txt'))
  await done(page, '1 file uploaded')
  await expect.poll(files).toBe(401)
})
