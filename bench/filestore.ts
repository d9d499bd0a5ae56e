import { chromium, type Page } from '@playwright/test'
import { createDir, listDir } from '@plinth/contract/dirs'
import { findChromium } from '@plinth/tools/chromium'
import { intoSqlite, nameOf } from './many-files.ts'
import { type Product, withProduct } from './product.ts'
import { openFilestore } from './product-files.ts'
import { type Figure, median } from './report.ts'

const many = 100_000
const tries = 5
/** Frames that are scrolled through, and how far each time: three rows, as a fast wheel does. */
const frames = 600
const stepPx = 120

const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The File Store in front of a folder with a hundred thousand files. */
export async function measureFilestore(): Promise<Figure[]> {
  return withProduct({}, async product => {
    const store = await openFilestore(product)
    const { fsobject } = await store.ask(createDir, { parentdirpath: '/', dirname: 'Many' })
    await intoSqlite(product.folder)({ nsname: store.nsname, parentid: fsobject.objid }, 1, many)
    const browser = await chromium.launch({ executablePath: await findChromium(), args: flags })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signIn(page, product)
      const address = addressOf(product, store.nsname)
      const bytes = await scriptBytes(page, address)
      const opening: number[] = []
      for (let count = 0; count < tries; count++) opening.push(await timeToOpen(page, address))
      const call = await timeOf(() => store.ask(listDir, { path: '/Many' }))
      const end = await timeToEnd(page)
      await page.keyboard.press('Home')
      await rowOf(page, nameOf(1)).waitFor()
      const scrolled = await scrollThrough(page)
      await page.setContent(plainRows)
      const plain = await scrollThrough(page)
      return [
        {
          ...{ name: 'Click to listing of a folder with 100,000 files', value: median(opening).toFixed(0), unit: 'ms' },
          note: `Chromium, nothing cached; the call alone takes ${call.toFixed(0)} ms`,
        },
        {
          ...{ name: 'From there to its last file', value: end.toFixed(0), unit: 'ms' },
          note: 'the End key, until the last row stands there',
        },
        {
          ...{ name: 'Frames dropped while scrolling it', value: String(scrolled.dropped), unit: `of ${frames}` },
          note: `${stepPx} px each frame, the longest took ${scrolled.longest.toFixed(0)} ms; rows of plain text without a script drop ${plain.dropped}`,
        },
        {
          ...{ name: 'JavaScript of the File Store', value: (bytes / 1000).toFixed(0), unit: 'kB' },
          note: 'compressed, as sent, shell included',
        },
      ]
    } finally {
      await browser.close()
    }
  })
}

const addressOf = ({ url }: Product, nsname: string) => {
  const [orgid, projectid, fsid] = nsname.split('/')
  return `${url}/org/${orgid}/project/${projectid}/filestore/${fsid}`
}

async function signIn(page: Page, { accesstoken }: Product): Promise<void> {
  const credentials = JSON.stringify({ accesstoken, userid: 'mara', email: 'mara@example.org' })
  await page.addInitScript(value => localStorage.setItem('user-credentials', value), credentials)
}

async function scriptBytes(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(address)
  await rowOf(page, 'Many').waitFor()
  await page.waitForTimeout(1_500)
  page.removeAllListeners('requestfinished')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** By the page's own clock: from the second click of the two that open a folder to the frame with its first file. */
async function timeToOpen(page: Page, address: string): Promise<number> {
  await page.goto(address)
  const row = rowOf(page, 'Many')
  await row.waitFor()
  await page.waitForTimeout(500)
  await page.evaluate(`addEventListener('dblclick', event => {
    const look = () => {
      if (!document.querySelector('[role=grid]')?.textContent.includes('${nameOf(1)}')) requestAnimationFrame(look)
      else document.documentElement.dataset.took = performance.now() - event.timeStamp
    }
    requestAnimationFrame(look)
  })`)
  await row.dblclick()
  await page.locator('html[data-took]').waitFor({ state: 'attached' })
  return Number(await page.locator('html').getAttribute('data-took'))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** Once it is counted, as it is by the time a hand is at the key. */
async function timeToEnd(page: Page): Promise<number> {
  const grid = page.getByRole('grid')
  await page.locator(`[role=grid][aria-rowcount="${many + 1}"]`).waitFor()
  await grid.focus()
  return timeOf(async () => {
    await page.keyboard.press('End')
    await rowOf(page, nameOf(many)).waitFor()
  })
}

/** What the browser can do here at all: as much to scroll, with nothing to do but that. */
const plainRows = `<div role="grid" style="height: 800px; overflow: auto">
  ${Array.from({ length: 2_000 }, (_, row) => `<div style="height: 40px">${nameOf(row)}</div>`).join('')}
</div>`

async function scrollThrough(page: Page): Promise<{ dropped: number; longest: number }> {
  const gaps = await page.evaluate<number[]>(`new Promise(resolve => {
    const times = []
    const step = now => {
      times.push(now)
      document.querySelector('[role=grid]').scrollBy({ top: ${stepPx} })
      if (times.length <= ${frames}) requestAnimationFrame(step)
      else resolve(times.slice(1).map((time, index) => time - times[index]))
    }
    requestAnimationFrame(step)
  })`)
  const frame = 1000 / 60
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frame) - 1), 0)
  return { dropped, longest: Math.max(...gaps) }
}
