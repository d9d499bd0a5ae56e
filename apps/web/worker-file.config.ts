import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('./src/features/uploads/worker.ts', import.meta.url))
const fileName = 'worker.js'

/** The worker lies at exactly `/worker.js`, whole: no part of it has a name that changes with the next release. */
export const workerFile = (): Plugin => ({
  name: 'plinth:worker-file',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await bundled() })
  },
  configureServer(server) {
    server.middlewares.use(`/${fileName}`, async (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(await bundled())
    })
  },
})

async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'plinthWorker' }, minify: true },
  })
  const [made] = Array.isArray(result) ? result : [result]
  const chunk = made && 'output' in made ? made.output[0] : undefined
  if (!chunk) throw new Error('The worker was not built.')
  return chunk.code
}
