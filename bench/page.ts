import { chromium } from '@playwright/test'
import { findChromium } from '@plinth/tools/chromium'
import { freePort } from '@plinth/tools/free-port'
import lighthouse from 'lighthouse'
import { withProduct } from './product.ts'
import type { Figure } from './report.ts'

const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** What a visitor's browser loads, and how Lighthouse judges the landing page on its slow phone. */
export async function measurePages(): Promise<Figure[]> {
  return withProduct({}, async ({ url, accesstoken, orgid }) => {
    const executablePath = await findChromium()
    const port = await freePort()
    const browser = await chromium.launch({ executablePath, args: [...flags, `--remote-debugging-port=${port}`] })
    try {
      const landing = await scriptBytes(url, null)
      const shell = await scriptBytes(`${url}/org/${orgid}/projects`, {
        accesstoken,
        userid: 'mara',
        email: 'mara@example.org',
      })
      const scores = await judge(url, port)
      return [
        { name: 'JavaScript of the landing page', value: kilobytes(landing), unit: 'kB', note: 'compressed, as sent' },
        { name: 'JavaScript of the signed-in shell', value: kilobytes(shell), unit: 'kB', note: 'compressed, as sent' },
        {
          name: 'Lighthouse, landing page',
          value: scores.join(' / '),
          unit: '',
          note: 'performance, accessibility, best practices, SEO; mobile, throttled',
        },
      ]
    } finally {
      await browser.close()
    }

    async function scriptBytes(address: string, credentials: object | null): Promise<number> {
      const context = await browser.newContext()
      if (credentials) {
        await context.addInitScript(
          value => localStorage.setItem('user-credentials', value),
          JSON.stringify(credentials),
        )
      }
      const page = await context.newPage()
      const sizes: Promise<number>[] = []
      page.on('requestfinished', request => {
        if (request.resourceType() === 'script')
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The event stream never ends, so there is no idle network to wait for; what follows the first screen comes soon.
      await page.waitForTimeout(1_500)
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      await context.close()
      return total
    }
  })
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0)

async function judge(url: string, port: number): Promise<number[]> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  const categories = result?.lhr.categories ?? {}
  return ['performance', 'accessibility', 'best-practices', 'seo'].map(name =>
    Math.round((categories[name]?.score ?? 0) * 100),
  )
}
