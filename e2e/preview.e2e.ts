import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { button, editAtEnd, editor, toast } from './filestore-desk.ts'
import { fileScript, filestoreOf, line, storeAt } from './filestores.ts'
import { expect, expectAccessible, expectWidth, otherBrowser, test } from './fixtures.ts'
import { pdf, png, wav } from './made-files.ts'
import { type Account, browserOf, enter, stopHearing } from './orgs.ts'
import { newTeam, refuse } from './projects.ts'

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function scene(request: Parameters<typeof newTeam>[0], page: Page) {
  const team = await newTeam(request)
  const store = await filestoreOf(request, team.owner, team)
  const script = await fileScript(request, team.owner, store)
  const open = (person: Account = team.owner, folderid?: string) => enter(page, person, storeAt(store, folderid))
  const at = (fileid: string) => `${storeAt(store)}?open=${fileid}`
  return { ...team, store, script, open, at }
}

/** Would tell if it were ever run. */
const trap = 'document.documentElement.dataset.trapped = "yes"'
const expectNothingRan = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-trapped')

test('images open over the list; the arrow keys lead on, Escape leads back', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.folder('/', 'Albums')
  await script.file('/', 'a.png', png(300, 200, [40, 90, 200]))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" onload='${trap}'><script>${trap}</script><rect width="80" height="60"/></svg>`
  await script.file('/', 'b.svg', svg)
  await script.file('/', 'c.jpg', 'no picture')
  await open()
  await line(page, 'a.png').dblclick()
  await expect(viewer(page, 'a.png')).toBeVisible()
  const image = page.getByRole('img', { name: 'a.png' })
  await expect(image).toHaveJSProperty('naturalWidth', 300)
  await expect(page.getByText('1 of 3')).toBeVisible()
  await expect(button(page, 'Previous file')).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Zoom in').click()
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('125%')
  await button(page, 'Fit to the window').click()
  await expectAccessible(page)

  await page.keyboard.press('ArrowRight')
  const drawing = viewer(page, 'b.svg').getByRole('img')
  await expect(drawing).toHaveJSProperty('naturalWidth', 80)
  await expectNothingRan(page)
  await page.reload()
  await expect(viewer(page, 'b.svg')).toBeVisible()
  await button(page, 'Next file').click()
  await expect(page.getByText('This image could not be drawn.')).toBeVisible()
  await button(page, 'Details').click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('SHA-256')

  // One Escape is enough, though what the keyboard is on tells its name just now.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer(page, 'c.jpg')).toBeHidden()
  await expect(line(page, 'c.jpg')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(viewer(page, 'b.svg')).toBeVisible()
  await page.goBack()
  await expect(viewer(page, 'b.svg')).toBeHidden()
  await page.goForward()
  await expect(viewer(page, 'b.svg')).toBeVisible()
})

test('a document shows its pages and their text', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const fileid = await script.file('/', 'report.pdf', pdf('Figures of spring', 'Figures of autumn'))
  const broken = await script.file('/', 'broken.pdf', 'no document')
  await enter(page, owner, at(fileid))
  await expect(viewer(page, 'report.pdf').getByText('Figures of spring')).toBeVisible()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  // What the page shows is drawn, not only laid over it.
  const dark = () =>
    page.evaluate<number>(`(() => {
      const canvas = document.querySelector('canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.filter((value, n) => n % 4 === 0 && value < 100).length
    })()`)
  await expect.poll(dark).toBeGreaterThan(100)
  await page.getByRole('region', { name: 'report.pdf' }).evaluate(area => area.scrollTo({ top: area.scrollHeight }))
  await expect(viewer(page, 'report.pdf').getByText('Figures of autumn')).toBeVisible()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expectAccessible(page)
  await page.goto(at(broken))
  await expect(page.getByText('This document is damaged, or it is not a PDF.')).toBeVisible()
})

test('sound is played from any place, also after its address has run out', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const fileid = await script.file('/', 'tone.wav', wav(60, 44_100))
  const parts: number[] = []
  page.on('response', response => response.url().includes('/file/open') && parts.push(response.status()))
  await enter(page, owner, at(fileid))
  const audio = page.locator('audio')
  await expect(audio).toHaveJSProperty('duration', 60)
  await audio.evaluate(media => void Object.assign(media, { currentTime: 45 }))
  await expect(audio).toHaveJSProperty('seeking', false)
  await expect(audio).toHaveJSProperty('currentTime', 45)
  expect(parts).toContain(206)
  const address = await audio.getAttribute('src')
  // A quarter of an hour later the browser finds the address dead.
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 16 * 60_000
  })
  await audio.dispatchEvent('error')
  await expect(audio).not.toHaveAttribute('src', address ?? '')
  await expect(audio).toHaveJSProperty('currentTime', 45)
})

test('text is shown as what it is: code, Markdown or a table', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const first = await script.file('/', 'a.ts', "export const answer: number = 42 // 'why'\n")
  const markdown = [
    '# Plans',
    '',
    '| When | What |',
    '| --- | --- |',
    '| spring | sow |',
    '',
    `<script>${trap}</script> <img src=x onerror='${trap}'>`,
    '',
    '[Elsewhere](https://example.org) [Trap](javascript:alert(1)) ![Map](https://example.org/map.png)',
  ]
  await script.file('/', 'b.md', markdown.join('\n'))
  const rows = Array.from({ length: 3_000 }, (_, n) => `${n},"Town, number ${n}",${n * 2}`)
  await script.file('/', 'c.csv', `id,name,people\n${rows.join('\n')}\n`)
  await enter(page, owner, at(first))

  await expect(viewer(page, 'a.ts').locator('.cm-line .text-accent').first()).toHaveText('export')
  await expect(viewer(page, 'a.ts').locator('.cm-line .text-warning').filter({ hasText: '42' })).toBeVisible()

  await button(page, 'Next file').click()
  const rendered = page.getByRole('region', { name: 'Content of b.md' })
  await expect(rendered.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await expect(rendered.getByRole('cell', { name: 'sow' })).toBeVisible()
  await expect(rendered.getByRole('link')).toHaveCount(1)
  await expect(rendered.getByRole('link', { name: 'Elsewhere' })).toHaveAttribute('rel', /noopener/)
  await expect(rendered.getByText('Image: Map (from example.org, not loaded)')).toBeVisible()
  await expect(rendered.locator('script, img')).toHaveCount(0)
  await expectNothingRan(page)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Source' }).click()
  await expect(page.locator('.cm-content')).toContainText('<script>')

  await button(page, 'Next file').click()
  const table = page.getByRole('table', { name: 'Content of c.csv' })
  await expect(table.getByRole('columnheader', { name: 'people' })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'Town, number 0' })).toBeVisible()
  await table.evaluate(area => area.scrollTo({ top: area.scrollHeight }))
  await expect(table.getByRole('cell', { name: 'Town, number 2999' })).toBeVisible()
  await expectAccessible(page)
})

test('what cannot be shown, or not whole, says so', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const first = await script.file('/', 'd.zip', 'PK')
  await script.file('/', 'e.txt', Buffer.from('grün', 'utf16le'))
  await script.file('/', 'f.txt', 'All work and no play.\n'.repeat(140_000))
  await script.file('/', 'g.html', `<script>${trap}</script><p>Page</p>`)
  await script.file('/', 'h.blend', Buffer.from([0x42, 0, 1, 2]))
  await script.file('/', 'i.csv', '')
  await enter(page, owner, at(first))
  await expect(page.getByText('Files of this type cannot be shown here.')).toBeVisible()
  const download = page.waitForEvent('download')
  await button(page, 'Download').last().click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe('PK')
  await button(page, 'Next file').click()
  await expect(page.getByText('This file is not text in UTF-8')).toBeVisible()
  await button(page, 'Next file').click()
  await expect(page.getByText(/This is the beginning of the file: the first 2.1 MB of 3.1 MB/)).toBeVisible()
  await expect(button(page, 'Edit')).toBeHidden()
  await button(page, 'Next file').click()
  await expect(page.locator('.cm-content')).toContainText('<p>Page</p>')
  await expectNothingRan(page)
  await button(page, 'Next file').click()
  await expect(viewer(page, 'h.blend').getByText('Files of this type cannot be shown here.')).toBeVisible()
  await button(page, 'Next file').click()
  await expect(viewer(page, 'i.csv').getByText('This file is empty.')).toBeVisible()
  await expect(button(page, 'Edit')).toBeVisible()
})

test('pages and drawings that somebody uploads run nothing on this origin', async ({ page, request }) => {
  const { script, open } = await scene(request, page)
  const files = {
    'page.html': `<script>${trap}</script>`,
    'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${trap}</script></svg>`,
  }
  await open()
  for (const [name, text] of Object.entries(files)) {
    const objectid = await script.file('/', name, text)
    const { url } = await script.send<{ url: string }>('POST', '/file/ticket', { objectid, disposition: 'inline' })
    const saved = page.waitForEvent('download')
    await page.goto(url).catch(() => undefined)
    expect((await saved).suggestedFilename()).toBe(name)
    const headers = (await request.get(url)).headers()
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  await expectNothingRan(page)
})

test('a text is edited and saved as a version; what was not saved outlives a reload', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first\r\nline\r\n')
  await editAtEnd(page, owner, at(fileid))
  await page.keyboard.type('second')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(button(page, 'Next file')).toBeHidden()
  await page.keyboard.press('Control+S')
  await expect(toast(page, 'Saved as version 2.')).toBeVisible()
  await expect(page.getByText('All is saved')).toBeVisible()
  expect(String(await script.read('/note.txt'))).toBe('first\r\nline\r\nsecond')
  await expectAccessible(page)

  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' third')
  await page.reload()
  await expect(editor(page)).toContainText('second third')
  await expect(page.getByText('You had changed this before, and not saved it yet.')).toBeVisible()
  await editor(page).focus()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Save')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(editor(page)).toContainText('second third')
  await button(page, 'Cancel').click()
  await button(page, 'Discard').click()
  await expect(page.getByRole('textbox', { name: 'Content of note.txt' })).toContainText('second')
  await expect(page.getByText('second third')).toBeHidden()
  await button(page, 'Details').click()
  await expect(page.getByRole('complementary').getByText('Version 2')).toBeVisible()
  // What one has brought back oneself is in sight at once.
  await button(page, 'Restore version 1').click()
  await expect(page.getByRole('textbox', { name: 'Content of note.txt' })).not.toContainText('second')
})

test('a text that could not be saved is found again', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first ')
  await refuse(page, '**/file/version/add')
  await editAtEnd(page, owner, at(fileid))
  await page.keyboard.insertText('and pasted')
  await page.keyboard.press('Control+S')
  await expect(toast(page, 'note.txt could not be saved.')).toBeVisible()
  await page.reload()
  await expect(editor(page)).toContainText('first and pasted')
  await page.unroute('**/file/version/add')
  await button(page, 'Save').click()
  await expect(toast(page, 'Saved as version 2.')).toBeVisible()
  expect(String(await script.read('/note.txt'))).toBe('first and pasted')
  await page.reload()
  await expect(button(page, 'Edit')).toBeVisible()
})

test('what was typed just before the session ended is there after signing in again', async ({ page, request }) => {
  const { script, at, owner } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first ')
  await editAtEnd(page, owner, at(fileid))
  await page.keyboard.insertText('and last')
  // As another tab does that signs out.
  await page.evaluate(`
    localStorage.removeItem('user-credentials')
    window.dispatchEvent(new StorageEvent('storage', { key: 'user-credentials' }))
  `)
  await page.getByLabel('User id or e-mail').fill(owner.userid)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await button(page, 'Sign in').click()
  await expect(editor(page)).toContainText('first and last')
})

test('whoever saves second is asked, and nothing is overwritten', async ({ page, request }) => {
  const { script, at, member } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  const change = async (text: string) => {
    await button(page, 'Edit').click()
    await editor(page).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  }
  await enter(page, member, at(fileid))
  await change('mine')
  await script.file('/', 'note.txt', 'theirs', 'replace')
  await expect(page.getByText(/saved version 2 meanwhile/)).toBeVisible()
  await button(page, 'Save').click()
  const conflict = page.getByRole('dialog', { name: 'Somebody else has saved this file' })
  await expect(conflict.getByRole('button', { name: 'Save as a copy' })).toBeFocused()
  expect(String(await script.read('/note.txt'))).toBe('theirs')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save as a copy' }).click()
  await expect(viewer(page, 'note (2).txt')).toBeVisible()
  expect(String(await script.read('/note (2).txt'))).toBe('mine')

  await page.goto(at(fileid))
  await expect(page.getByText('theirs')).toBeVisible()
  await change('mine again')
  await script.file('/', 'note.txt', 'theirs again', 'replace')
  await button(page, 'Save').click()
  await button(page, 'Save over it').click()
  await expect(toast(page, 'Saved as version 4.')).toBeVisible()
  expect(String(await script.read('/note.txt'))).toBe('mine again')
  await button(page, 'Done').click()

  await change('mine, too late')
  await script.file('/', 'note.txt', 'theirs at last', 'replace')
  await button(page, 'Save').click()
  await button(page, 'Discard my changes').click()
  await expect(page.getByText('theirs at last')).toBeVisible()
  await change('mine, without a place')
  await script.send('DELETE', '/file/delete', { filepath: '/note.txt' })
  await expect(page.getByText('This file is no longer here.')).toBeVisible()
  await button(page, 'Save').click()
  await button(page, 'Save as a copy').click()
  // What is shown until then has the same name.
  await expect.poll(() => script.names('/')).toContain('note.txt')
  await expect(viewer(page, 'note.txt')).toBeVisible()
  expect(String(await script.read('/note.txt'))).toBe('mine, without a place')
})

test('viewers look and cannot edit; what happens to the file meanwhile is said', async ({ page, browser, request }) => {
  const { script, at, viewer: person, member } = await scene(request, page)
  const fileid = await script.file('/', 'note.txt', 'first')
  await script.folder('/', 'Plans')
  await enter(page, person, at(fileid))
  await expect(page.getByText('first')).toBeVisible()
  await expect(button(page, 'Edit')).toBeHidden()
  const theirs = await browserOf(browser, member, at(fileid))
  await expect(button(theirs, 'Edit')).toBeVisible()

  await script.file('/', 'note.txt', 'second', 'replace')
  await expect(page.getByText(/has saved version 2 of this file/)).toBeVisible()
  await expect(page.getByText('first')).toBeVisible()
  await button(page, 'Show the newest version').click()
  await expect(page.getByText('second')).toBeVisible()
  await script.send('POST', '/file/rename', { parentdirpath: '/', srcfilename: 'note.txt', dstfilename: 'letter.txt' })
  await expect(toast(page, 'This file is called letter.txt now.')).toBeVisible()
  await expect(viewer(page, 'letter.txt')).toBeVisible()
  await script.send('POST', '/file/move', { srcfilepath: '/letter.txt', dstfilepath: '/Plans/letter.txt' })
  await expect(toast(page, 'This file is now at /Plans/letter.txt.')).toBeVisible()
  await script.send('DELETE', '/file/delete', { filepath: '/Plans/letter.txt' })
  await expect(page.getByText('This file is no longer here.')).toBeVisible()
  await expectAccessible(page)
})

test('from a search and on a small screen; what fails can be tried again', async ({ page, request }) => {
  const { script, open } = await scene(request, page)
  for (let n = 0; n < 54; n++) await script.file('/', `note ${String(n).padStart(2, '0')}.txt`, `text ${n}`)
  await page.setViewportSize({ width: 360, height: 700 })
  await open()
  await page.getByRole('searchbox').fill('note')
  // The address changes before the screen does, and the folder has a line of that name too.
  await expect(page.getByRole('heading', { name: 'Results for “note”' })).toBeVisible()
  await expect(page).toHaveURL(/q=note/)
  await line(page, 'note 00.txt').click()
  await page.keyboard.press('Enter')
  await expect(viewer(page, 'note 00.txt')).toContainText('text 0')
  await expectWidth(page)
  // Over the end of the first page of what was found.
  for (let n = 1; n < 54; n++) {
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page, `note ${String(n).padStart(2, '0')}.txt`)).toBeVisible()
  }
  await expect(button(page, 'Next file')).toHaveAttribute('aria-disabled', 'true')
  await refuse(page, '**/file/ticket')
  await stopHearing(page)
  await page.reload()
  await expect(page.getByText('The file could not be opened')).toBeVisible()
  await page.unroute('**/file/ticket')
  await button(page, 'Try again').click()
  await expect(viewer(page, 'note 53.txt')).toContainText('text 53')
})

test('a visitor of a link sees the file before fetching it', async ({ page, browser, request }) => {
  const { script } = await scene(request, page)
  const objectid = await script.file('/', 'plan.md', '# The plan\n\nSow in spring.')
  const { path } = await script.send<{ path: string }>('PUT', '/share/create', { objectid })
  const visitor = await otherBrowser(browser)
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { name: 'The plan' })).toBeVisible()
  await expect(button(visitor, 'Edit')).toBeHidden()
  await expectAccessible(visitor)

  const zipid = await script.file('/', 'plans.zip', 'PK')
  const zip = await script.send<{ path: string }>('PUT', '/share/create', { objectid: zipid })
  await visitor.goto(zip.path)
  await expect(visitor.getByText('Files of this type cannot be shown here.')).toBeVisible()
  await expect(visitor.getByText('Download', { exact: true })).toHaveCount(1)
})
