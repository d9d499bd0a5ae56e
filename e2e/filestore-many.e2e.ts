import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { button, chosen, list, toast } from './filestore-desk.ts'
import { fileScript, filestoreOf, line, storeAt } from './filestores.ts'
import { expect, test } from './fixtures.ts'
import { account, enter, orgOf } from './orgs.ts'
import { ownServer } from './own-server.ts'
import { projectOf } from './projects.ts'
import { panel } from './uploading.ts'

const many = 100_000

/** Straight into the database: as uploads they would take an hour. Every 50th is a picture; sizes follow no order of names. */
function addMany(folder: string, nsname: string, parentid: string): void {
  const file = new DatabaseSync(join(folder, 'plinth.db'), { timeout: 30_000 })
  file
    .prepare(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${many}),
       named as (select i, printf('%06d', i) || iif(i % 50 = 0, '.png', '.txt') as name from n)
       insert into entries (objid, nsname, parentid, name, searchname, objtype, size, mediatype, createdat, createdby, modifiedat, modifiedby)
       select 'many' || i, ?, ?, name, name, 2, i * 7919 % 1000003, iif(i % 50 = 0, 'image/png', 'text/plain'), i, 'mara', i, 'mara'
       from named`,
    )
    .run(nsname, parentid)
  file.close()
}

test('100,000 files: to the end at once, in any order, one kind of them, one of them by two characters, and a copy that is given up', async ({
  browser,
  playwright,
}, info) => {
  test.slow()
  const server = await ownServer(info.outputPath('data'))
  const request = await playwright.request.newContext({ baseURL: server.url })
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const page = await context.newPage()
    const owner = await account(request)
    const store = await filestoreOf(request, owner, await projectOf(request, owner, await orgOf(request, owner)))
    const script = await fileScript(request, owner, store)
    const folderid = await script.folder('/', 'Many')
    addMany(info.outputPath('data'), `${store.orgid}/${store.projectid}/${store.fsid}`, folderid)
    await enter(page, owner, storeAt(store, folderid))
    await expect(line(page, '000001.txt')).toBeVisible()
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(many + 1))
    await list(page).focus()
    await page.keyboard.press('End')
    await expect(chosen(page)).toHaveText([/100000.png/])
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toHaveText([/099999.txt/])

    // Anywhere in it, each row stands right below the one before, also where one page ends.
    await list(page).evaluate(element => element.scrollTo({ top: element.scrollHeight / 2 }))
    for (const name of ['049995.txt', '050000.png', '050010.txt']) await expect(line(page, name)).toBeVisible()
    const tops = await page.getByRole('row').evaluateAll(rows => rows.map(row => row.getBoundingClientRect().top))
    const steps = new Set(tops.slice(2).map((top, index) => Math.round(top - (tops[index + 1] ?? 0))))
    expect([...steps]).toEqual([40])

    await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
    await expect(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending')
    // 23,993 times 7,919 leaves 1,000,002.
    await expect(page.getByRole('row').nth(1)).toContainText('023993.txt')
    await button(page, 'Filter').click()
    await page.getByRole('menuitemradio', { name: 'Images' }).click()
    await expect(list(page)).toHaveAttribute('aria-rowcount', '2001')
    await expect(page.getByRole('row').nth(1)).toContainText('.png')

    await page
      .getByLabel('Files to upload')
      .setInputFiles([{ name: 'zz.png', mimeType: 'image/png', buffer: Buffer.from('x') }])
    await expect(list(page)).toHaveAttribute('aria-rowcount', '2002')
    await list(page).focus()
    await page.keyboard.press('End')
    await expect(chosen(page)).toHaveCount(1)
    await expect(async () => {
      const [last, uploads] = [await chosen(page).boundingBox(), await panel(page).boundingBox()]
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(uploads?.y ?? 0)
    }).toPass({ timeout: 60_000 })

    // More names are passed over than one request reads.
    await script.file('/', 'the only zq.png')
    await page.getByRole('searchbox', { name: 'Search the filestore' }).fill('zq')
    await expect(line(page, 'the only zq.png')).toBeVisible()

    await page.goto(storeAt(store))
    await line(page, 'Many').click()
    await list(page).focus()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    await toast(page, 'Copying Many').getByRole('button', { name: 'Cancel' }).click()
    await expect(toast(page, 'The copy of Many was cancelled. Nothing of it remains.')).toBeVisible()
    expect(await script.names('/')).toEqual(['Many', 'the only zq.png'])
  } finally {
    await context.close()
    await server.stop()
  }
})
