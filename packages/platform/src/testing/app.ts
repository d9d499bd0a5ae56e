import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@plinth/contract/client'
import { readConfig } from '../config.ts'
import type { Service } from '../service.ts'
import { testDatabaseUrl } from './engine.ts'
import { startNodes } from './nodes.ts'
import { testBlobUrl } from './s3.ts'

/** How long an answer may take. A busy machine is not a failure. */
export const PATIENCE_MS = 60_000

/** The services over real HTTP, on an empty database of the engine under test, with answers held against the contract. */
export async function startTestApp(services: readonly Service[], environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  const database = await testDatabaseUrl()
  const places = { PLINTH_DATA: folder, DATABASE_URL: database.url, ...(await testBlobUrl()) }
  const base = { PORT: '0', ...places, LOG_LEVEL: 'error', NODE_ENV: 'test' }
  const begin = (more: Record<string, string>) => startNodes(readConfig({ ...base, ...environment, ...more }), services)
  let running = await begin({})

  return {
    get url() {
      return running.url
    },
    get platform() {
      return running.platform
    },

    /** A client at an address of its own, signed in where a token is given. */
    as: (accesstoken?: string) =>
      createClient({
        origin: running.url,
        token: () => accesstoken,
        send: fromNewAddress(),
        timeoutMs: PATIENCE_MS,
      }),

    /** The same database and folder with a new process's memory, and other settings if given. */
    async restart(more: Record<string, string> = {}) {
      await running.close()
      running = await begin(more)
    },

    async close() {
      await running.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let visitors = 0

/** Each client comes through the trusted local proxy from another address, so that the limit of one does not slow the next. */
function fromNewAddress(): typeof fetch {
  const address = `203.0.${visitors >> 8}.${visitors++ & 255}`
  return (url, init) => fetch(url, { ...init, headers: { ...init?.headers, 'x-forwarded-for': address } })
}
