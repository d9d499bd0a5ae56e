import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@plinth/contract/client'
import { createDir } from '@plinth/contract/dirs'
import { deleteFile, searchFiles } from '@plinth/contract/files'
import { createFilestore } from '@plinth/contract/filestores'
import { signin } from '@plinth/contract/login'
import { listOrgs } from '@plinth/contract/orgs'
import { createShare, shareInfo } from '@plinth/contract/shares'
import { beginRestore, markLoaded } from '@plinth/platform/backup/restores'
import { openDatabase } from '@plinth/platform/database/database'
import { S3_START_MS } from '@plinth/platform/testing/s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOwner } from './testing/crash-owner.ts'
import { createInstallation, newContent, openStore } from './testing/kept-installation.ts'

type Installation = Awaited<ReturnType<typeof createInstallation>>

let target: string
const installations: Installation[] = []

beforeEach(async () => {
  target = await mkdtemp(join(tmpdir(), 'plinth-backup-'))
})
afterEach(async () => {
  for (const one of installations.splice(0)) await one.remove()
  await rm(target, { recursive: true, force: true })
})

async function install(kind: Parameters<typeof createInstallation>[0]): Promise<Installation> {
  const made = await createInstallation(kind)
  installations.push(made)
  return made
}

const small = { postgres: true, s3: false }

/** Somebody with a filestore on a running server. */
async function furnish({ server }: Installation, environment: Record<string, string> = {}) {
  await server.start(environment)
  const owner = await createOwner(server.url)
  const [made, error] = await owner.ask(createFilestore, { ...owner.place, fsname: 'Documents' })
  if (error) throw new Error(error.msg)
  const place = { ...owner.place, fsid: made.fsid }
  return { owner, place, store: await openStore(server.url, owner.ask, place) }
}

const password = { userid: 'mara', password: 'Passw0rd!' }

it(
  'a whole installation is brought over to another engine and S3 while people write to it, and back',
  async () => {
    const first = await install({ postgres: false, s3: false, processes: true })
    const { owner, place, store } = await furnish(first)
    const [signed] = await createClient({ origin: first.server.url })(signin, password)
    const acknowledged = new Map<string, string>()
    const sizes = [0, 10, 5_000, 20_000, 300_000]
    for (let n = 0; n < 20; n++) {
      const name = `before ${n}\u2028é.bin`
      acknowledged.set(name, await store.put(name, newContent(sizes[n % sizes.length] ?? 0)))
    }
    const [folder] = await store.ask(createDir, { parentdirpath: '/', dirname: 'Shared' })
    const [link] = await store.ask(createShare, { objectid: folder?.fsobject.objid ?? '' })

    let stop = false
    const lanes = [0, 1, 2].map(async lane => {
      for (let n = 0; !stop && n < 20; n++) await store.put(`during ${lane} ${n}.bin`, newContent(n % 2 ? 40_000 : 400))
    })
    const saved = await first.backup(target)
    stop = true
    await Promise.all(lanes)
    expect(saved).toMatchObject({ code: 0, text: expect.stringMatching(/^Saved .* contents, .* of them new/m) })
    for (const name of await readdir(target)) expect((await stat(join(target, name))).mode & 0o077).toBe(0)

    const second = await install({ postgres: true, s3: true, processes: true })
    expect(await second.restore(target)).toMatchObject({ code: 0 })
    expect(await second.fsck()).toMatchObject({ code: 0, text: expect.stringContaining('Everything is in order.') })
    await second.server.start()
    const origin = second.server.url
    expect(await createClient({ origin })(signin, password)).toMatchObject([{ userid: 'mara' }, null])
    for (const token of [owner.token, signed?.accesstoken])
      expect(await createClient({ origin, token: () => token })(listOrgs, {})).toMatchObject([
        { orgs: [{ orgid: 'acme' }] },
        null,
      ])
    const token = link?.path.split('/').at(-1) ?? ''
    expect(await createClient({ origin })(shareInfo, { token })).toMatchObject([{ objname: 'Shared' }, null])
    const moved = await openStore(origin, createClient({ origin, token: () => owner.token }), place)
    expect(await hashesOf(moved, acknowledged)).toEqual(acknowledged)
    expect(await moved.ask(searchFiles, { search: 'efore 17' })).toMatchObject([{ fsobjects: [{ objtype: 2 }] }, null])

    acknowledged.set('after.bin', await moved.put('after.bin', newContent(30_000)))
    expect(await second.backup(target)).toMatchObject({ code: 0, text: expect.stringContaining(', 1 of them new') })
    const third = await install({ postgres: false, s3: false })
    expect(await third.restore(target)).toMatchObject({ code: 0 })
    expect(await third.fsck()).toMatchObject({ code: 0 })
    await third.server.start()
    const ask = createClient({ origin: third.server.url, token: () => owner.token })
    const back = await openStore(third.server.url, ask, place)
    expect(await hashesOf(back, acknowledged)).toEqual(acknowledged)
  },
  S3_START_MS,
)

async function hashesOf({ hashAt }: Awaited<ReturnType<typeof openStore>>, wanted: Map<string, string>) {
  const found = new Map<string, string>()
  for (const name of wanted.keys()) found.set(name, await hashAt(name))
  return found
}

describe('a backup', { timeout: 300_000 }, () => {
  it('copies what is new', async () => {
    const one = await install(small)
    const { store } = await furnish(one)
    await store.put('a.bin', newContent(50_000))
    await store.put('b.bin', newContent(50_000))
    expect((await one.backup(target)).text).toContain('and 2 contents, 2 of them new')
    await store.put('c.bin', newContent(50_000))
    expect((await one.backup(target)).text).toContain('and 3 contents, 1 of them new')
    expect((await one.backup(target)).text).toContain('and 3 contents, 0 of them new')
    expect((await readdir(target)).filter(name => name.startsWith('tables-'))).toHaveLength(1)
  })

  it('goes on where something is missing, and says what', async () => {
    const one = await install(small)
    const { store } = await furnish(one)
    const hash = await store.put('a.bin', newContent(50_000))
    await store.put('b.bin', newContent(50_000))
    await rm(join(one.folder, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash))
    const { code, text } = await one.backup(target)
    expect(code).toBe(1)
    expect(text).toContain(`The content ${hash} is missing.`)
    const other = await install(small)
    expect(await other.restore(target)).toMatchObject({ code: 1 })
    expect((await other.fsck()).text).toMatch(/acme\/site\/\S+:\/a\.bin\) are missing\./)
  })

  it('takes along what can be read where something cannot, and says what', async () => {
    const one = await install(small)
    const { store } = await furnish(one)
    const hash = await store.put('a.bin', newContent(50_000))
    await store.put('b.bin', newContent(50_000))
    const name = join('blobs', hash.slice(0, 2), hash.slice(2, 4), hash)
    const bytes = await readFile(join(one.folder, name))
    await makeUnreadable(join(one.folder, name))
    expect(await one.backup(target)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`The content ${hash} is damaged.`),
    })
    await rm(join(one.folder, name), { recursive: true })
    await writeFile(join(one.folder, name), bytes)
    expect((await one.backup(target)).text).toContain('and 2 contents, 1 of them new')
  })

  it('does not take the place of another where the installation begins anew', async () => {
    const one = await install(small)
    await furnish(one)
    await one.backup(target)
    const other = await install(small)
    await other.server.start()
    expect(await other.backup(target)).toEqual({
      code: 2,
      text: `This installation is empty, and the backup in ${target} is not. Restore that first, or name another folder.\n`,
    })
    await other.server.end('SIGTERM')
    expect(await other.restore(target)).toMatchObject({ code: 0 })
    expect(await other.backup(target)).toMatchObject({ code: 0 })
  })

  it('with --verify looks at what it has, and copies anew what is damaged', async () => {
    const one = await install(small)
    const { store } = await furnish(one)
    const hash = await store.put('a.bin', newContent(50_000))
    await one.backup(target)
    const path = join(target, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash)
    const bytes = await readFile(path)
    await damage(path)
    expect((await one.backup(target, '--verify')).text).toContain('1 of them new')
    expect((await readFile(path)).equals(bytes)).toBe(true)
  })

  it('is not put where other things are', async () => {
    const one = await install(small)
    await furnish(one)
    await writeFile(join(target, 'letter.txt'), 'mine')
    const { code, text } = await one.backup(target)
    expect([code, text]).toEqual([
      2,
      `${target} holds other things than a backup. Name an empty folder, or one with a backup in it.\n`,
    ])
    expect(await readdir(target)).toEqual(['letter.txt'])
  })
})

/** Reading a folder fails as reading a broken disk does. */
async function makeUnreadable(path: string): Promise<void> {
  await rm(path)
  await mkdir(path)
}

async function damage(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await chmod(path, 0o600)
  await writeFile(path, bytes)
}

describe('a restore', { timeout: 300_000 }, () => {
  it('is refused where people are already, and where there is no backup', async () => {
    const one = await install(small)
    await furnish(one)
    expect(await one.restore(target)).toEqual({
      code: 2,
      text: `${target} is no backup: it has no plinth-backup.json.\n`,
    })
    await one.backup(target)
    expect(await one.restore(target)).toMatchObject({ code: 2, text: expect.stringMatching(/running on this da/) })
    await one.server.end('SIGTERM')
    expect(await one.restore(target)).toMatchObject({
      code: 2,
      text: expect.stringMatching(/^This installation is not empty/),
    })
    expect(await one.fsck()).toMatchObject({ code: 0 })
  })

  it('of a damaged backup is refused with the name of what is damaged; whole again, it can be done', async () => {
    const one = await install(small)
    // Nobody takes the mails: they wait, and are to go on waiting elsewhere.
    const { owner, place, store } = await furnish(one, { SMTP_URL: 'smtp://127.0.0.1:9' })
    const hash = await store.put('a.bin', newContent(50_000))
    await one.backup(target)
    const other = await install(small)
    // It was started once, and nobody has done anything in it.
    await other.server.start()
    await other.server.end('SIGTERM')

    const tables = (await readdir(target)).find(name => name.startsWith('tables-')) ?? ''
    const users = join(target, tables, 'users.jsonl.gz')
    const intact = await readFile(users)
    await damage(users)
    expect(await other.restore(target)).toEqual({
      code: 2,
      text: `The backup is damaged: ${tables}/users.jsonl.gz is not as it was saved.\n`,
    })
    await writeFile(users, intact)
    // Nothing has begun, so it still serves.
    await other.server.start()
    await other.server.end('SIGTERM')

    const name = `blobs/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
    const bytes = await readFile(join(target, name))
    await damage(join(target, name))
    expect((await other.restore(target)).text).toBe(`The backup is damaged: ${name} is not as it was saved.\n`)
    await rm(join(target, name))
    expect((await other.restore(target)).text).toBe(`The backup is damaged: ${name} is missing.\n`)
    await expect(other.server.start()).rejects.toThrow('A restore into this installation was broken off.')
    // What it has not brought back yet does not take the place of what it is to be brought back from.
    expect(await other.backup(target)).toMatchObject({ code: 2, text: expect.stringMatching(/^A restore into this/) })

    await writeFile(join(target, name), bytes)
    expect(await other.restore(target)).toMatchObject({ code: 0 })
    await other.server.start()
    const origin = other.server.url
    const moved = await openStore(origin, createClient({ origin, token: () => owner.token }), place)
    expect(await moved.hashAt('a.bin')).toBe(hash)
    expect(await moved.ask(deleteFile, { filepath: '/a.bin' })).toMatchObject([{}, null])
    expect(await other.fsck()).toMatchObject({ code: 0 })
    await expect.poll(() => readdir(join(other.folder, 'mail')).catch(() => [])).not.toEqual([])
  })

  it('that broke off after the rows were in goes on with that backup, and with no other', async () => {
    const one = await install(small)
    await furnish(one)
    await one.backup(target)
    const { madeat } = JSON.parse(await readFile(join(target, 'plinth-backup.json'), 'utf8'))
    const other = await install(small)
    await other.restore(target)
    const db = await openDatabase(other.database)
    await beginRestore(db)
    await db.transaction(tx => markLoaded(tx, Date.parse(madeat)))
    await db.close()
    await expect(other.server.start()).rejects.toThrow('A restore into this installation was broken off.')
    expect(await other.restore(target)).toMatchObject({ code: 0 })
    expect(await other.fsck()).toMatchObject({ code: 0 })

    const again = await openDatabase(other.database)
    await beginRestore(again)
    await again.transaction(tx => markLoaded(tx, 1))
    await again.close()
    expect(await other.restore(target)).toMatchObject({ code: 2, text: expect.stringMatching(/^Another backup was/) })
  })
})
