import type { APIRequestContext, Page, TestInfo } from '@playwright/test'
import { list } from './filestore-desk.ts'
import { line } from './filestores.ts'
import { expect, holdBack, test } from './fixtures.ts'
import { button, choose, done, dropOn, expectSame, holdAfter, onDisk, panel, scene } from './uploading.ts'

// What becomes of a dropped folder that somebody renames, moves or deletes while it uploads.

const names = ['a.bin', 'b.bin', 'c.bin', 'd.bin', 'deep/e.bin', 'deep/f.bin']

/** Three go at a time, so one has arrived. */
const oneThere = 'Uploading 4 of 6'

/** A folder on the disk, of files that are too large to travel together. */
async function withAlbum(request: APIRequestContext, page: Page, info: TestInfo) {
  const there = await scene(request, page)
  await there.script.file('/', 'note.txt')
  await expect(line(page, 'note.txt')).toBeVisible()
  const at = await onDisk(info, Object.fromEntries(names.map(name => [`Album/${name}`, 20_000])))
  const rename = (srcdirname: string, dstdirname: string) =>
    there.script.send('POST', '/dir/rename', { parentdirpath: '/', srcdirname, dstdirname })
  const expectAll = (folder: string) =>
    expectSame(there.script.read, Object.fromEntries(names.map(name => [`${folder}/${name}`, at(`Album/${name}`)])))
  return { ...there, at, rename, expectAll, drop: () => dropOn(page, list(page), at('Album')) }
}

test('renamed and moved while it uploads, the rest goes on into it', async ({ page, request }, info) => {
  const { script, rename, expectAll, drop } = await withAlbum(request, page, info)
  // What is dropped beside a folder of the same name goes into that.
  const albumid = await script.folder('/', 'Album')
  await expect(line(page, 'Album')).toBeVisible()
  // An empty folder has no bytes by which it could be held back.
  await onDisk(info, { 'Album/nothing yet/': '' })
  const letGo = await holdBack(page, new RegExp(`/dir/path.*${albumid}`))
  const held = await holdAfter(page, 1)
  await drop()
  await expect.poll(() => script.names('/Album')).not.toEqual([])
  await rename('Album', 'Holiday')
  await script.folder('/', 'Years')
  await script.send('POST', '/dir/move', { srcdirpath: '/Holiday', dstdirpath: '/Years/Holiday' })
  letGo()
  await held.letGo()
  await done(page, '7 items uploaded')
  expect(await script.names('/')).toEqual(['Years', 'note.txt'])
  expect(await script.names('/Years')).toEqual(['Holiday'])
  expect(await script.names('/Years/Holiday')).toEqual(['deep', 'nothing yet', 'a.bin', 'b.bin', 'c.bin', 'd.bin'])
  await expectAll('/Years/Holiday')
})

test('deleted while it uploads, it does not come back, and that is said', async ({ page, request }, info) => {
  const { script, expectAll, drop } = await withAlbum(request, page, info)
  const held = await holdAfter(page, 1)
  await drop()
  await done(page, oneThere)
  await script.send('DELETE', '/dir/delete', { dirpath: '/Album' })
  await held.letGo()
  const gone = panel(page).getByText('The folder that it was to go to is gone.')
  await done(page, '5 files not uploaded')
  await expect(gone.first()).toBeVisible()
  const refused = page.waitForResponse(answer => /\/file\/tus/.test(answer.url()) && answer.status() === 404)
  await button(page, 'Retry failed').click()
  await refused
  await done(page, '5 files not uploaded')
  expect(await script.names('/')).toEqual(['note.txt'])
  // Whoever drops it once more wants it again.
  await drop()
  await expect(() => expectAll('/Album')).toPass({ timeout: 60_000 })
})

test('renamed, and the page loaded anew, the rest goes on into it', async ({ page, request }, info) => {
  const { script, rename, expectAll, drop } = await withAlbum(request, page, info)
  const held = await holdAfter(page, 1)
  await drop()
  await done(page, oneThere)
  await rename('Album', 'Holiday')
  await page.reload()
  await done(page, 'Uploading 3 of 5')
  await held.letGo()
  await done(page, '5 files uploaded')
  expect(await script.names('/')).toEqual(['Holiday', 'note.txt'])
  await expectAll('/Holiday')
})

test('chosen without a line, it is made when that is back, and goes on though it is renamed', async ({
  page,
  context,
  request,
  complaints,
}, info) => {
  const { script, at, rename, expectAll } = await withAlbum(request, page, info)
  const made: number[] = []
  page.on('response', answer => answer.url().endsWith('/dir/create') && made.push(answer.status()))
  // All it takes to upload is loaded with this one.
  await choose(page, at('Album/a.bin'))
  await done(page, '1 file uploaded')
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', sent => /\/(dir|file)\//.test(sent.url()))
  await page.getByLabel('Folder to upload').setInputFiles(at('Album'))
  await failed
  const held = await holdAfter(page, 1)
  await context.setOffline(false)
  await done(page, 'Uploading 5 of 7')
  await rename('Album', 'Holiday')
  await held.letGo()
  await done(page, '7 files uploaded')
  expect(await script.names('/')).toEqual(['Holiday', 'a.bin', 'note.txt'])
  await expectAll('/Holiday')
  expect(made).toEqual([200])
  // The browser itself notes each request that had no line.
  expect(complaints.filter(text => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  complaints.length = 0
})
