import type { APIRequestContext, Page } from '@playwright/test'
import { fileScript, filestoreOf, line, storeAt } from './filestores.ts'
import { expect } from './fixtures.ts'
import { type Account, enter } from './orgs.ts'
import { newTeam } from './projects.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const menuitem = (page: Page, name: string) => page.getByRole('menuitem', { name })
export const list = (page: Page) => page.getByRole('grid')
export const dialog = (page: Page) => page.getByRole('dialog')
export const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Folder' })
export const tree = (page: Page) => page.getByRole('tree')
export const branch = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
export const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })
export const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of/ })
export const chosen = (page: Page) => page.locator('[role=row][aria-selected=true]')
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

export async function actions(page: Page, name: string, entry: string): Promise<void> {
  await line(page, name).hover()
  await button(page, `Actions for ${name}`).click()
  await menuitem(page, entry).click()
}

/** Opens a file to change it, at the end of its text. */
export async function editAtEnd(page: Page, person: Account, address: string): Promise<void> {
  await enter(page, person, address)
  await button(page, 'Edit').click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Control+End')
}

export async function upload(page: Page, ...files: { name: string; text: string }[]): Promise<void> {
  const given = files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }))
  await page.getByLabel('Files to upload').setInputFiles(given)
}

/** A team with a filestore, a script that works in it, and the way to open it. */
export async function scene(request: APIRequestContext, page: Page) {
  const team = await newTeam(request)
  const store = await filestoreOf(request, team.owner, team)
  const script = await fileScript(request, team.owner, store)
  const open = (person: Account = team.owner, folderid?: string) => enter(page, person, storeAt(store, folderid))
  return { ...team, store, script, open }
}
