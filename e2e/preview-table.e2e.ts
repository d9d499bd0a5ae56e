import type { Page } from '@playwright/test'
import { button, scene } from './filestore-desk.ts'
import { storeAt } from './filestores.ts'
import { expect, expectAccessible, expectWidth, test } from './fixtures.ts'
import { enter } from './orgs.ts'

const remark =
  'The mooring was lost in the storm of the ninth and found again five miles to the north, without its bell.'
const cell = (page: Page) => page.getByRole('cell', { name: remark }).first()

/** Nothing of it is cut off. */
const isWhole = (page: Page) => cell(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)

test('cells of a table that are cut are read whole, on a phone too', async ({ page, request }) => {
  const { script, owner, store } = await scene(request, page)
  const rows = Array.from({ length: 2_000 }, (_, n) => `${n},Station ${n},${n % 2 ? 'none' : `"${remark}"`}`)
  const id = await script.file('/', 'log.csv', `id,station,remark\n${rows.join('\n')}\n`)
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, owner, `${storeAt(store)}?open=${id}`)
  await expect(cell(page)).toBeVisible()
  await expect.poll(() => isWhole(page)).toBe(false)
  await button(page, 'Wrap text').focus()
  await page.keyboard.press('Space')
  await expect(button(page, 'Wrap text')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => isWhole(page)).toBe(true)
  expect((await cell(page).boundingBox())?.width).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  await expectWidth(page)

  // However high, each row stands right below the one before, to the last one.
  const table = page.getByRole('table', { name: 'Content of log.csv' })
  const inRow = (n: number) => page.getByRole('cell', { name: `Station ${n}`, exact: true })
  const gaps = () =>
    table.getByRole('row').evaluateAll(all => {
      const boxes = all.slice(1).map(row => row.getBoundingClientRect())
      return [...new Set(boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0))))]
    })
  await expect.poll(gaps).toEqual([1])
  await expect(async () => {
    await table.evaluate(area => area.scrollTo({ top: area.scrollHeight }))
    await expect(inRow(1_999)).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect.poll(gaps).toEqual([1])
  await button(page, 'Wrap text').click()
  await expect(inRow(1_999)).toBeInViewport()
  await table.evaluate(area => area.scrollTo({ top: 0 }))
  await expect.poll(() => isWhole(page)).toBe(false)
})
