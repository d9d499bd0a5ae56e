import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { account } from '@plinth/account/account'
import { apiBase } from '@plinth/contract/call'
import { type Ask, createClient } from '@plinth/contract/client'
import { downloadFile, uploadFile } from '@plinth/contract/files'
import { filestoreToken } from '@plinth/contract/filestores'
import { files } from '@plinth/files/files'
import { readConfig } from '@plinth/platform/config'
import { StartRefused } from '@plinth/platform/errors'
import { type Running, start } from '@plinth/platform/start'
import { testDatabaseUrl } from '@plinth/platform/testing/engine'
import { createTestBucket } from '@plinth/platform/testing/s3'
import { backupCommand, fsckCommand, restoreCommand } from '../keeping/commands.ts'
import { createOwnProcess } from './own-process.ts'

interface Kind {
  /** Where the project that runs the test has no other engine this is SQLite all the same. */
  postgres: boolean
  s3: boolean
  /** As processes of their own, as people run them, or all in this one, which is faster. */
  processes?: boolean
}

interface Ran {
  code: number
  /** All it said. */
  text: string
}

type Name = 'fsck' | 'backup' | 'restore'
type Environment = Record<string, string>

/** An installation with a folder, a database and a store of its own, and the commands that keep it. */
export async function createInstallation({ postgres, s3, processes = false }: Kind) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  const database = postgres ? await testDatabaseUrl() : { url: undefined, drop: async () => {} }
  const environment: Environment = {
    PLINTH_DATA: folder,
    LOG_LEVEL: 'error',
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...(s3 ? { BLOB_URL: await createTestBucket() } : {}),
  }
  const program = new URL('../main.ts', import.meta.url)
  const server = processes ? await createOwnProcess({ program, environment }) : createServerHere(environment)
  const run = processes ? runProcess : runHere

  return {
    folder,
    database: { url: database.url, folder },
    server,
    fsck: (...args: string[]) => run('fsck', args, environment),
    backup: (...args: string[]) => run('backup', args, environment),
    restore: (...args: string[]) => run('restore', args, environment),

    async remove() {
      await server.end('SIGKILL')
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createServerHere(environment: Environment) {
  let running: Running | undefined
  return {
    get url() {
      return running?.url ?? ''
    },
    async start(more: Environment = {}): Promise<void> {
      running = await start(readConfig({ PORT: '0', NODE_ENV: 'test', ...environment, ...more }), [account, files])
    },
    async end(_signal: NodeJS.Signals): Promise<void> {
      await running?.close()
      running = undefined
    },
  }
}

function runProcess(name: Name, args: string[], environment: Environment): Promise<Ran> {
  const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  const { promise, resolve } = Promise.withResolvers<Ran>()
  execFile(
    process.execPath,
    [script, ...args],
    { env: { PATH: process.env.PATH, ...environment } },
    (error, out, err) => resolve({ code: error ? Number(error.code) : 0, text: out + err }),
  )
  return promise
}

const commands = { fsck: fsckCommand, backup: backupCommand, restore: restoreCommand }

async function runHere(name: Name, args: string[], environment: Environment): Promise<Ran> {
  let text = ''
  const print = (line: string) => {
    text += `${line}\n`
  }
  const code = await commands[name](args, readConfig(environment), { print, tell: () => {} }).catch(error => {
    if (!(error instanceof StartRefused)) throw error
    print(error.message)
    return 2
  })
  return { code, text }
}

export const newContent = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(bytes))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Place {
  orgid: string
  projectid: string
  fsid: string
}

/** A filestore that is there, over HTTP. */
export async function openStore(origin: string, ask: Ask, place: Place) {
  const [granted, error] = await ask(filestoreToken, place)
  if (error) throw new Error(error.msg)
  const headers = { authorization: `Bearer ${granted.token}` }
  return {
    ask: createClient({ origin, token: () => granted.token }),

    /** The hash of what was stored. */
    async put(filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
      const form = new FormData()
      for (const [name, value] of Object.entries({ parentdirpath: '/', filename })) form.append(name, value)
      form.append('file', new Blob([bytes]))
      const response = await fetch(origin + apiBase + uploadFile.path, { method: 'PUT', headers, body: form })
      if (!response.ok) throw new Error(await response.text())
      return sha256(bytes)
    },

    async hashAt(filename: string): Promise<string> {
      const query = new URLSearchParams({ filepath: `/${filename}` })
      const response = await fetch(`${origin}${apiBase}${downloadFile.path}?${query}`, { headers })
      return response.ok ? sha256(new Uint8Array(await response.arrayBuffer())) : await response.text()
    },
  }
}
