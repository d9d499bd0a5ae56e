import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiBase } from '@plinth/contract/call'
import { createDir } from '@plinth/contract/dirs'
import { uploadFile } from '@plinth/contract/files'
import { type Page, withPage } from './bare-browser.ts'
import { type Peer, startNginx, syncFile } from './peers/web-servers.ts'
import { inTemporaryFolder, type Product, withProduct } from './product.ts'
import { openFilestore } from './product-files.ts'
import { type Figure, median } from './report.ts'
import type { Comparison } from './results.ts'
import { inTurns, isQuick } from './turns.ts'

const MiB = 1024 * 1024
const large = (isQuick ? 128 : 2048) * MiB
const small = { count: isQuick ? 500 : 5_000, bytes: 4096 }
/** As many as the page has on their way at once. */
const atOnce = '3'

const run = promisify(execFile)

interface Load {
  files: string[]
  bytes: number
}

/** Takes files to a folder of the filestore, and answers how long that took. */
type Uploader = (load: Load, folder: { name: string; objid: string }) => Promise<Record<string, number>>

type Measured = Record<'browser' | 'curl' | 'bare', Record<string, number[]>>

/** What a person's browser brings to the server, beside the same files sent by curl, and what a browser can bring at all. */
async function measureUploads(): Promise<{ one: Measured; many: Measured }> {
  return inTemporaryFolder(folder =>
    withProduct({}, product =>
      withPage(folder, async page => {
        const nginx = await startNginx(join(folder, 'nginx'))
        const files = await openFilestore(product)
        const browser = { name: 'browser', upload: await browserUploader(page, product, files.nsname) }
        const byCurl: Uploader = (load, { name }) =>
          curl(product.url, files.token, join(folder, 'curl.conf'), load, name)
        const other = { name: 'curl', upload: byCurl }
        const bare = { name: 'bare', upload: bareUploader(page, nginx) }
        let turns = 0
        const measure = async (contestants: (typeof browser)[], make: (few: boolean) => Promise<Load>) => {
          const results = await inTurns(contestants, async ({ upload }, round) => {
            const load = await make(round === 0)
            const name = `turn ${turns++}`
            const { fsobject } = await files.ask(createDir, { parentdirpath: '/', dirname: name })
            return upload(load, { name, objid: fsobject.objid })
          })
          return { browser: results.get(browser) ?? {}, curl: results.get(other) ?? {}, bare: results.get(bare) ?? {} }
        }
        const makeLarge = (few: boolean) => largeFile(join(folder, 'large.bin'), few ? large / 16 : large)
        const makeSmall = (few: boolean) => smallFiles(join(folder, 'many'), few ? small.count / 10 : small.count)
        try {
          return {
            one: await measure([browser, other, bare], makeLarge),
            many: await measure([browser, other], makeSmall),
          }
        } finally {
          await nginx.stop()
        }
      }),
    ),
  )
}

/** A page that does nothing but send the file, to a server that does nothing but store it: a bound for what is in between. */
const atMost = 'Chromium to nginx'
const names = { one: 'Browser upload of 2 GiB', many: 'Browser upload of 5,000 files of 4 KiB' }

/** In a second. */
export async function measureBrowserUploads(): Promise<Figure[]> {
  const { one, many } = await measureUploads()
  return [
    { name: names.one, unit: 'MiB/s', ...rateOf(large / MiB, one) },
    { name: names.many, unit: 'files/s', ...rateOf(small.count, many) },
  ]
}

export async function compareBrowserUploads(): Promise<Comparison[]> {
  const { one, many } = await measureUploads()
  const compared = (name: string, unit: string, amount: number, { browser, curl, bare }: Measured): Comparison => {
    const values = ({ seconds = [] }: Record<string, number[]>) => seconds.map(took => amount / took)
    const contenders = [
      { name: 'Plinth in Chromium', version: '', values: values(browser) },
      { name: 'curl', version: '', values: values(curl) },
      { name: atMost, version: '', values: values(bare) },
    ].filter(({ values }) => values.length > 0)
    return {
      ...{ name, unit, how: 'Chromium, three at a time, beside curl with the same files, three at a time' },
      aims: ['curl', atMost].map(beside => ({ beside, ratio: 0.8 })),
      contenders,
    }
  }
  return [compared(names.one, 'MiB/s', large / MiB, one), compared(names.many, 'files a second', small.count, many)]
}

function rateOf(amount: number, { browser, curl }: Measured) {
  const seconds = median(browser.seconds ?? [])
  const share = Math.round((median(curl.seconds ?? []) / seconds) * 100)
  const pause = median(browser.pause ?? []).toFixed(0)
  return {
    value: Math.round(amount / seconds).toLocaleString('en'),
    note: `Chromium; ${share} % of curl with the same files; longest pause of the page ${pause} ms`,
  }
}

/** Each turn brings bytes that the server has not seen: it stores a content once. */
async function largeFile(path: string, bytes: number): Promise<Load> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(16 * MiB)
  for (let at = 0; at < bytes; at += block.length) await file.write(randomFillSync(block))
  await file.close()
  return { files: [path], bytes }
}

async function smallFiles(folder: string, count: number): Promise<Load> {
  await mkdir(folder, { recursive: true })
  const files = Array.from({ length: count }, (_, index) => join(folder, `reading-${index}.txt`))
  for (const path of files) await writeFile(path, randomFillSync(Buffer.alloc(small.bytes)))
  return { files, bytes: count * small.bytes }
}

async function browserUploader(page: Page, { url, accesstoken }: Product, nsname: string): Promise<Uploader> {
  const [orgid, projectid, fsid] = nsname.split('/')
  const credentials = JSON.stringify({ accesstoken, userid: 'mara', email: 'mara@example.org' })
  await page.open(`${url}/about`)
  await page.evaluate(`localStorage.setItem('user-credentials', ${JSON.stringify(credentials)})`)
  return async ({ files }, { objid }) => {
    await page.open(`${url}/org/${orgid}/project/${projectid}/filestore/${fsid}/${objid}`)
    await page.until(`document.body.innerText.includes('This folder is empty.')`)
    await page.evaluate(`window.pauses = [0]; new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) window.pauses.push(duration)
    }).observe({ entryTypes: ['longtask'] })`)
    const begun = performance.now()
    await page.choose('Files to upload', files)
    const all = `${files.length.toLocaleString('en')} file${files.length === 1 ? '' : 's'} uploaded`
    await page.until(`document.querySelector('section.fixed h2')?.textContent === '${all}'`)
    const seconds = (performance.now() - begun) / 1_000
    return { seconds, pause: await page.evaluate<number>('Math.max(...window.pauses)') }
  }
}

/** Its file is synced as ours is. */
function bareUploader(page: Page, { port, folder }: Peer): Uploader {
  return async ({ files }) => {
    await writeFile(join(folder, 'page.html'), '<input type="file" aria-label="File">')
    await page.open(`http://127.0.0.1:${port}/page.html`)
    const begun = performance.now()
    await page.choose('File', files)
    await page.evaluate(`fetch('/large.bin', { method: 'PUT', body: document.querySelector('input').files[0] })
      .then(answer => answer.ok || Promise.reject(new Error(answer.statusText)))`)
    await syncFile(join(folder, 'large.bin'))
    return { seconds: (performance.now() - begun) / 1_000 }
  }
}

async function curl(url: string, token: () => Promise<string>, config: string, { files }: Load, folder: string) {
  const bearer = await token()
  const transfer = (path: string) => [
    `url = "${url}${apiBase}${uploadFile.path}"`,
    `request = ${uploadFile.method}`,
    `header = "authorization: Bearer ${bearer}"`,
    `form-string = "parentdirpath=/${folder}"`,
    `form-string = "filename=${path.split('/').at(-1)}"`,
    `form = "file=@${path}"`,
    'output = /dev/null',
    'fail',
  ]
  await writeFile(config, files.map(path => transfer(path).join('\n')).join('\nnext\n'))
  const begun = performance.now()
  await run('curl', ['--silent', '--parallel', '--parallel-max', atOnce, '--config', config], { maxBuffer: 64 * MiB })
  return { seconds: (performance.now() - begun) / 1_000 }
}
