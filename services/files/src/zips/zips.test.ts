import { apiBase } from '@plinth/contract/call'
import { deleteDir, dirInfo, listDir } from '@plinth/contract/dirs'
import { deleteFile } from '@plinth/contract/files'
import { deleteNamespace, suspendNamespaces } from '@plinth/contract/namespaces'
import { createZipTicket, downloadDir } from '@plinth/contract/zips'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'
import { readerOf, unzip } from '../testing/unzip.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
const large = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 249))
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
})
afterAll(() => app.close())

const get = (query: Record<string, string>, { from = store, init = {} as RequestInit } = {}) =>
  fetch(`${app.url}${apiBase}${downloadDir.path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${from.bearer}` },
    ...init,
  })

const filesOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return unzip(readerOf(Buffer.from(await response.arrayBuffer())))
}
const namesOf = async (response: Response) => (await filesOf(response)).map(({ name }) => name)

const ticketFor = async (objectids: string[], from = store) => {
  const [ticket, error] = await from.ask(createZipTicket, { objectids })
  if (error) throw new Error(error.errcode)
  return app.url + ticket.url
}

describe('a folder as an archive', () => {
  it('holds its folders, the empty ones too, and its files with their bytes and times', async () => {
    const folderid = await store.mkdir('/Reise')
    await store.mkdir('/Reise/leer')
    await store.mkdir('/Reise/Übersicht 🗺')
    await store.put('/Reise/large.bin', large)
    await store.put('/Reise/Übersicht 🗺/日本.txt', 'ja')
    await store.put('/Reise/empty', '')
    const [listing] = await store.ask(listDir, { path: '/Reise' })
    const times = new Map(listing?.fsobjects.map(({ objname, modifiedat }) => [objname, modifiedat]))

    for (const [key, value] of [
      ['path', '/Reise'],
      ['objectid', folderid],
    ] as const) {
      const response = await get({ [key]: value })
      expect(response.headers.get('content-type')).toBe('application/zip')
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="Reise.zip"; filename*=UTF-8''Reise.zip`,
      )
      const files = new Map((await filesOf(response)).map(file => [file.name, file]))
      expect([...files.keys()].sort()).toEqual(
        [
          'Reise/',
          'Reise/empty',
          'Reise/large.bin',
          'Reise/leer/',
          'Reise/Übersicht 🗺/',
          'Reise/Übersicht 🗺/日本.txt',
        ].sort(),
      )
      expect(files.get('Reise/large.bin')?.bytes.equals(large)).toBe(true)
      expect(files.get('Reise/Übersicht 🗺/日本.txt')?.bytes.toString()).toBe('ja')
      const modifiedat = times.get('large.bin') ?? 0
      expect(files.get('Reise/large.bin')?.modifiedat).toBe(modifiedat - (modifiedat % 1000))
    }
  })

  it('of more files and folders than are read at once lacks none and has none twice', async () => {
    const many = await app.store()
    const count = 405
    await many.mkdir('/many')
    for (let from = 0; from < count; from += 15) {
      await Promise.all(
        Array.from({ length: 15 }, async (_, n) => {
          await many.put(`/many/file ${from + n}`, `content ${from + n}`)
          await many.mkdir(`/many/folder ${from + n}`)
        }),
      )
    }
    await many.put('/many/folder 7/inner', 'inner')
    const files = await filesOf(await get({ path: '/' }, { from: many }))
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
    expect(files).toHaveLength(2 * count + 2)
    expect(files.find(({ name }) => name === 'many/file 404')?.bytes.toString()).toBe('content 404')
    expect(files.find(({ name }) => name === 'many/folder 7/inner')?.bytes.toString()).toBe('inner')
  }, 60_000)

  it('never leads elsewhere, and names that had to be changed do not meet', async () => {
    const odd = await app.store()
    await odd.mkdir('/odd')
    for (const name of ['a\\b', 'a_b', '..\\..\\up', 'C:evil', '...', '%2e%2e', 'x\\..']) {
      expect((await odd.put(`/odd/${name}`, name)).status).toBe(200)
    }
    const files = await filesOf(await get({ path: '/odd' }, { from: odd }))
    expect(files.map(({ name }) => name).sort()).toEqual(
      ['odd/', 'odd/a_b (2)', 'odd/a_b', 'odd/.._.._up', 'odd/C_evil', 'odd/...', 'odd/%2e%2e', 'odd/x_..'].sort(),
    )
    expect(files.find(({ name }) => name === 'odd/a_b')?.bytes.toString()).toBe('a_b')
    expect(files.find(({ name }) => name === 'odd/a_b (2)')?.bytes.toString()).toBe('a\\b')
  })

  it('is refused to those without a token, of what is not there, of a file and of two things at once', async () => {
    expect((await get({ path: '/Reise' }, { init: { headers: {} } })).status).toBe(401)
    expect((await get({ path: '/nothing' })).status).toBe(404)
    expect((await get({ path: '/Reise/large.bin' })).status).toBe(404)
    expect((await get({ path: '/', objectid: 'abc' })).status).toBe(400)
    const other = await app.store()
    expect((await get({ objectid: await store.mkdir('/mine') }, { from: other })).status).toBe(404)
  })

  it('sends no bytes to whoever asks for the head alone', async () => {
    const response = await get(
      { path: '/Reise' },
      { init: { method: 'HEAD', headers: { authorization: `Bearer ${store.bearer}` } } },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
  })

  it('breaks off where the bytes of a file that is there are lost, so that nobody takes it for whole', async () => {
    const damaged = await app.store()
    await damaged.put('/lost.bin', Buffer.from(Array.from({ length: 50_000 }, (_, n) => n % 13)))
    await damaged.put('/before.txt', 'before')
    for (const { hash } of await app.platform.blobs.list()) await app.platform.blobs.remove(hash)
    const response = await get({ path: '/' }, { from: damaged })
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})

describe('a ticket', () => {
  it('is for several at once, side by side, whatever folders they are from', async () => {
    const chosen = await app.store()
    await chosen.mkdir('/one')
    await chosen.mkdir('/two')
    await chosen.mkdir('/two/deep')
    const first = await chosen.put('/one/plan.txt', 'first')
    const second = await chosen.put('/two/plan.txt', 'second')
    const [deep] = (await chosen.ask(listDir, { path: '/two' }))[0]?.fsobjects ?? []
    const ids = [first.fsobject?.objid, second.fsobject?.objid, deep?.objid].map(String)
    const response = await fetch(await ticketFor(ids, chosen))
    expect(response.headers.get('content-disposition')).toContain('filename="one.zip"')
    const files = await filesOf(response)
    expect(files.map(({ name }) => name).sort()).toEqual(['deep/', 'plan (2).txt', 'plan.txt'])
  })

  it('for one folder is that folder', async () => {
    const folderid = await store.mkdir('/single')
    await store.put('/single/a', 'a')
    expect(await namesOf(await fetch(await ticketFor([folderid])))).toEqual(['single/', 'single/a'])
  })

  it('leaves out what was deleted since', async () => {
    const ids = [await store.mkdir('/stays'), await store.mkdir('/goes')]
    await store.put('/goes/a', 'a')
    const url = await ticketFor(ids)
    await store.ask(deleteDir, { dirpath: '/goes' })
    expect(await namesOf(await fetch(url))).toEqual(['stays/'])
  })

  it('is not given for what is not there, in the trash or in another filestore', async () => {
    const other = await app.store()
    const elsewhere = await other.mkdir('/elsewhere')
    const trashed = await store.put('/trashed.txt', 'x')
    await store.ask(deleteFile, { filepath: '/trashed.txt' })
    for (const objectid of ['nothing', elsewhere, String(trashed.fsobject?.objid)]) {
      const here = await store.mkdir(`/beside-${objectid}`)
      const [, error] = await store.ask(createZipTicket, { objectids: [here, objectid] })
      expect(error?.errcode).toBe('NOT_FOUND')
    }
  })

  it('is dead in a filestore that is closed or deleted, and where it is not ours', async () => {
    const closing = await app.store({ orgid: 'closing' })
    const url = await ticketFor([await closing.mkdir('/a')], closing)
    const service = app.platform.callService('files')
    const errcode = async (address: string) => ((await (await fetch(address)).json()) as { errcode: string }).errcode
    await service(suspendNamespaces, { place: 'closing', suspended: true })
    expect(await errcode(url)).toBe('LINK_DEAD')
    await service(suspendNamespaces, { place: 'closing', suspended: false })
    expect((await fetch(url)).status).toBe(200)
    await service(deleteNamespace, { nsname: closing.nsname })
    expect(await errcode(url)).toBe('LINK_DEAD')
    expect(await errcode(`${url}x`)).toBe('LINK_DEAD')
  })

  it('may be asked for by a viewer', async () => {
    const viewer = await store.as('viewer', 'vera')
    const objectid = await store.mkdir('/seen')
    const [ticket] = await viewer(createZipTicket, { objectids: [objectid] })
    expect(await namesOf(await fetch(app.url + ticket?.url))).toEqual(['seen/'])
    expect((await viewer(dirInfo, { objectid }))[1]).toBeNull()
  })
})
