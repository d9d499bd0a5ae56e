import type { Page, TestInfo } from '@playwright/test'
import { list, toast } from './filestore-desk.ts'
import { line } from './filestores.ts'
import { expect, test } from './fixtures.ts'
import { api } from './orgs.ts'
import { button, choose, done, dropOn, expectSame, holdAfter, mega, onDisk, panel, scene, upload } from './uploading.ts'

// What comes between an upload and its end: proxies, lost answers, names that are taken, people who think twice.

test('where something on the way finds a whole file too large, it goes in pieces', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'middle.bin': 2 * mega })
  let refused = 0
  await page.route(/\/file\/tus/, route => {
    // The bytes of a file cannot be seen here: the whole of it, and then the first piece, which is the same.
    const withBytes = route.request().headers()['content-type'] !== undefined
    return withBytes && refused++ < 2 ? route.fulfill({ status: 413, body: 'Too large' }) : route.continue()
  })
  await choose(page, at('middle.bin'))
  await done(page, '1 file uploaded')
  await expectSame(script.read, { '/middle.bin': at('middle.bin') })
  expect(refused).toBeGreaterThan(2)
})

test('the page of a proxy that wants one to sign in is no success', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'a.txt': 'a', 'b.txt': 'b', 'middle.bin': 100_000, 'large.bin': 6 * mega })
  const answered = new Set<string>()
  await page.route(/\/file\/(tus|uploadmany)/, route => {
    const what = [route.request().method(), route.request().headers()['upload-length']].join()
    if (answered.has(what)) return route.continue()
    answered.add(what)
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' })
  })
  await choose(page, at('a.txt'), at('b.txt'), at('middle.bin'), at('large.bin'))
  await done(page, '4 files uploaded')
  expect(await script.names('/')).toEqual(['a.txt', 'b.txt', 'large.bin', 'middle.bin'])
  await expectSame(script.read, { '/large.bin': at('large.bin'), '/middle.bin': at('middle.bin') })
  // Small ones may travel alone as well.
  const each = ['HEAD,', 'PATCH,', 'POST,100000', `POST,${6 * mega}`, 'PUT,']
  expect([...answered]).toEqual(expect.arrayContaining(each))
})

test('a proxy that finds no server for a while is waited for, and nothing begins anew', async ({
  page,
  request,
}, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'large.bin': 14 * mega })
  let [begun, pieces, down] = [0, 0, false]
  await page.route(/\/file\//, route => {
    const method = route.request().method()
    if (method === 'POST' && !down) begun += 1
    if (method === 'PATCH' && ++pieces === 3) down = true
    return down ? route.fulfill({ status: 404, body: '404 page not found' }) : route.continue()
  })
  await choose(page, at('large.bin'))
  await expect(upload(page, 'large.bin')).toContainText('Waiting for the connection')
  down = false
  await done(page, '1 file uploaded')
  await expectSame(script.read, { '/large.bin': at('large.bin') })
  expect(begun).toBe(1)
})

test('a folder whose name a file has is not said to be there, and nobody is asked for ever', async ({
  page,
  request,
}, info) => {
  const { script } = await scene(request, page)
  for (const name of ['Plans', 'Quay']) await script.file('/', name, 'a file')
  await expect(line(page, 'Quay')).toBeVisible()
  const at = await onDisk(info, { 'Plans/': '', 'Quay/a.txt': 'a' })
  await dropOn(page, list(page), at('Plans'), at('Quay'))
  await button(page, 'Keep both').click()
  await done(page, '2 items not uploaded')
  for (const name of ['Plans', 'a.txt'])
    await expect(upload(page, name)).toContainText('A file has the name of a folder that this needs.')
  // Whoever does as it says comes to an end.
  for (const name of ['Plans', 'Quay']) await script.send('DELETE', '/file/delete', { filepath: `/${name}` })
  await button(page, 'Retry failed').click()
  await done(page, '2 items uploaded')
  expect(await script.names('/')).toEqual(['Plans', 'Quay'])
  expect(await script.names('/Quay')).toEqual(['a.txt'])
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

const many = Array.from({ length: 150 }, (_, index) => `${index}.txt`)

/** A large folder, in which more is found once somebody says so. */
async function dropSlowly(page: Page, info: TestInfo, place = page.getByText('This folder is empty.')) {
  const files = Object.fromEntries(many.map(name => [`Many/${name}`, name]))
  const at = await onDisk(info, { ...files, 'last.txt': 'last' })
  await page.evaluate(`
    const { values } = FileSystemDirectoryHandle.prototype
    window.further = Promise.withResolvers()
    FileSystemDirectoryHandle.prototype.values = async function* () {
      let passed = 0
      for await (const child of values.call(this)) {
        if (++passed > 120) await window.further.promise
        yield child
      }
    }
  `)
  const line = await holdAfter(page, 0)
  await dropOn(page, place, at('Many'))
  await line.reached()
  return { at, line, findMore: () => page.evaluate('window.further.resolve()') }
}

test('once all is cancelled, a large folder is not looked through any further', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  const { at, line, findMore } = await dropSlowly(page, info)
  await button(page, 'Cancel all uploads').click()
  await button(page, 'Cancel uploads').click()
  await expect(panel(page)).toBeHidden()
  await findMore()
  await line.letGo()
  await choose(page, at('last.txt'))
  await done(page, '1 file uploaded')
  // The folder itself was made before the first of its files set out.
  expect(await script.names('/')).toEqual(['Many', 'last.txt'])
  expect(await script.names('/Many')).toEqual([])
})

test('once all is paused, what is still found waits as well', async ({ page, request }, info) => {
  await scene(request, page)
  const { line, findMore } = await dropSlowly(page, info)
  await button(page, 'Pause all').click()
  await findMore()
  await done(page, '150 uploads paused')
  await line.letGo()
  await button(page, 'Resume all').click()
  await done(page, '150 files uploaded')
})

test('what is decided for all holds for what is still found', async ({ page, request }, info) => {
  const { script } = await scene(request, page)
  await script.folder('/', 'Many')
  await Promise.all(many.map(name => script.file('/Many', name, 'before')))
  await expect(list(page)).toBeVisible()
  const { line, findMore } = await dropSlowly(page, info, list(page))
  await line.letGo()
  await page.getByLabel('Do this for all').check()
  await button(page, 'Skip').click()
  await expect(heading(page, 'Looking for files to upload')).toBeVisible()
  await findMore()
  await expect(heading(page, '150 files skipped')).toBeVisible()
})

test('where its code cannot be loaded, that is said, and the page stays', async ({
  page,
  request,
  complaints,
}, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'a.txt': 'a' })
  await page.route('**/assets/**', route => route.abort())
  await choose(page, at('a.txt'))
  await expect(toast(page, 'Nothing was uploaded.')).toBeVisible()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await page.unroute('**/assets/**')
  await choose(page, at('a.txt'))
  await done(page, '1 file uploaded')
  expect(await script.names('/')).toEqual(['a.txt'])
  // The browser itself notes what it could not load.
  complaints.length = 0
})

test('nobody is asked about a file whose answer was lost, though the look for it is lost as well', async ({
  page,
  request,
  complaints,
}, info) => {
  const { script } = await scene(request, page)
  const at = await onDisk(info, { 'a.bin': 100_000 })
  let [sent, looked] = [0, 0]
  await page.route('**/file/tus', async route => {
    if (sent++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.route('**/file/download?**', route => (looked++ > 0 ? route.continue() : route.abort('connectionreset')))
  await choose(page, at('a.bin'))
  await done(page, '1 file uploaded')
  expect(await script.names('/')).toEqual(['a.bin'])
  expect(looked).toBeGreaterThan(1)
  complaints.length = 0
})

test('cancelled while it begins, it keeps no room', async ({ page, request }, info) => {
  const { owner, script, store } = await scene(request, page)
  const { orgid, projectid, fsid } = store
  const quota = 10 * mega
  await api(request, owner, '/filestore/quota', { orgid, projectid, fsid, quota })
  const at = await onDisk(info, { 'large.bin': 6 * mega })
  const left = async () => (await script.send<{ left: number }>('GET', '/usage', undefined)).left
  const answer = Promise.withResolvers<void>()
  await page.route('**/file/tus', async route => {
    const response = await route.fetch()
    await answer.promise
    // Whoever has given it up does not hear it.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await choose(page, at('large.bin'))
  await expect.poll(left).toBe(quota - 6 * mega)
  await button(page, 'Cancel large.bin').click()
  answer.resolve()
  await expect.poll(left).toBe(quota)
})

test('what was ticked for one drop is not ticked for the next, and a double click answers one question', async ({
  page,
  request,
}, info) => {
  const { script } = await scene(request, page)
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']
  for (const name of names) await script.file('/', name, 'before')
  const at = await onDisk(info, Object.fromEntries(names.map(name => [name, `new ${name}`])))
  const dialog = page.getByRole('dialog', { name: 'The name is taken' })
  await choose(page, at('a.txt'), at('b.txt'))
  await expect(dialog).toContainText('a.txt')
  await choose(page, at('c.txt'), at('d.txt'), at('e.txt'))
  const rows = page.getByRole('listitem', { includeHidden: true })
  await expect(rows.filter({ hasText: 'The name is taken' })).toHaveCount(5)
  await dialog.getByLabel('Do this for all').check()
  await button(page, 'Skip').click()
  await expect(dialog).toContainText('c.txt')
  await expect(dialog.getByLabel('Do this for all')).not.toBeChecked()
  await button(page, 'Skip').click()
  await expect(dialog).toContainText('d.txt')
  // Where the next question stands by now, the second half of a double click.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await button(page, 'Skip').click()
  await expect(dialog).toContainText('e.txt')
  await button(page, 'Skip').click()
  await expect(heading(page, '5 files skipped')).toBeVisible()
})
