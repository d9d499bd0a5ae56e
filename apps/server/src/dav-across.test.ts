import { createClient } from '@plinth/contract/client'
import { listDir } from '@plinth/contract/dirs'
import { searchFiles } from '@plinth/contract/files'
import { setFilestoreAccess, setFilestoreQuota } from '@plinth/contract/filestores'
import { removeProjectUser } from '@plinth/contract/project-users'
import { listTrash } from '@plinth/contract/trash'
import { listVersions } from '@plinth/contract/versions'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Mounted, startDav } from './testing/dav.ts'
import type { Store } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startDav>>
let [here, there]: Store[] = []
let from: Mounted
let to: Mounted

beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())
beforeEach(async () => {
  here = await app.newStore()
  there = await app.newStore()
  from = await app.mount(app.scene.mila, here)
  to = await app.mount(app.scene.mila, there)
})

const across = async (method: 'COPY' | 'MOVE', path: string, place = path, headers = {}) =>
  (await from.go(method, path, { headers: { destination: app.url + to.at(place), ...headers } })).status

/** The same files as the web app sees them. */
async function inTheApp(store: Store | undefined) {
  if (!store) throw new Error('There is no filestore yet.')
  const { token } = await app.tokenOf(app.scene.mila, store)
  return createClient({ origin: app.url, token: () => token })
}

async function trashOf(store: Store | undefined): Promise<string[]> {
  const [trash] = await (await inTheApp(store))(listTrash, {})
  return trash?.fsobjects.map(({ objname }) => objname) ?? []
}

it('copies and moves files and folders from one filestore to another', async () => {
  await from.mkcol('/f')
  await from.mkcol('/f/deep')
  await from.put('/f/deep/needle.txt', 'a')
  await from.put('/b.txt', 'b')
  expect(await across('COPY', '/f')).toBe(201)
  expect(await from.get('/f/deep/needle.txt')).toBe('a')
  expect(await to.get('/f/deep/needle.txt')).toBe('a')
  expect(await across('MOVE', '/f', '/g')).toBe(201)
  expect(await to.list('/g/deep')).toEqual(['needle.txt'])
  expect(await across('MOVE', '/b.txt')).toBe(201)
  expect([await from.list('/'), await to.list('/')]).toEqual([[], ['f/', 'g/', 'b.txt']])
  expect((await trashOf(here)).sort()).toEqual(['b.txt', 'f'])
  expect(await trashOf(there)).toEqual([])
  // They are of the other filestore in all respects: there they count, and there they are found.
  const [ask, askThere] = [await inTheApp(here), await inTheApp(there)]
  const sizes = async () => {
    const [top] = await askThere(listDir, { path: '/' })
    return top?.fsobjects.map(({ objname, size }) => [objname, size])
  }
  const counted = ['f', 'g', 'b.txt'].map(name => [name, 1])
  await expect.poll(sizes).toEqual(counted)
  const [found] = await askThere(searchFiles, { search: 'needle' })
  expect(found?.fsobjects.map(({ parentpath }) => parentpath).sort()).toEqual(['/f/deep', '/g/deep'])
  expect((await ask(searchFiles, { search: 'needle' }))[0]?.fsobjects).toEqual([])
})

it('makes a version of a file that is there, and sends a folder to the trash, unless told not to', async () => {
  await from.put('/a.txt', 'new')
  await to.put('/a.txt', 'old')
  await to.mkcol('/folder')
  expect(await across('MOVE', '/a.txt', '/a.txt', { overwrite: 'F' })).toBe(412)
  expect(await across('COPY', '/a.txt')).toBe(204)
  expect(await across('MOVE', '/a.txt', '/folder')).toBe(204)
  expect([await to.get('/a.txt'), await to.get('/folder')]).toEqual(['new', 'new'])
  const ask = await inTheApp(there)
  const [top] = await ask(listDir, { path: '/' })
  const objectid = top?.fsobjects.find(({ objname }) => objname === 'a.txt')?.objid ?? ''
  expect((await ask(listVersions, { objectid }))[0]?.versions).toHaveLength(2)
  expect(await trashOf(there)).toEqual(['folder'])
})

it('asks for the right to write where it goes to, and to a move where it comes from', async () => {
  const { mila, pia } = app.scene
  const level = async (store: Store | undefined, level: 'viewer' | 'editor') => {
    const [, error] = await pia.ask(setFilestoreAccess, { ...(store as Store), userid: mila.userid, level })
    expect(error).toBeNull()
  }
  await from.put('/a.txt', 'a')
  await level(here, 'viewer')
  expect(await across('MOVE', '/a.txt')).toBe(403)
  expect(await across('COPY', '/a.txt')).toBe(201)
  expect(await from.to('COPY', '/a.txt', '/b.txt')).toBe(403)
  await level(here, 'editor')
  await level(there, 'viewer')
  for (const method of ['COPY', 'MOVE'] as const) expect(await across(method, '/a.txt', '/b.txt')).toBe(403)
  expect(await from.list('/')).toEqual(['a.txt'])
})

it('tells nobody what there is that they do not belong to', async () => {
  await from.put('/a.txt', 'a')
  const closed = await app.newStore()
  await app.scene.pia.ask(removeProjectUser, { ...closed, userid: app.scene.mila.userid })
  for (const place of [`${closed.orgid}/${closed.projectid}/Documents`, 'no/such/Documents'])
    for (const method of ['COPY', 'MOVE'] as const) {
      const { status } = await from.go(method, '/a.txt', { headers: { destination: `/dav/${place}/a.txt` } })
      expect([place, method, status]).toEqual([place, method, 409])
    }
})

it('has to have room, and to show the token of what is locked there', async () => {
  await from.put('/a.txt', 'a'.repeat(2_000))
  await app.scene.pia.ask(setFilestoreQuota, { ...(there as Store), quota: 1_000 })
  for (const method of ['COPY', 'MOVE'] as const) expect(await across(method, '/a.txt')).toBe(507)
  await app.scene.pia.ask(setFilestoreQuota, { ...(there as Store), quota: 10_000 })
  const { token } = await to.lock('/b.txt')
  expect(await across('MOVE', '/a.txt', '/b.txt')).toBe(423)
  expect(await across('MOVE', '/a.txt', '/b.txt', { if: `<${to.at('/b.txt')}> (${token})` })).toBe(204)
  const { token: ofHere } = await from.lock('/c.txt')
  expect(await across('MOVE', '/c.txt')).toBe(423)
  const both = { if: `<${to.at('/b.txt')}> (${token}) <${from.at('/c.txt')}> (${ofHere})` }
  expect(await across('MOVE', '/c.txt', '/b.txt', both)).toBe(204)
  expect(await to.put('/b.txt', 'mine', { if: `(${token})` })).toBe(204)
})

it('copies a folder of very many, and moves it not at all rather than half', async () => {
  await from.mkcol('/many')
  const names = Array.from({ length: 1_001 }, (_, number) => `/many/${number}`)
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map(name => from.put(name, 'x')))
  const refused = await from.go('MOVE', '/many', { headers: { destination: to.at('/many') } })
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Copy it there instead.')])
  expect([await from.list('/'), await to.list('/')]).toEqual([['many/'], []])
  expect(await across('COPY', '/many')).toBe(201)
  expect(await to.list('/many')).toHaveLength(1_001)
})
