import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readConfig } from '@plinth/platform/config'
import { createCallTimes } from '@plinth/platform/http/call-times'
import { createHttp } from '@plinth/platform/http/server'
import { createLog } from '@plinth/platform/log'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveWeb } from './web.ts'

const app = '/assets/app-0a1b2c3d.js'
const script = 'export {}\n'.repeat(50)
let folder: string
let http: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-web-'))
  await mkdir(join(folder, 'assets'))
  const page = (title: string) => `<!doctype html><title>${title}</title><script>theme()</script>`
  await writeFile(join(folder, 'index.html'), page('app'))
  await writeFile(join(folder, 'landing.html'), page('landing'))
  await writeFile(join(folder, app), script)
  await writeFile(join(folder, `${app}.br`), brotliCompressSync(script))
  http = createHttp(readConfig({}), createLog('silent'), createCallTimes())
  await serveWeb('https://plinth.example.org', `${folder}/`)(http)
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })

describe('the web app', () => {
  it('is asked for again each time, but for what has a hash in its name', async () => {
    expect((await get('/')).headers['cache-control']).toBe('no-cache')
    expect((await get('/projects/x')).body).toContain('<title>app</title>')
    expect((await get(app)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { headers } = await get('/')
    expect((await get('/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('comes compressed to whoever takes it so', async () => {
    const { headers } = await get(app, { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect((await get(app)).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['range', 'bytes=99999-'],
    ['range', 'bytes=5-2'],
    ['if-match', '"x"'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('does not break over %s: %s', async (name, value) => {
    for (const url of ['/', '/projects/x', app])
      expect((await get(url, { [name]: value })).statusCode).toBeLessThan(500)
  })

  it('binds browsers to TLS for its own host and not for the hosts below it, which may be others', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('lets nothing of the build be asked for that no page needs', async () => {
    expect((await get('/assets/gone-0a1b2c3d.js')).statusCode).toBe(404)
    expect((await get(`${app}.br`)).statusCode).toBe(404)
  })
})
