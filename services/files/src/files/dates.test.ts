import { apiBase, type RequestOf } from '@plinth/contract/call'
import { copyDir, jobInfo, listDir } from '@plinth/contract/dirs'
import { changedHeader, copyFile, fileInfo, recentFiles, renameFile, uploadFiles } from '@plinth/contract/files'
import { createShare, uploadShared } from '@plinth/contract/shares'
import { addVersion, listVersions, restoreVersion } from '@plinth/contract/versions'
import { downloadDir } from '@plinth/contract/zips'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Store, startFiles } from '../testing/stores.ts'
import { at, clientOf, large } from '../testing/tus.ts'
import { readerOf, unzip } from '../testing/unzip.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
let begun: number
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
  begun = Date.now()
})

/** With milliseconds that HTTP and archives do not tell. */
const of2019 = Date.UTC(2019, 2, 4, 11, 30, 20) + 123
const of2015 = Date.UTC(2015, 5, 1)
const inHttp = (time: number) => new Date(time).toUTCString()

async function objectAt(name: string) {
  const [list] = await store.ask(listDir, { path: '/' })
  return list?.fsobjects.find(({ objname }) => objname === name)
}

/** The date that a file shows, unless it is that of its coming. */
async function dateOf(name: string): Promise<number | 'now' | undefined> {
  const time = (await objectAt(name))?.modifiedat
  return time !== undefined && time >= begun && time <= Date.now() ? 'now' : time
}

async function recent(): Promise<string[]> {
  const [data] = await store.ask(recentFiles, {})
  return data?.fsobjects.map(({ objname }) => objname) ?? []
}

/** Each way in sends a file with a date as text, or with none, and answers what it was refused for. */
const ways: Record<string, (name: string, date?: string) => Promise<string | undefined>> = {
  'as a form': async (name, date) => (await store.put(`/${name}`, 'x', date === undefined ? {} : dated(date))).errcode,

  'with others': async (name, date) => {
    const [top] = await store.ask(listDir, { path: '/' })
    const file = { path: name, content: 'eA==', ...(date === undefined ? {} : { lastmodified: Number(date) }) }
    const request: RequestOf<typeof uploadFiles> = { parentid: top?.objid ?? '', files: [file] }
    return (await store.ask(uploadFiles, request))[1]?.errcode
  },

  'by tus in pieces': async (name, date) => {
    const metadata = at(name, date === undefined ? {} : dated(date))
    return (await clientOf(app, store).upload(large(), metadata, 60_000)).errcode
  },

  'by tus at once': async (name, date) => {
    const content = large()
    const metadata = at(name, date === undefined ? {} : dated(date))
    return (await clientOf(app, store).create(content.length, metadata, {}, content)).errcode
  },

  'by tus in parts': async (name, date) => {
    const tus = clientOf(app, store)
    const parts: string[] = []
    for (const content of [large(), large()]) {
      const { location } = await tus.create(content.length, {}, { 'upload-concat': 'partial' })
      await tus.patch(location, 0, content)
      parts.push(location)
    }
    return (await tus.final(parts, at(name, date === undefined ? {} : dated(date)))).errcode
  },

  'by a link': async (name, date) => {
    const [top] = await store.ask(listDir, { path: '/' })
    const [made] = await (await store.as('admin'))(createShare, { objectid: top?.objid ?? '', kind: 'upload' })
    const token = made?.path.replace('/s/', '') ?? ''
    const fields = { token, filename: name, ...(date === undefined ? {} : dated(date)) }
    return (await store.send({ ...fields, file: new Blob(['x']) }, { headers: {} }, uploadShared)).errcode
  },
}

const dated = (lastmodified: string) => ({ lastmodified })

describe.each(Object.keys(ways))('what comes %s', way => {
  const send = (name: string, date?: string) => ways[way]?.(name, date)

  it('keeps the date that it has', async () => {
    expect(await send('letter.txt', String(of2019))).toBeUndefined()
    expect(await send('first.txt', '0')).toBeUndefined()
    expect([await dateOf('letter.txt'), await dateOf('first.txt')]).toEqual([of2019, 0])
    // When it came is no secret either.
    expect((await objectAt('letter.txt'))?.createdat).toBeGreaterThanOrEqual(begun)
  })

  it('is of now where it has none, or one to come', async () => {
    await send('letter.txt')
    await send('from the future.txt', String(Date.now() + 3_600_000))
    expect([await dateOf('letter.txt'), await dateOf('from the future.txt')]).toEqual(['now', 'now'])
  })

  it.each(['-1', '1.5', '99999999999999999', 'yesterday'])('is refused with %s for a date', async date => {
    expect(await send('letter.txt', date)).toBe('BAD_INPUT')
    expect(await store.names('/')).toEqual([])
  })
})

describe('a date', () => {
  it('is told wherever times are', async () => {
    await store.mkdir('/Old')
    const { fsobject } = await store.put('/Old/letter.txt', 'x', dated(String(of2019)))
    const objectid = fsobject?.objid ?? ''
    expect((await store.ask(fileInfo, { objectid }))[0]?.modifiedat).toBe(of2019)
    expect((await store.get('/Old/letter.txt')).headers.get('last-modified')).toBe(inHttp(of2019))
    const zip = await fetch(`${app.url}${apiBase}${downloadDir.path}?path=/Old`, {
      headers: { authorization: `Bearer ${store.bearer}` },
    })
    const [letter] = unzip(readerOf(Buffer.from(await zip.arrayBuffer()))).filter(({ isFolder }) => !isFolder)
    expect(letter?.modifiedat).toBe(of2019 - 123)
    await store.put('/Old/b.txt', 'x', dated(String(of2015)))
    await store.put('/Old/c.txt', 'x')
    const listed = async (more: object) =>
      (await store.ask(listDir, { path: '/Old', ...more }))[0]?.fsobjects.map(({ objname }) => objname)
    expect(await listed({ sort: 'modifiedat' })).toEqual(['b.txt', 'letter.txt', 'c.txt'])
    expect(await listed({ since: of2019 })).toEqual(['c.txt', 'letter.txt'])
  })

  it('does not hide what came last', async () => {
    await store.put('/today.txt', 'x')
    await store.put('/letter.txt', 'x', dated(String(of2019)))
    await store.put('/older.txt', 'x', dated(String(of2015)))
    expect(await recent()).toEqual(['older.txt', 'letter.txt', 'today.txt'])
    await store.put('/today.txt', 'y', { conflict: 'replace', ...dated(String(of2015)) })
    expect(await recent()).toEqual(['today.txt', 'older.txt', 'letter.txt'])
    await store.put('/letter.txt', 'y', { conflict: 'replace' })
    expect(await recent()).toEqual(['letter.txt', 'today.txt', 'older.txt'])
  })

  it('changes with the same content', async () => {
    const again = { conflict: 'replace' }
    const { fsobject } = await store.put('/letter.txt', 'x')
    await store.put('/letter.txt', 'x', { ...again, ...dated(String(of2019)) })
    expect(await dateOf('letter.txt')).toBe(of2019)
    await store.put('/letter.txt', 'x', { ...again, ...dated(String(of2015)) })
    expect(await dateOf('letter.txt')).toBe(of2015)
    expect((await store.ask(listVersions, { objectid: fsobject?.objid ?? '' }))[0]?.versions).toHaveLength(1)
    await store.put('/letter.txt', 'x', again)
    expect(await dateOf('letter.txt')).toBe('now')
  })

  it('is not that of its versions, which say when they were saved', async () => {
    const again = { conflict: 'replace' }
    const { fsobject } = await store.put('/letter.txt', 'one', dated(String(of2019)))
    const objectid = fsobject?.objid ?? ''
    await store.put('/letter.txt', 'two', again)
    await store.put('/letter.txt', 'three', { ...again, ...dated(String(of2015)) })
    const times = (await store.ask(listVersions, { objectid }))[0]?.versions.map(({ createdat }) => createdat) ?? []
    expect(times).toEqual(times.toSorted().toReversed())
    expect(times.every(time => time >= begun)).toBe(true)
  })

  it('of what is restored or saved is now', async () => {
    const { fsobject } = await store.put('/letter.txt', 'one', dated(String(of2019)))
    const objectid = fsobject?.objid ?? ''
    await store.send({ objectid, versionno: '1', file: new Blob(['two']) }, {}, addVersion)
    expect(await dateOf('letter.txt')).toBe('now')
    await store.put('/letter.txt', 'three', { conflict: 'replace', ...dated(String(of2015)) })
    await store.ask(restoreVersion, { objectid, versionno: 1 })
    expect(await dateOf('letter.txt')).toBe('now')
  })

  it('stays with copies and under another name', async () => {
    await store.mkdir('/Old')
    await store.put('/Old/letter.txt', 'x', dated(String(of2019)))
    await store.ask(copyFile, { srcfilepath: '/Old/letter.txt', dstfilepath: '/copy.txt' })
    expect([await dateOf('copy.txt'), (await recent())[0]]).toEqual([of2019, 'copy.txt'])
    await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'copy.txt', dstfilename: 'other.txt' })
    expect(await dateOf('other.txt')).toBe(of2019)
    const [job] = await store.ask(copyDir, { srcdirpath: '/Old', dstdirpath: '/New' })
    await app.platform.jobs.idle()
    expect((await store.ask(jobInfo, { jobid: job?.jobid ?? '' }))[0]?.state).toBe('done')
    const [copies] = await store.ask(listDir, { path: '/New' })
    expect(copies?.fsobjects[0]?.modifiedat).toBe(of2019)
  })
})

describe('what is written over by something older', () => {
  const part = { range: 'bytes=0-0' }
  beforeEach(async () => {
    await store.put('/letter.txt', 'one', dated(String(of2019)))
    await store.put('/letter.txt', 'two', { conflict: 'replace', ...dated(String(of2015)) })
  })

  it('is not taken for what the reader has', async () => {
    expect((await store.get('/letter.txt', { 'if-modified-since': inHttp(of2019) })).status).toBe(200)
    expect((await store.get('/letter.txt', { 'if-unmodified-since': inHttp(of2019) })).status).toBe(412)
    for (const time of [of2015, Date.now()]) {
      expect((await store.get('/letter.txt', { 'if-modified-since': inHttp(time) })).status).toBe(304)
      expect((await store.get('/letter.txt', { 'if-unmodified-since': inHttp(time) })).status).toBe(200)
    }
  })

  it('is not gone on with by its date alone, which another content may have had', async () => {
    expect((await store.get('/letter.txt', { ...part, 'if-range': inHttp(of2015) })).status).toBe(200)
    await store.put('/letter.txt', 'three', { conflict: 'replace' })
    const modified = (await store.get('/letter.txt')).headers.get('last-modified') ?? ''
    expect((await store.get('/letter.txt', { ...part, 'if-range': modified })).status).toBe(206)
  })

  it('says when that was', async () => {
    const changed = Date.parse((await store.get('/letter.txt')).headers.get(changedHeader) ?? '')
    expect(changed).toBeGreaterThanOrEqual(begun - (begun % 1_000))
    expect(changed).toBeLessThanOrEqual(Date.now())
  })
})
