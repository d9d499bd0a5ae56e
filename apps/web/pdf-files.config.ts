import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const folder = dirname(packageFile)
const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))

/** What documents can lack: character maps, fonts, colours. Of the decoders all but the one that runs a document's scripts. */
const files = ['cmaps', 'standard_fonts', 'iccs', 'wasm'].flatMap(part =>
  readdirSync(join(folder, part))
    .filter(name => !/quickjs|^LICENSE/.test(name))
    .map(name => `${part}/${name}`),
)

/** Lie beside our other files, under the version, so that they can be cached for good. Each is fetched when a document needs it. */
export const pdfFiles = (): Plugin => ({
  name: 'plinth:pdf-files',
  generateBundle() {
    for (const file of files)
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdf-${version}/${file}`,
        source: readFileSync(join(folder, file)),
      })
  },
  configureServer(server) {
    server.middlewares.use(`/assets/pdf-${version}`, (request, response, next) => {
      const wanted = files.find(file => `/${file}` === request.url)
      if (wanted) response.end(readFileSync(join(folder, wanted)))
      else next()
    })
  },
})
