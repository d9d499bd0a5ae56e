import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@plinth/contract/client'
import { createDir } from '@plinth/contract/dirs'
import { deleteFile, renameFile } from '@plinth/contract/files'
import { signin } from '@plinth/contract/login'
import { testDatabaseUrl } from '@plinth/platform/testing/engine'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from './testing/crash-contents.ts'
import { type Filestore, openFilestore } from './testing/crash-filestore.ts'
import { createOwner } from './testing/crash-owner.ts'
import { createOwnProcess, type OwnProcess } from './testing/own-process.ts'
import { type SmallDisk, smallDisks } from './testing/small-disk.ts'

const top = mkdtempSync(join(tmpdir(), 'plinth-'))
const folder = join(top, 'data')
mkdirSync(folder)
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** What a disk without room answers: that it is full, or, where the system does not say why a write failed, that it does not take it. */
const full = ['STORAGE_FULL', 'STORAGE_DOWN', '507', '503']

const contentOf = (size: number, mark: string) => {
  const bytes = new Uint8Array(size)
  Buffer.from(bytes.buffer).fill(mark)
  return { bytes, sha256: hashOf(bytes) }
}

describe.each(await smallDisks(folder))('%s', (_way, disk: SmallDisk) => {
  let database: Awaited<ReturnType<typeof testDatabaseUrl>>
  let server: OwnProcess
  let store: Filestore
  /** What the server said it has, by name. */
  let wanted: Record<string, string>

  beforeEach(async () => {
    database = await testDatabaseUrl()
    const environment = { PLINTH_DATA: folder, ...(database.url ? { DATABASE_URL: database.url } : {}) }
    server = await createOwnProcess({ program: new URL('main.ts', import.meta.url), environment, under: disk.under })
    await server.start()
    store = await openFilestore(server.url, await createOwner(server.url), 'Documents')
    await store.renew()
    wanted = {}
    for (const size of [100, 20_000, 3_000_000]) await put(`before ${size}`, size)
  })
  afterEach(async () => {
    await server.end('SIGKILL')
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  })

  async function put(name: string, size: number, road: 'putForm' | 'putDav' = 'putForm') {
    const content = contentOf(size, name)
    const outcome = await store[road]([name], content, 'refuse')
    if (outcome === null) wanted[name] = content.sha256
    return outcome
  }

  /** Small contents lie in the database, which goes on for a while in the room that it has. */
  async function putUntilFull(): Promise<void> {
    for (let n = 0; n < (database.url ? 3 : 400); n++) {
      const outcome = await put(`small ${n}`, 16_000)
      if (outcome === null) continue
      expect(full).toContain(outcome)
      return
    }
    expect(database.url).toBeDefined()
  }

  const whatIsFull = (outcome: unknown) => expect(full).toContain(outcome)

  it('refuses what does not fit, loses nothing, and goes on once there is room', { timeout: 120_000 }, async () => {
    await disk.fill(server.pid())
    await putUntilFull()
    whatIsFull(await put('large', 5_000_000))
    whatIsFull(await put('by WebDAV', 5_000_000, 'putDav'))
    const pieces = contentOf(2_000_000, 'pieces')
    const { location, status } = await store.tus.create(2_000_000, { filename: 'resumed', parentdirpath: '/' })
    const patched = status === 201 ? await store.tus.patch(location, 0, pieces.bytes) : { status }
    expect(full).toContain(String(patched.status))
    const [, notMade] = await store.ask(createDir, { parentdirpath: '/', dirname: 'folder' })
    if (!database.url) whatIsFull(notMade?.errcode)
    const [, notRenamed] = await store.ask(renameFile, renaming)
    if (!database.url) whatIsFull(notRenamed?.errcode)
    const [, notSignedIn] = await createClient({ origin: server.url })(signin, mara)
    if (!database.url) whatIsFull(notSignedIn?.errcode)
    if (!notMade) wanted.folder = '(folder)'
    if (!notRenamed) {
      wanted.renamed = wanted['before 100'] ?? ''
      delete wanted['before 100']
    }
    await expectAllToBeThere()

    await disk.free(server.pid())
    expect(await put('large', 5_000_000)).toBeNull()
    expect(await put('by WebDAV', 5_000_000, 'putDav')).toBeNull()
    expect(await put('small again', 16_000)).toBeNull()
    if (status === 201) {
      const { offset } = await store.tus.head(location)
      expect((await store.tus.patch(location, offset, pieces.bytes.subarray(offset))).objid).toBeTruthy()
      wanted.resumed = pieces.sha256
    }
    await expectAllToBeThere()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.end('SIGKILL')
  })

  // A limit on files is no disk that they could fill.
  if (disk.isDisk)
    it('leaves room to sign in, to delete and to go on, whatever files come', { timeout: 120_000 }, async () => {
      for (const size of [5_000_000, 500_000, ...(database.url ? [] : [16_000])])
        for (let n = 0, outcome: unknown = null; outcome === null; n++) {
          outcome = await put(`${size} ${n}`, size)
          if (outcome !== null) expect(outcome).toBe('STORAGE_FULL')
        }
      for (let n = 0; n < 20; n++) {
        const [, error] = await store.ask(createDir, { parentdirpath: '/', dirname: `folder ${n}` })
        expect(error).toBeNull()
        wanted[`folder ${n}`] = '(folder)'
      }
      const [, notSignedIn] = await createClient({ origin: server.url })(signin, mara)
      expect(notSignedIn).toBeNull()
      const [, notDeleted] = await store.ask(deleteFile, { filepath: '/5000000 0' })
      expect(notDeleted).toBeNull()
      delete wanted['5000000 0']
      await expectAllToBeThere()
    })

  const renaming = { parentdirpath: '/', srcfilename: 'before 100', dstfilename: 'renamed' }
  const mara = { userid: 'mara', password: 'Passw0rd!' }

  async function expectAllToBeThere(): Promise<void> {
    const seen: Record<string, unknown> = {}
    for (const [name, what] of Object.entries((await store.tree()) as Record<string, unknown>))
      seen[name] = typeof what === 'string' ? what : '(folder)'
    expect(seen).toEqual(wanted)
  }
})
