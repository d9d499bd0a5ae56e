import type { Locator } from '@playwright/test'
import { button, scene } from './filestore-desk.ts'
import { line, storeAt } from './filestores.ts'
import { expect, holdBack, test } from './fixtures.ts'
import { pdf, png } from './made-files.ts'
import { enter } from './orgs.ts'

test('a file that opens slowly says so at once', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'a.txt', 'first')
  const letGo = await holdBack(page, /assets\/Viewer-/)
  await open()
  await line(page, 'a.txt').dblclick()
  await expect(page.getByText('Loading the file')).toBeAttached()
  letGo()
  await expect(page.getByRole('dialog', { name: 'a.txt', exact: true }).getByText('first')).toBeVisible()
})

test('a document never says that it is smaller than nothing', async ({ page, request }) => {
  const { owner, script, store } = await scene(request, page)
  const fileid = await script.file('/', 'report.pdf', pdf('Figures of spring'))
  // The page itself looks, in every frame: whoever asks it from outside may be too late.
  await page.addInitScript(`
    window.zooms = []
    const look = () => {
      const shown = document.querySelector('[aria-label="Zoom"]')?.textContent
      if (shown) window.zooms.push(shown)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  `)
  await enter(page, owner, `${storeAt(store)}?open=${fileid}`)
  await expect(page.getByText('Figures of spring')).toBeVisible()
  const zooms = await page.evaluate<string[]>('window.zooms')
  expect(zooms.filter(zoom => !/^\d+%$/.test(zoom))).toEqual([])
  expect(zooms).not.toEqual([])
})

test('the zoom of an image is that of the room it has, and whoever enlarges it goes on looking at its middle', async ({
  page,
  request,
}) => {
  const { owner, script, store } = await scene(request, page)
  const fileid = await script.file('/', 'map.png', png(2_000, 1_000, [40, 90, 200]))
  await enter(page, owner, `${storeAt(store)}?open=${fileid}`)
  const zoom = page.getByLabel('Zoom', { exact: true })
  await expect(zoom).toHaveText('70%')
  await button(page, 'Details').click()
  await expect(zoom).toHaveText('54%')
  await page.setViewportSize({ width: 360, height: 740 })
  await button(page, 'Details').click()
  await expect(zoom).toHaveText('16%')
  for (const next of ['25%', '50%', '75%', '100%']) {
    await button(page, 'Zoom in').click()
    await expect(zoom).toHaveText(next)
  }
  const across = async (shown: Locator) => {
    const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {}
    return Math.round(x + width / 2)
  }
  await expect.poll(() => across(page.getByRole('img', { name: 'map.png' }))).toBe(180)
})
