import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@plinth/contract/client'
import { downloadFile, fileInfo } from '@plinth/contract/files'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { signup } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { createProject } from '@plinth/contract/projects'
import { tusClient } from '@plinth/files/testing/tus'
import { testDatabaseUrl } from '@plinth/platform/testing/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOwnProcess, type OwnProcess } from './testing/own-process.ts'

let folder: string
let database: Awaited<ReturnType<typeof testDatabaseUrl>>
let server: OwnProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  database = await testDatabaseUrl()
  const environment = { PLINTH_DATA: folder, ...(database.url ? { DATABASE_URL: database.url } : {}) }
  server = await createOwnProcess({ program: new URL('main.ts', import.meta.url), environment })
})
afterEach(async () => {
  await server.end('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const url = () => server.url
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
    await server.start()
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
      await server.end('SIGKILL')
      expect(await sending.status).toBeUndefined()
      await server.start()
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
    await server.start()
    const bearer = await filestore()
    const tus = tusClient(url, () => bearer)
    for (let round = 0; round < rounds() / 2; round++) {
      const content = Uint8Array.from(randomBytes(2 * piece))
      const { location } = await tus.create(content.length, { filename: `f${round}`, parentdirpath: '/' })
      const sending = tus.open(location, 0, content.length)
      await sending.more(content)
      // Later each time: while bytes are stored, while the file is made, after it was acknowledged.
      for (let n = 0; n < round * 4; n++) await Promise.race([fetch(`${url()}/healthz`), sending.status])
      await server.end('SIGKILL')
      await server.start()
      const { offset, objid } = await tus.head(location)
      if (!objid) await tus.patch(location, offset, content.subarray(offset))
      const file = `${url()}/api/v1${downloadFile.path}?filepath=/f${round}`
      const response = await fetch(file, { headers: { authorization: `Bearer ${bearer}` } })
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(content))
    }
  }, 600_000)
})
