import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const sources = {
  'worker.js': new URL('./src/features/uploads/worker.ts', import.meta.url),
  'markdown-worker.js': new URL('./src/features/preview/markdown-worker.ts', import.meta.url),
}

/** Each worker lies at exactly that path, whole: no part of it has a name that changes with the next release. */
export const workerFiles = (): Plugin => ({
  name: 'plinth:worker-files',
  async generateBundle() {
    for (const [fileName, source] of Object.entries(sources))
      this.emitFile({ type: 'asset', fileName, source: await bundled(source) })
  },
  configureServer(server) {
    for (const [fileName, source] of Object.entries(sources)) {
      server.middlewares.use(`/${fileName}`, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await bundled(source))
      })
    }
  },
})

async function bundled(source: URL): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    // There is no page in a worker, which builds for browsers count on.
    resolve: { conditions: ['worker', 'module', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(source), formats: ['iife'], name: 'plinthWorker' },
      minify: true,
    },
  })
  const [made] = Array.isArray(result) ? result : [result]
  const chunk = made && 'output' in made ? made.output[0] : undefined
  if (!chunk) throw new Error('The worker was not built.')
  return chunk.code
}
