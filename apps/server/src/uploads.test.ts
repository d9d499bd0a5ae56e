import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@plinth/contract/client'
import { downloadFile, fileInfo } from '@plinth/contract/files'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { signup } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { createProject } from '@plinth/contract/projects'
import { tusClient } from '@plinth/files/testing/tus'
import { testDatabaseUrl } from '@plinth/platform/testing/engine'
import { freePort } from '@plinth/platform/testing/free-port'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

let folder: string
let database: Awaited<ReturnType<typeof testDatabaseUrl>>
let server: { child: ChildProcess; url: string } | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  database = await testDatabaseUrl()
})
afterEach(async () => {
  await kill()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The product as a process of its own, which can be killed. */
async function start(): Promise<void> {
  const port = await freePort()
  const environment = { PORT: String(port), PLINTH_DATA: folder, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...environment, ...(database.url ? { DATABASE_URL: database.url } : {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = { child, url: `http://127.0.0.1:${port}` }
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  while (!output.includes('Plinth is ready')) {
    if (child.exitCode !== null) throw new Error(`It did not start: ${output}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}

async function kill(): Promise<void> {
  const { child } = server ?? {}
  server = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const url = () => server?.url ?? ''
function orThrow<T>([data, error]: readonly [T, unknown]): NonNullable<T> {
  if (data === null || data === undefined) throw new Error(JSON.stringify(error))
  return data
}

/** A filestore, and a token of its owner's for it. */
async function filestore(): Promise<string> {
  const person = { userid: 'mara', name: 'Mara', email: 'mara@example.org', password: 'Passw0rd!' }
  const { accesstoken } = orThrow(await createClient({ origin: url() })(signup, person))
  const ask = createClient({ origin: url(), token: () => accesstoken })
  const place = { orgid: 'acme', projectid: 'site' }
  orThrow(await ask(createOrg, { orgid: 'acme', orgname: 'Acme' }))
  orThrow(await ask(createProject, { ...place, projectname: 'Site' }))
  const { fsid } = orThrow(await ask(createFilestore, { ...place, fsname: 'Documents' }))
  return orThrow(await ask(filestoreToken, { ...place, fsid })).token
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const piece = 512 * 1024

describe('kill -9 in the middle of resumable uploads', () => {
  // On PostgreSQL the lock of a dead process has to end first, which takes seconds each time.
  const rounds = () => (database.url ? 4 : 10)

  it('loses nothing that was acknowledged, and the end is the right content', async () => {
    await start()
    const bearer = await filestore()
    const tus = tusClient(url, () => bearer)
    const content = Uint8Array.from(randomBytes(rounds() * 4 * piece))
    const metadata = { filename: 'a', parentdirpath: '/', sha256: sha256(content) }
    const { location } = await tus.create(content.length, metadata)
    let acknowledged = 0
    for (let round = 0; round < rounds(); round++) {
      const answer = await tus.patch(location, acknowledged, content.subarray(acknowledged, acknowledged + piece))
      expect(answer.status).toBe(204)
      const sending = tus.open(location, answer.offset, content.length - answer.offset)
      await sending.more(content.subarray(answer.offset, answer.offset + 2 * piece))
      await kill()
      expect(await sending.status).toBeUndefined()
      await start()
      const { status, offset } = await tus.head(location)
      expect(status).toBe(200)
      expect(offset).toBeGreaterThanOrEqual(answer.offset)
      acknowledged = offset
    }
    const { objid } = await tus.patch(location, acknowledged, content.subarray(acknowledged))
    const ask = createClient({ origin: url(), token: () => bearer })
    const info = orThrow(await ask(fileInfo, { objectid: objid ?? '' }))
    expect(info).toMatchObject({ path: '/a', sha256: sha256(content) })
  }, 600_000)

  it('at the last byte leaves a whole file, or an upload that becomes one', async () => {
    await start()
    const bearer = await filestore()
    const tus = tusClient(url, () => bearer)
    for (let round = 0; round < rounds() / 2; round++) {
      const content = Uint8Array.from(randomBytes(2 * piece))
      const { location } = await tus.create(content.length, { filename: `f${round}`, parentdirpath: '/' })
      const sending = tus.open(location, 0, content.length)
      await sending.more(content)
      // Later each time: while bytes are stored, while the file is made, after it was acknowledged.
      for (let n = 0; n < round * 4; n++) await Promise.race([fetch(`${url()}/healthz`), sending.status])
      await kill()
      await start()
      const { offset, objid } = await tus.head(location)
      if (!objid) await tus.patch(location, offset, content.subarray(offset))
      const file = `${url()}/api/v1${downloadFile.path}?filepath=/f${round}`
      const response = await fetch(file, { headers: { authorization: `Bearer ${bearer}` } })
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(content))
    }
  }, 600_000)
})
