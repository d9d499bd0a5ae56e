import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { findChunkCycle } from './chunk-cycles.ts'
import { withLock } from './lock.mjs'
import { webDist, webFingerprint, webIsBuilt, webStamp } from './web-fingerprint.mjs'

const root = resolve(import.meta.dirname, '../..')
// On the same disk as the final place, so that moving it there is one step.
const workshop = join(root, '.cache/web')
const compressible = new Set(['.css', '.html', '.js', '.json', '.map', '.mjs', '.svg', '.txt', '.webmanifest', '.xml'])

/** Builds the web app unless the one that is there was built from the same sources. */
async function buildWeb(): Promise<void> {
  if (webIsBuilt(root)) return
  await withLock(
    join(root, '.cache/web.lock'),
    'Another Plinth command is building the web app; waiting for it.',
    async () => {
      if (!webIsBuilt(root)) await buildAfresh()
    },
  )
}

async function buildAfresh(): Promise<void> {
  const started = performance.now()
  console.log('Building the web app.')
  // Taken before the build: a source that changes meanwhile must lead to another build.
  const fingerprint = webFingerprint(root)
  await rm(workshop, { recursive: true, force: true })
  const fresh = join(workshop, 'fresh')
  await build({ root: join(root, 'apps/web'), logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
  const cycle = await findChunkCycle(join(fresh, 'assets'))
  if (cycle) throw new Error(`Files of the build import each other in a circle: ${cycle.join(' → ')}.`)
  await precompress(fresh)
  await writeFile(webStamp(fresh), fingerprint)
  await swapIn(fresh)
  console.log(`Built the web app in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

async function swapIn(fresh: string): Promise<void> {
  const old = join(workshop, 'old')
  await mkdir(webDist(root), { recursive: true })
  await rename(webDist(root), old)
  await rename(fresh, webDist(root))
  await rm(old, { recursive: true, force: true })
}

async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map(entry => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await Promise.all([
    promisify(brotliCompress)(content, brotliOptions).then(packed => keepIfSmaller(`${file}.br`, packed, content)),
    promisify(gzip)(content, { level: 9 }).then(packed => keepIfSmaller(`${file}.gz`, packed, content)),
  ])
}

async function keepIfSmaller(file: string, packed: Buffer, original: Buffer): Promise<void> {
  if (packed.length < original.length) await writeFile(file, packed)
}

if (import.meta.main) {
  await buildWeb().catch((error: Error) => {
    console.error(`${error.message}\nThe web app could not be built; the reason is above.`)
    process.exitCode = 1
  })
}
