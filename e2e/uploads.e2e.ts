import { readFile, utimes } from 'node:fs/promises'
import { fileScript, filestoreOf, line, storeAt } from './filestores.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { api, enter } from './orgs.ts'
import { ownServer } from './own-server.ts'
import { newTeam } from './projects.ts'
import {
  button,
  choose,
  done,
  drop,
  expectSame,
  holdAfter,
  keptBy,
  mega,
  onDisk,
  panel,
  scene,
  underWay,
  upload,
} from './uploading.ts'

test('files and a whole folder are dropped, and arrive as they are', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, {
    'note.txt': 'a note',
    'photo.bin': 6 * mega,
    'Plans/harbour.txt': 'harbour',
    'Plans/deep/er/quay.txt': 'quay',
    'Plans/nothing yet/': '',
    'empty.txt': '',
  })
  await drop(page, at('note.txt'), at('photo.bin'), at('empty.txt'), at('Plans'))
  await done(page, '6 items uploaded')
  await expect(line(page, 'Plans')).toBeVisible()
  await expect(line(page, 'photo.bin')).toContainText('6.3 MB')
  expect(await script.names('/Plans')).toEqual(['deep', 'nothing yet', 'harbour.txt'])
  await expectSame(script.read, {
    '/note.txt': at('note.txt'),
    '/photo.bin': at('photo.bin'),
    '/empty.txt': at('empty.txt'),
    '/Plans/deep/er/quay.txt': at('Plans/deep/er/quay.txt'),
  })
  await expectAccessible(page)

  await button(page, 'Collapse uploads').click()
  await expect(upload(page, 'note.txt')).toBeHidden()
  await button(page, 'Expand uploads').click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(upload(page, 'note.txt')).toBeVisible()
  await button(page, 'Clear finished').click()
  await expect(panel(page)).toBeHidden()
})

test('what was written years ago says so here too, and is among the recent files all the same', async ({
  page,
  request,
}, info) => {
  const { script } = await scene(request, page)
  await script.file('/', 'today.txt')
  const at = await onDisk(info, { 'letter.txt': 'letter', 'note.txt': 'note', 'film.bin': 5 * mega })
  const names = ['letter.txt', 'note.txt', 'film.bin']
  for (const name of names) await utimes(at(name), of2019, of2019)
  const together = page.waitForRequest(/\/file\/uploadmany/)
  const inPieces = page.waitForRequest(asked => /\/file\/tus/.test(asked.url()) && asked.method() === 'PATCH')
  await choose(page, at('letter.txt'), at('note.txt'))
  await done(page, '2 files uploaded')
  await choose(page, at('film.bin'))
  await done(page, '3 files uploaded')
  await Promise.all([together, inPieces])
  for (const name of names) {
    const time = line(page, name).getByRole('time')
    await expect(time).toHaveAttribute('datetime', of2019.toISOString())
    await expect(time).toHaveAttribute('title', /2019/)
  }
  await line(page, 'letter.txt').click()
  await line(page, 'film.bin').click({ modifiers: ['ControlOrMeta'] })
  const download = page.waitForEvent('download')
  await button(page, 'Download').click()
  const zip = await readFile(await (await download).path())
  for (const name of ['letter.txt', 'film.bin']) expect(timeIn(zip, name)).toEqual(of2019)
  await page.getByRole('link', { name: 'Recent' }).click()
  await expect(page.getByRole('row')).toHaveText([
    /Name/,
    /film.bin/,
    /(letter|note).txt/,
    /(letter|note).txt/,
    /today.txt/,
  ])
})

const of2019 = new Date('2019-03-04T11:30:20.000Z')

/** Of a file in an archive, from the field behind its name that tells it in seconds since 1970. */
function timeIn(zip: Buffer, name: string): Date {
  const extra = zip.subarray(zip.indexOf(name))
  return new Date(extra.readUInt32LE(extra.indexOf('UT') + 5) * 1_000)
}

test('what cannot be read is told of, and what lies beside it arrives', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'Plans/a.txt': 'a', 'Plans/b.txt': 'b', 'Plans/c.txt': 'c', 'Plans/shut/d.txt': 'd' })
  await page.evaluate(`
    const { getFile } = FileSystemFileHandle.prototype
    const { values } = FileSystemDirectoryHandle.prototype
    const refused = () => new DOMException('', 'NotReadableError')
    FileSystemFileHandle.prototype.getFile = function () {
      return this.name === 'b.txt' ? Promise.reject(refused()) : getFile.call(this)
    }
    FileSystemDirectoryHandle.prototype.values = function () {
      if (this.name === 'shut') throw refused()
      return values.call(this)
    }
  `)
  await drop(page, at('Plans'))
  await done(page, '2 files not uploaded')
  await expect(upload(page, 'b.txt')).toContainText('It could not be read on this computer.')
  await expect(upload(page, 'shut')).toContainText('It could not be read on this computer.')
  expect(await script.names('/Plans')).toEqual(['a.txt', 'c.txt'])
  await expectAccessible(page)
  await expect.poll(() => keptBy(page)).toBe(0)
})

test('a folder is chosen, and each of its many files arrives', async ({ page, request }, info) => {
  // Each is stored for good before its answer, which a busy disk makes some dozen times a second.
  test.slow()
  const { script } = await scene(request, page)
  // More than are handed on together, and no multiple of that.
  const names = Array.from({ length: 620 }, (_, index) => `Many/reading-${String(index).padStart(4, '0')}.txt`)
  const at = await onDisk(info, Object.fromEntries(names.map(name => [name, name])))
  let requests = 0
  page.on('request', sent => void (/\/file\/(tus|upload)/.test(sent.url()) && requests++))
  await page.getByLabel('Folder to upload').setInputFiles(at('Many'))
  await done(page, '620 files uploaded', 200_000)
  // Only what is in sight is drawn.
  expect(await panel(page).getByRole('listitem').count()).toBeLessThan(30)
  const last = names.at(-1) ?? ''
  await expectSame(script.read, { [`/${last}`]: at(last) })
  // Folders above are counted a moment later.
  const usage = () => script.send<{ filecount: number }>('GET', '/usage', undefined)
  await expect.poll(async () => (await usage()).filecount).toBe(620)
  // They travel together.
  expect(requests).toBeLessThan(100)
})

test('small files that travel together fail one by one', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const names = ['fine.txt', 'bell\u0007.txt', 'good.txt', 'deep/well.txt']
  const at = await onDisk(info, Object.fromEntries(names.map(name => [name, name])))
  await drop(page, at('fine.txt'), at('bell\u0007.txt'), at('good.txt'), at('deep'))
  await done(page, '1 file not uploaded')
  await expect(upload(page, 'bell')).toContainText('A name cannot contain control characters.')
  expect(await script.names('/')).toEqual(['deep', 'fine.txt', 'good.txt'])
  await expectSame(script.read, { '/deep/well.txt': at('deep/well.txt'), '/good.txt': at('good.txt') })
})

test('nobody is asked about files whose answer was lost on the way', async ({ page, request, complaints }, info) => {
  const { script } = await scene(request, page)
  const names = ['a.txt', 'b.txt', 'c.txt']
  const at = await onDisk(info, Object.fromEntries(names.map(name => [name, name])))
  let lost = 0
  await page.route('**/file/uploadmany', async route => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await choose(page, ...names.map(at))
  await done(page, '3 files uploaded')
  expect(await script.names('/')).toEqual(names)
  await expectSame(script.read, { '/b.txt': at('b.txt') })
  expect(lost).toBeGreaterThan(1)
  // The browser itself notes the lost answer.
  complaints.length = 0
})

test('paused, resumed and cancelled, by keyboard alone', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'large.bin': 14 * mega, 'other.bin': 9 * mega })
  const line = await holdAfter(page, 2)
  await choose(page, at('large.bin'))
  await line.reached()
  await button(page, 'Pause large.bin').focus()
  await page.keyboard.press('Enter')
  await expect(upload(page, 'large.bin')).toContainText('Paused, 4.2 MB of 14.7 MB')
  await expect(button(page, 'Resume large.bin')).toBeFocused()
  await expectAccessible(page)

  await choose(page, at('other.bin'))
  await expect(upload(page, 'other.bin')).toContainText(underWay)
  await button(page, 'Cancel other.bin').focus()
  await page.keyboard.press('Space')
  await expect(upload(page, 'other.bin')).toBeHidden()
  await expect(panel(page).getByRole('list')).toBeFocused()

  await line.letGo()
  await button(page, 'Resume large.bin').focus()
  await page.keyboard.press('Enter')
  await done(page, '1 file uploaded')
  expect(await script.names('/')).toEqual(['large.bin'])
  await expectSame(script.read, { '/large.bin': at('large.bin') })
})

test('offline it waits, and goes on by itself when the line is back', async ({
  page,
  context,
  request,
  complaints,
}, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'large.bin': 14 * mega })
  const line = await holdAfter(page, 2)
  await choose(page, at('large.bin'))
  await line.reached()
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await line.letGo()
  await context.setOffline(false)
  await done(page, '1 file uploaded')
  await expectSame(script.read, { '/large.bin': at('large.bin') })
  // The browser itself notes each request that had no line.
  expect(complaints.filter(text => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  complaints.length = 0
})

test('a token that ends in the middle is renewed', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'large.bin': 14 * mega })
  const asked: string[] = []
  page.on('request', sent => sent.url().endsWith('/filestore/token') && asked.push(sent.url()))
  const errdata = { code: 'FILE_TOKEN_EXPIRED', data: null, msg: 'The token has expired. Ask for a new one.' }
  const json = { status: 401, errcode: errdata.code, msg: errdata.msg, errdata }
  let pieces = 0
  await page.route(/\/file\/tus\//, route =>
    route.request().method() === 'PATCH' && ++pieces === 2 ? route.fulfill({ status: 401, json }) : route.continue(),
  )
  await choose(page, at('large.bin'))
  await done(page, '1 file uploaded')
  expect(asked).toHaveLength(1)
  await expectSame(script.read, { '/large.bin': at('large.bin') })
})

test('where something on the way finds a piece too large, it gets smaller ones', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'large.bin': 14 * mega })
  let refused = false
  await page.route(/\/file\/tus\//, route => {
    const isLate = Number(route.request().headers()['upload-offset']) > 4 * mega
    if (refused || !isLate) return route.continue()
    refused = true
    return route.fulfill({ status: 413, body: 'Request Entity Too Large' })
  })
  await choose(page, at('large.bin'))
  await done(page, '1 file uploaded')
  await expectSame(script.read, { '/large.bin': at('large.bin') })
  expect(refused).toBe(true)
})

test('a server that is restarted in the middle is waited for', async ({ browser, playwright }, info) => {
  // It starts twice, and the page asks for it now and then.
  test.slow()
  const server = await ownServer(info.outputPath('data'))
  const request = await playwright.request.newContext({ baseURL: server.url })
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const page = await context.newPage()
    const { script } = await scene(request, page)
    const at = await onDisk(info, { 'large.bin': 14 * mega })
    const line = await holdAfter(page, 2)
    await choose(page, at('large.bin'))
    await line.reached()
    await server.stop()
    await line.letGo()
    await expect(upload(page, 'large.bin')).toContainText('Waiting for the connection', { timeout: 60_000 })
    await expect(panel(page)).toContainText('Waiting for the connection')
    await server.start()
    await done(page, '1 file uploaded', 100_000)
    await expectSame(script.read, { '/large.bin': at('large.bin') })
  } finally {
    await context.close()
    await server.stop()
  }
})

test('a name that is taken is asked about once for all', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await script.file('/', name, 'before')
  const at = await onDisk(info, { 'a.txt': 'new a', 'b.txt': 'new b', 'c.txt': 'new c', 'd.txt': 'new d' })
  const all = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(at)
  await choose(page, ...all)
  const dialog = page.getByRole('dialog', { name: 'The name is taken' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Do this for all').check()
  await button(page, 'Skip').click()
  await done(page, '1 file uploaded, 3 skipped')
  await expect(upload(page, 'a.txt')).toContainText('Skipped')
  expect(await script.names('/')).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt'])

  await button(page, 'Close uploads').click()
  await choose(page, at('a.txt'), at('b.txt'))
  await dialog.getByLabel('Do this for all').check()
  await button(page, 'Keep both').click()
  await done(page, '2 files uploaded')
  expect(await script.names('/')).toHaveLength(6)

  await button(page, 'Close uploads').click()
  await choose(page, at('c.txt'))
  await button(page, 'Replace').click()
  await done(page, '1 file uploaded')
  await expectSame(script.read, { '/c.txt': at('c.txt') })
})

test('kept beside another, it is there once, though it was paused before its answer came', async ({
  page,
  request,
}, info) => {
  const { script } = await scene(request, page)
  await script.file('/', 'a.txt', 'before')
  const at = await onDisk(info, { 'a.txt': 'new' })
  await utimes(at('a.txt'), of2019, of2019)
  await choose(page, at('a.txt'))
  await expect(page.getByRole('dialog', { name: 'The name is taken' })).toBeVisible()
  let sent = 0
  let heard = false
  await page.route(/\/file\/tus/, async route => {
    const withBytes = route.request().headers()['content-type'] !== undefined
    if (heard || (sent === 0 && !withBytes)) return route.continue()
    // It arrives. Whatever the page asks about it stays without an answer.
    if (sent++ === 0) await route.fetch()
  })
  await button(page, 'Keep both').click()
  await expect.poll(() => script.names('/')).toHaveLength(2)
  await button(page, 'Pause a.txt').click()
  heard = true
  await button(page, 'Resume a.txt').click()
  await done(page, '1 file uploaded')
  expect(await script.names('/')).toHaveLength(2)
})

test('what the server refuses is said, and tried again', async ({ page, request, complaints }, info) => {
  const { owner, store } = await scene(request, page)
  const { orgid, projectid, fsid } = store
  await api(request, owner, '/filestore/quota', { orgid, projectid, fsid, quota: 1000 })
  const at = await onDisk(info, { 'large.bin': 5 * mega, 'small.txt': 'small' })
  await choose(page, at('large.bin'), at('small.txt'))
  await done(page, '1 file not uploaded')
  await expect(upload(page, 'large.bin')).toContainText('There is not enough room left for this.')
  await expectAccessible(page)
  await api(request, owner, '/filestore/quota', { orgid, projectid, fsid, quota: null })
  await button(page, 'Retry large.bin').click()
  await done(page, '2 files uploaded')
  // The browser itself writes down what was refused.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 507')])
})

test('a viewer has nothing to upload with', async ({ page, request }, info) => {
  const { owner, viewer, ...team } = await newTeam(request)
  const store = await filestoreOf(request, owner, team)
  await enter(page, viewer, storeAt(store))
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await expect(button(page, 'Upload')).toBeHidden()
  await expect(button(page, 'Upload a folder')).toBeHidden()
  const at = await onDisk(info, { 'note.txt': 'note' })
  const script = await fileScript(request, viewer, store)
  await drop(page, at('note.txt'))
  await page.getByRole('link', { name: 'Recent' }).click()
  await expect(page.getByText('There are no files yet.')).toBeVisible()
  await expect(panel(page)).toBeHidden()
  expect(await script.names('/')).toEqual([])
})

test('on a phone, dark, with a name that is far too long', async ({ page, request }, info) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await scene(request, page)
  const name = `${'measurement '.repeat(16)}.txt`
  const at = await onDisk(info, { [name]: 'long' })
  await choose(page, at(name))
  await done(page, '1 file uploaded')
  const box = await panel(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
})
