import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const contract = fileURLToPath(new URL('../../packages/contract/src/', import.meta.url))
const app = fileURLToPath(new URL('./src/', import.meta.url))
const mark = '\0bare:'

/**
 * Sending a call takes its method and path; its schemas are for forms, which check before they send. So a file of the app
 * that reads no `.request` gets the contract's calls without them, and a page without a form comes without zod.
 * Whatever else a file of the contract holds is handed on from the file itself.
 */
export const bareCalls = (): Plugin => ({
  name: 'plinth:bare-calls',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const [from = ''] = importer.split('?')
    if (from.startsWith(app) && source.startsWith('@plinth/contract/'))
      return readsSchemas(from) ? null : `${mark}${resolve(contract, source.slice('@plinth/contract/'.length))}.ts`
    // The client is what sends them.
    if (from === resolve(contract, 'client.ts') && source.startsWith('./')) return mark + resolve(contract, source)
    return null
  },
  async load(id) {
    if (!id.startsWith(mark)) return null
    const file = id.slice(mark.length)
    this.addWatchFile(file)
    const exported: Record<string, unknown> = await import(pathToFileURL(file).href)
    const code = Object.entries(exported).map(([name, value]) => bare(name, value, file))
    return { code: code.join('\n'), moduleSideEffects: false }
  },
})

const readsSchemas = (file: string) => /\.request\b(?!\()/.test(readFileSync(file, 'utf8'))

function bare(name: string, value: unknown, file: string): string {
  if (isCall(value)) {
    const { request: _request, response: _response, summary: _summary, ...rest } = value
    return `export const ${name} = ${JSON.stringify(rest)}`
  }
  return isPlain(value)
    ? `export const ${name} = ${JSON.stringify(value)}`
    : `export { ${name} } from ${JSON.stringify(file)}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isCall = (value: unknown) => isObject(value) && 'request' in value && 'path' in value && 'method' in value

/** Of texts, numbers and the like all through, so that writing it down loses nothing. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (isObject(value)) return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
  return ['string', 'number', 'boolean'].includes(typeof value) || value === null
}
