import { button, scene } from './filestore-desk.ts'
import { storeAt } from './filestores.ts'
import { expect, otherBrowser, test } from './fixtures.ts'
import { enter } from './orgs.ts'

const said = 'This file takes too long to be laid out, so it is shown as it was written.'

/** A row of so many cells, and many rows that are filled up to it. */
const vastTable = `${'|a'.repeat(900)}|\n${'|-'.repeat(900)}|\n${'|b\n'.repeat(100_000)}`

test('a text that would hold up the page is shown as it was written', async ({ page, browser, request }) => {
  test.slow()
  const { script, store, owner } = await scene(request, page)
  const first = await script.file('/', 'a.md', '*a_ '.repeat(120_000))
  await script.file('/', 'b.md', vastTable)
  const deep = await script.file('/', 'c.md', '>'.repeat(100_000))
  await enter(page, owner, `${storeAt(store)}?open=${first}`)
  for (const name of ['a.md', 'b.md', 'c.md']) {
    if (name !== 'a.md') await button(page, 'Next file').click()
    await expect(page.getByRole('dialog', { name, exact: true }).getByText(said)).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('.cm-content')).toBeVisible()
  }

  // Whoever was sent it can still download it.
  const { path } = await script.send<{ path: string }>('PUT', '/share/create', { objectid: deep })
  const visitor = await otherBrowser(browser)
  await visitor.goto(path)
  await expect(visitor.getByText(said)).toBeVisible({ timeout: 60_000 })
  await expect(visitor.getByRole('link', { name: 'Download' })).toBeVisible()
})

test('a long column of quoted cells is shown at once', async ({ page, request }) => {
  const { script, store, owner } = await scene(request, page)
  const id = await script.file('/', 'people.csv', `"address"\n${'"someone@example.org"\n'.repeat(200_000)}`)
  await enter(page, owner, `${storeAt(store)}?open=${id}`)
  await expect(page.getByRole('columnheader', { name: 'address' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'someone@example.org' }).first()).toBeVisible()
})
