import { listDir, markDir } from '@plinth/contract/dirs'
import { fieldErrors } from '@plinth/contract/errors'
import { searchFiles } from '@plinth/contract/files'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMany } from '../testing/many.ts'
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

type Asked = Omit<Parameters<typeof store.ask<typeof listDir>>[1], 'path' | 'cursor'>

/** Page after page, as a reader does it. */
async function listed(asked: Asked = {}, path = '/'): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | undefined; ; ) {
    const [data, error] = await store.ask(listDir, { path, ...asked, cursor })
    if (error) throw new Error(error.msg)
    names.push(...data.fsobjects.map(({ objname }) => objname))
    if (!data.cursor) return names
    cursor = data.cursor
  }
}

function* countDown(from: number) {
  for (let number = from; number > 0; number--) yield number
}

describe('a filter', () => {
  it('leaves one kind', async () => {
    await store.mkdir('/Holiday')
    const files = ['a.png', 'b.pdf', 'c.docx', 'd.md', 'e.mp3', 'f.mp4', 'g.tar', 'h.tar.gz', 'i.ts', 'j.bin', 'k.epub']
    for (const name of files) await store.put(`/${name}`, 'x')
    expect(await listed({ kind: 'folders' })).toEqual(['Holiday'])
    expect(await listed({ kind: 'images' })).toEqual(['a.png'])
    expect(await listed({ kind: 'documents' })).toEqual(['b.pdf', 'c.docx', 'd.md', 'k.epub'])
    expect(await listed({ kind: 'audio' })).toEqual(['e.mp3'])
    expect(await listed({ kind: 'video' })).toEqual(['f.mp4'])
    expect(await listed({ kind: 'archives' })).toEqual(['g.tar', 'h.tar.gz'])
    expect(await listed({ kind: 'other' })).toEqual(['i.ts', 'j.bin'])
  })

  it('leaves what was changed since, and by whom, folders too', async () => {
    await store.mkdir('/Old')
    await store.put('/old.txt', 'x')
    const since = Date.now() + 1
    await expect.poll(() => Date.now()).toBeGreaterThan(since)
    const other = await store.as('editor', 'nils')
    await store.mkdir('/New')
    await store.put('/new.txt', 'x')
    await other(listDir, { path: '/' })
    await store.send(
      { parentdirpath: '/', filename: 'nils.txt', file: new Blob(['x']) },
      { headers: { authorization: `Bearer ${await store.token({ userid: 'nils' })}` } },
    )
    expect(await listed({ since })).toEqual(['New', 'new.txt', 'nils.txt'])
    expect(await listed({ since, kind: 'documents', sort: '-name' })).toEqual(['nils.txt', 'new.txt'])
    expect(await listed({ modifiedby: 'nils' })).toEqual(['nils.txt'])
    expect((await listed({ sort: '-modifiedby', folders: 'none' }))[0]).toBe('nils.txt')
    expect((await listed({ sort: 'modifiedby', folders: 'none' })).at(-1)).toBe('nils.txt')
    expect(await listed({ modifiedby: 'mara', since })).toEqual(['New', 'new.txt'])
    const [found] = await store.ask(searchFiles, { search: 'n', modifiedby: 'nils' })
    expect(found?.fsobjects.map(({ objname }) => objname)).toEqual(['nils.txt'])
    const [kinds] = await store.ask(searchFiles, { search: 'new', kind: 'folders' })
    expect(kinds?.fsobjects.map(({ objname }) => objname)).toEqual(['New'])
  })

  it('that is none is refused', async () => {
    const [, error] = await store.ask(listDir, { path: '/', kind: 'pictures' as never })
    expect(error && Object.keys(fieldErrors(error))).toEqual(['kind'])
  })

  it('finds the few among many, and pages through the many, in any order', async () => {
    // Every 50th is an image; all the others are text.
    await addMany(app, store, { files: 6_000, ending: number => (number % 50 === 0 ? 'png' : 'txt') })
    const images = await listed({ kind: 'images', sort: '-size' })
    expect(images).toHaveLength(120)
    expect(images[0]).toBe('006000.png')
    const texts = { path: '/', kind: 'documents', sort: '-size' } as const
    const [marks] = await store.ask(markDir, texts)
    expect(marks).toMatchObject({ passed: 5_880, cursor: null })
    const [last] = await store.ask(listDir, { ...texts, cursor: marks?.cursors[116] ?? '' })
    expect(last?.fsobjects.map(({ size }) => size)).toEqual([...countDown(30)])
  })
})

describe('the marks of a folder', () => {
  it('lead to each page, in any order, as reading on does', async () => {
    await addMany(app, store, { files: 230 })
    for (const sort of ['name', '-size', 'modifiedat', '-modifiedby'] as const) {
      const whole = await listed({ sort })
      const [marks] = await store.ask(markDir, { path: '/', sort })
      expect(marks).toMatchObject({ passed: 230, cursor: null })
      expect(marks?.cursors).toHaveLength(4)
      for (const [index, cursor] of marks?.cursors.entries() ?? []) {
        const [page] = await store.ask(listDir, { path: '/', sort, cursor, folders: 'none' })
        const start = (index + 1) * 50
        expect(page?.fsobjects.map(({ objname }) => objname)).toEqual(whole.slice(start, start + 50))
      }
    }
  })

  it('read on where there are more than one answer passes', async () => {
    await addMany(app, store, { files: 10_130 })
    const [first] = await store.ask(markDir, { path: '/' })
    expect(first).toMatchObject({ passed: 10_000, cursor: expect.any(String) })
    const [rest] = await store.ask(markDir, { path: '/', cursor: first?.cursor ?? '' })
    expect(rest).toMatchObject({ passed: 130, cursor: null })
    expect(rest?.cursors).toHaveLength(2)
    const [last] = await store.ask(listDir, { path: '/', cursor: rest?.cursors.at(-1) ?? '' })
    expect(last?.fsobjects.map(({ objname }) => objname)[0]).toBe('010101.txt')
    expect(last).toMatchObject({ cursor: null })
  })

  it('follow a filter', async () => {
    await addMany(app, store, { files: 400, ending: number => (number % 4 === 0 ? 'png' : 'txt') })
    const [marks] = await store.ask(markDir, { path: '/', kind: 'images' })
    expect(marks).toMatchObject({ passed: 100, cursor: null })
    const [page] = await store.ask(listDir, { path: '/', kind: 'images', cursor: marks?.cursors[0] ?? '' })
    expect(page?.fsobjects[0]?.objname).toBe('000204.png')
  })
})

describe('more folders than one answer holds', () => {
  it('come first, page by page, and the files after them', async () => {
    await addMany(app, store, { folders: 4_100, files: 60 })
    const [first] = await store.ask(listDir, { path: '/' })
    expect(first?.fsobjects).toHaveLength(2_000)
    const names = await listed()
    expect(names).toHaveLength(4_160)
    expect(new Set(names).size).toBe(4_160)
    expect(names.slice(4_099, 4_101)).toEqual(['folder 004100', '000001.txt'])
    expect(await listed({ folders: 'only' })).toHaveLength(4_100)
    expect(await listed({ folders: 'none' })).toHaveLength(60)
    const [marks] = await store.ask(markDir, { path: '/', of: 'folders' })
    expect(marks).toMatchObject({ passed: 4_100, cursor: null })
    expect(marks?.cursors).toHaveLength(2)
  })
})
