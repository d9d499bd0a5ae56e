import { hash } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'
import { listDir } from '@plinth/contract/dirs'
import { errorBody } from '@plinth/contract/errors'
import { deleteFile, fileInfo, recentFiles, renameFile, searchFiles, usage } from '@plinth/contract/files'
import { thumbnail } from '@plinth/contract/thumbnails'
import { emptyTrash } from '@plinth/contract/trash'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContents } from '../blobs/contents.service.ts'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
})

let shade = 0
type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff'

/** No two are alike: not even as a JPEG, to which two shades that lie close together are one. */
async function picture(format: Format = 'jpeg', [width, height] = [800, 400]): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: (8 * shade) % 256, g: 8 * (shade++ >> 5), b: 160 }
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toBuffer(),
  )
}

async function listed(name: string, { ask } = store) {
  const [data] = await ask(listDir, { path: '/' })
  return data?.fsobjects.find(({ objname }) => objname === name)
}

/** The file's id, once it has a thumbnail. */
async function made(name: string, place = store): Promise<string> {
  await expect.poll(async () => (await listed(name, place))?.thumbnail).toMatch(/^[0-9a-f]{16}$/)
  return (await listed(name, place))?.objid ?? ''
}

const get = (objectid: string, size = 'small', headers: Record<string, string> = {}, token = store.bearer) =>
  fetch(`${app.url}${apiBase}${thumbnail.path}?objectid=${objectid}&size=${size}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

async function refusalOf(objectid: string, token?: string): Promise<[number, string]> {
  const response = await get(objectid, 'small', {}, token)
  return [response.status, errorBody.parse(await response.json()).errcode]
}

const sizeOf = async (response: Response) => {
  const { format, width, height, ...rest } = await sharp(await response.arrayBuffer()).metadata()
  return { format, width, height, exif: rest.exif }
}

const tables = () => app.platform.db.withTables<FileTables>().query

describe('a picture', () => {
  it('gets thumbnails in two sizes, which a browser keeps and asks about', async () => {
    await store.put('/boat.jpg', await picture())
    const objid = await made('boat.jpg')
    const small = await get(objid)
    expect(Object.fromEntries(small.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
    })
    expect(await sizeOf(small)).toMatchObject({ format: 'webp', width: 96, height: 48 })
    const large = await get(objid, 'large')
    expect(await sizeOf(large)).toMatchObject({ format: 'webp', width: 320, height: 160 })
    const known = { 'if-none-match': large.headers.get('etag') ?? '' }
    expect((await get(objid, 'large', known)).status).toBe(304)
    expect((await get(objid, 'small', known)).status).toBe(200)
  })

  it('can be a PNG, GIF, WebP, AVIF or TIFF too', async () => {
    const formats = ['png', 'gif', 'webp', 'avif', 'tiff'] as const
    for (const format of formats) await store.put(`/boat.${format}`, await picture(format, [200, 100]))
    for (const format of formats) {
      const size = await sizeOf(await get(await made(`boat.${format}`)))
      expect([format, size]).toMatchObject([format, { format: 'webp', width: 96 }])
    }
  })

  it('is told to those who look at its folder, once it has one', async () => {
    const other = await app.store({ orgid: 'watchers' })
    const seen: (string | undefined)[] = []
    await app.platform.events.subscribe({
      topics: new Set(['project:watchers/site']),
      deliver: ({ event }) => void (event.type === 'files.changed' && seen.push(event.data.folderid)),
      ended: () => {},
    })
    await other.put('/boat.jpg', await picture())
    await expect.poll(() => seen.length).toBe(2)
    expect(seen[0]).toBe(seen[1])
    expect((await listed('boat.jpg', other))?.thumbnail).toBeDefined()
  })

  it('stands upright, is not enlarged, and does not tell where it was taken', async () => {
    const { data } = await sharp(await picture('jpeg', [60, 30]))
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitudeRef: 'N' } } })
      .toBuffer({ resolveWithObject: true })
    await store.put('/tall.jpg', new Uint8Array(data))
    const objid = await made('tall.jpg')
    expect(await sizeOf(await get(objid))).toEqual({ format: 'webp', width: 30, height: 60, exif: undefined })
  })

  it('says in every list and of itself that it has one', async () => {
    await store.put('/boat.jpg', await picture())
    const objectid = await made('boat.jpg')
    const { thumbnail: tag } = (await listed('boat.jpg')) ?? {}
    expect((await store.ask(searchFiles, { search: 'boat' }))[0]?.fsobjects[0]?.thumbnail).toBe(tag)
    expect((await store.ask(recentFiles, {}))[0]?.fsobjects[0]?.thumbnail).toBe(tag)
    expect((await store.ask(fileInfo, { objectid }))[0]?.thumbnail).toBe(tag)
  })

  it('has another one with another content', async () => {
    await store.put('/boat.jpg', await picture())
    await made('boat.jpg')
    const before = await listed('boat.jpg')
    await store.put('/boat.jpg', await picture(), { conflict: 'replace' })
    await expect
      .poll(async () => (await listed('boat.jpg'))?.thumbnail ?? before?.thumbnail)
      .not.toBe(before?.thumbnail)
  })

  it('that is renamed to be one gets one when somebody looks', async () => {
    await store.put('/boat', await picture())
    expect((await listed('boat'))?.thumbnail).toBeUndefined()
    await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'boat', dstfilename: 'boat.jpg' })
    await made('boat.jpg')
  })

  it('that somebody looks at comes before all that wait', async () => {
    const other = await app.store()
    const [boat, crowd] = [await picture(), await picture()]
    await store.put('/boat.jpg', boat)
    await other.put('/crowd.jpg', crowd)
    await made('boat.jpg')
    await made('crowd.jpg', other)
    const hashes = [boat, crowd].map(bytes => hash('sha256', bytes))
    const hour = 3_600_000
    const late = { state: 'wanted' as const, dueat: Date.now() + hour, attempts: 0 }
    await tables().updateTable('thumbnails').set(late).where('hash', 'in', hashes).execute()
    await made('boat.jpg')
    const left = tables().selectFrom('thumbnails').select('hash').where('state', '=', 'wanted')
    expect(await left.where('hash', 'in', hashes).execute()).toEqual([{ hash: hashes[1] }])
    await made('crowd.jpg', other)
  })

  it('gets it anew where it was lost', async () => {
    await store.put('/boat.jpg', await picture())
    const objid = await made('boat.jpg')
    await tables().deleteFrom('thumbnailbytes').execute()
    expect(await refusalOf(objid)).toEqual([404, 'THUMBNAIL_NOT_YET'])
    await expect.poll(async () => (await get(objid)).status).toBe(200)
  })

  it('takes its thumbnails along when it is removed for good, and they count nowhere', async () => {
    const bytes = await picture()
    await store.put('/boat.jpg', bytes)
    await made('boat.jpg')
    expect((await store.ask(usage, {}))[0]?.used).toBe(bytes.length)
    const held = async () => (await tables().selectFrom('thumbnailbytes').select('hash').execute()).length
    const before = await held()
    await store.ask(deleteFile, { filepath: '/boat.jpg' })
    await (await store.as('admin'))(emptyTrash, {})
    await app.platform.jobs.idle()
    await createContents({ ...app.platform, jobs: { ...app.platform.jobs, every: () => {} } }).sweepUnused({
      graceMs: -1,
    })
    expect(await held()).toBe(before - 2)
  })
})

describe('a thumbnail', () => {
  it('is for those who may read the file', async () => {
    await store.put('/boat.jpg', await picture())
    const objid = await made('boat.jpg')
    expect((await get(objid, 'small', {}, await store.token({ level: 'viewer' }))).status).toBe(200)
    const other = await app.store()
    expect(await refusalOf(objid, other.bearer)).toEqual([404, 'NOT_FOUND'])
    await store.ask(deleteFile, { filepath: '/boat.jpg' })
    expect(await refusalOf(objid)).toEqual([404, 'NOT_FOUND'])
  })

  it('is none of what is no picture', async () => {
    const { fsobject } = await store.put('/notes.txt', 'words')
    expect(await refusalOf(fsobject?.objid ?? '')).toEqual([404, 'THUMBNAIL_NONE'])
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/hostname"/></svg>'
  it.each([
    ['an SVG by another name', async () => new TextEncoder().encode(svg)],
    ['bytes that are nothing', async () => new Uint8Array(5_000).fill(7)],
    ['one that breaks off', async () => (await picture('png')).slice(0, 200)],
    ['one of more pixels than there is room for', bomb],
  ])('is none of %s, and that is the end of it', async (_, content) => {
    const { fsobject } = await store.put('/hostile.png', await content())
    const objid = fsobject?.objid ?? ''
    await expect.poll(() => refusalOf(objid)).toEqual([404, 'THUMBNAIL_NONE'])
    expect((await listed('hostile.png'))?.thumbnail).toBeUndefined()
    // The next one is made all the same.
    await store.put('/boat.jpg', await picture())
    await made('boat.jpg')
  })
})

/** A PNG that says it is 60,000 pixels wide and high. */
async function bomb() {
  const bytes = await picture('png')
  new DataView(bytes.buffer).setUint32(16, 60_000)
  new DataView(bytes.buffer).setUint32(20, 60_000)
  return bytes
}
