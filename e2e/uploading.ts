import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { APIRequestContext, Locator, Page, Route, TestInfo } from '@playwright/test'
import { fileScript, filestoreOf, storeAt } from './filestores.ts'
import { expect } from './fixtures.ts'
import { enter } from './orgs.ts'
import { newTeam } from './projects.ts'

export const mega = 1024 * 1024

/** Files on a disk, as somebody has them. Names may have folders in them; a name that ends with a slash is an empty folder. */
export async function onDisk(
  info: TestInfo,
  files: Record<string, string | number>,
): Promise<(name: string) => string> {
  const at = (name: string) => info.outputPath('disk', name)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(name.endsWith('/') ? at(name) : dirname(at(name)), { recursive: true })
    if (!name.endsWith('/')) await writeFile(at(name), typeof content === 'number' ? randomBytes(content) : content)
  }
  return at
}

export const panel = (page: Page) => page.getByRole('region', { name: /upload|taken/i })
export const upload = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function choose(page: Page, ...paths: string[]): Promise<void> {
  await page.getByLabel('Files to upload').setInputFiles(paths)
}

/** Drops files and folders of the disk on the middle of the list. */
export const drop = (page: Page, ...paths: string[]) => dropOn(page, page.getByText('This folder is empty.'), ...paths)

/** As a hand does: with a real drag of the browser. */
export async function dropOn(page: Page, place: Locator, ...paths: string[]): Promise<void> {
  const box = await place.boundingBox()
  expect(box).not.toBeNull()
  const { x = 0, y = 0 } = box ?? {}
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data })
}

/** Holds back requests with bytes once so many have passed, until they are let go. */
export async function holdAfter(page: Page, passing: number) {
  let seen = 0
  let open = false
  const held: Route[] = []
  const url = /\/file\/(tus|uploadmany)/
  await page.route(url, async route => {
    const withBytes = ['PATCH', 'POST', 'PUT'].includes(route.request().method())
    if (!withBytes || open || seen++ < passing) return route.continue()
    held.push(route)
  })
  return {
    reached: () => expect.poll(() => held.length).toBeGreaterThan(0),
    letGo: async () => {
      open = true
      // Those that the page has given up meanwhile are gone.
      await Promise.all(held.splice(0).map(route => route.continue().catch(() => undefined)))
    },
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What arrived is byte for byte what lies on the disk. */
export async function expectSame(
  read: (path: string) => Promise<Buffer>,
  pairs: Record<string, string>,
): Promise<void> {
  for (const [there, here] of Object.entries(pairs)) {
    expect((await stat(here)).isFile()).toBe(true)
    expect(hashOf(await read(there)), there).toBe(hashOf(await readFile(here)))
  }
}

/** How many uploads would outlive the page. */
export const keptBy = (page: Page) =>
  page.evaluate<number>(`new Promise(resolve => {
    const opening = indexedDB.open('plinth-uploads')
    opening.onsuccess = () => {
      const counting = opening.result.transaction('uploads').objectStore('uploads').count()
      counting.onsuccess = () => resolve(counting.result)
    }
  })`)

/** What a page is told so that nothing is removed from its storage as long as it lives. */
export const slowDisk = `IDBObjectStore.prototype.delete = function (key) {
  const reading = this.get(key)
  // As long as something is asked of it, it does not come to its end.
  reading.addEventListener('success', () => this.delete(key))
  return reading
}`

/** An editor in front of an empty filestore, and a script that looks at what arrives. */
export async function scene(request: APIRequestContext, page: Page) {
  const team = await newTeam(request)
  const store = await filestoreOf(request, team.owner, team)
  const script = await fileScript(request, team.member, store)
  await enter(page, team.member, storeAt(store))
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  return { ...team, store, script }
}

/** Where the line is held back for longer than the page has patience, it says that. */
export const underWay = /Uploading|Waiting for the connection/

export const done = (page: Page, text: string, timeout = 60_000) =>
  expect(panel(page).getByRole('heading')).toHaveText(text, { timeout })
