import { createDir, deleteDir, dirInfo, dirPath, listDir, moveDir, renameDir } from '@plinth/contract/dirs'
import { fieldErrors } from '@plinth/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const make = (path: string, { mkdir } = store) => mkdir(path)
const names = (path: string) => store.names(path)

describe('a folder', () => {
  it('is created, listed and found by its id', async () => {
    const objid = await make('/Plans')
    const inner = await make('/Plans/2026')
    const [list] = await store.ask(listDir, { path: '/' })
    expect(list?.fsobjects).toMatchObject([
      { objtype: 1, objid, objname: 'Plans', size: 0, filecount: 0, createdby: 'mara' },
    ])
    expect(list?.cursor).toBeNull()
    const [info] = await store.ask(dirInfo, { objectid: inner })
    expect(info).toMatchObject({ objid: inner, path: '/Plans/2026', parentid: objid })
    const [way] = await store.ask(dirPath, { objectid: inner })
    expect(way).toMatchObject({ path: '/Plans/2026', steps: [{ objname: '' }, { objid }, { objid: inner }] })
  })

  it('is sorted by its name without regard to case and accents', async () => {
    for (const name of ['Zoo', 'apple', 'Äpfel', 'banana']) await make(`/${name}`)
    expect(await names('/')).toEqual(['Äpfel', 'apple', 'banana', 'Zoo'])
  })

  it('is not made where there is none, nor twice under one name', async () => {
    await make('/Plans')
    const [, missing] = await store.ask(createDir, { parentdirpath: '/Nowhere', dirname: 'x' })
    expect(missing?.errcode).toBe('NOT_FOUND')
    const [, taken] = await store.ask(createDir, { parentdirpath: '/', dirname: 'Plans' })
    expect([taken?.status, taken?.errcode]).toEqual([409, 'NAME_TAKEN'])
    const [beside] = await store.ask(createDir, { parentdirpath: '/', dirname: 'Plans', conflict: 'keepboth' })
    expect(beside?.fsobject.objname).toBe('Plans (2)')
  })

  it('is made, renamed and deleted beside many others at once, and nobody is refused', async () => {
    async function work(lane: number): Promise<void> {
      for (let n = 0; n < 20; n++) {
        const [from, to] = [`${lane} ${n}`, `${lane} ${n} renamed`]
        await make(`/${from}`)
        const rename = { parentdirpath: '/', srcdirname: from, dstdirname: to }
        expect((await store.ask(renameDir, rename))[1]).toBeNull()
        if (n % 2 === 0) expect((await store.ask(deleteDir, { dirpath: `/${to}` }))[1]).toBeNull()
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, lane) => work(lane)))
    expect(await names('/')).toHaveLength(80)
  })

  it('made by many at once under one name is there once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => store.ask(createDir, { parentdirpath: '/', dirname: 'Race' })),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.flatMap(([, error]) => error?.errcode ?? [])).toEqual(Array(9).fill('NAME_TAKEN'))
    expect(await names('/')).toEqual(['Race'])
  })

  it('is renamed with all that is in it', async () => {
    const objid = await make('/Plans')
    await make('/Plans/Inner')
    const request = { parentdirpath: '/', srcdirname: 'Plans', dstdirname: 'Ideas' }
    const [data] = await store.ask(renameDir, request)
    expect(data?.fsobject).toMatchObject({ objid, objname: 'Ideas' })
    expect(await names('/Ideas')).toEqual(['Inner'])
    expect((await store.ask(listDir, { path: '/Plans' }))[1]?.errcode).toBe('NOT_FOUND')
    await make('/Taken')
    const [, taken] = await store.ask(renameDir, { ...request, srcdirname: 'Ideas', dstdirname: 'Taken' })
    expect(taken?.errcode).toBe('NAME_TAKEN')
  })

  it('is moved with all that is in it, and never into itself', async () => {
    await make('/A')
    await make('/A/B')
    await make('/A/B/C')
    await make('/D')
    expect((await store.ask(moveDir, { srcdirpath: '/A', dstdirpath: '/D/A2' }))[1]).toBeNull()
    expect(await names('/D/A2/B')).toEqual(['C'])
    for (const dstdirpath of ['/D/A2/B/C/A2', '/D/A2/A2']) {
      const [, error] = await store.ask(moveDir, { srcdirpath: '/D/A2', dstdirpath })
      expect(error?.errcode).toBe('MOVE_INTO_ITSELF')
    }
    const [, same] = await store.ask(moveDir, { srcdirpath: '/D/A2', dstdirpath: '/D/A2' })
    expect(same).toBeNull()
  })

  it('moved crosswise at the same time never becomes a ring', async () => {
    for (let round = 0; round < 5; round++) {
      await make(`/L${round}`)
      await make(`/R${round}`)
      await Promise.all([
        store.ask(moveDir, { srcdirpath: `/L${round}`, dstdirpath: `/R${round}/L` }),
        store.ask(moveDir, { srcdirpath: `/R${round}`, dstdirpath: `/L${round}/R` }),
      ])
      expect((await names('/')).filter(name => name.endsWith(String(round)))).toHaveLength(1)
    }
  })

  it('that takes the place of another sends that one to the trash', async () => {
    await make('/New')
    await make('/New/fresh')
    await make('/Old')
    const [data] = await store.ask(moveDir, { srcdirpath: '/New', dstdirpath: '/Old', conflict: 'replace' })
    expect(data?.fsobject.objname).toBe('Old')
    expect(await names('/Old')).toEqual(['fresh'])
    expect(await names('/')).toEqual(['Old'])
    // A folder cannot take the place of the one it is in: it would go to the trash with it.
    const [, error] = await store.ask(moveDir, { srcdirpath: '/Old/fresh', dstdirpath: '/Old', conflict: 'replace' })
    expect(error?.errcode).toBe('NAME_TAKEN')
  })

  it('is deleted with all that is in it', async () => {
    await make('/A')
    const inner = await make('/A/B')
    const [data] = await store.ask(deleteDir, { dirpath: '/A' })
    expect(data?.objid).toBeTruthy()
    expect(await names('/')).toEqual([])
    expect((await store.ask(dirInfo, { objectid: inner }))[1]?.errcode).toBe('NOT_FOUND')
    await make('/A')
    expect(await names('/A')).toEqual([])
  })
})

describe('the top folder', () => {
  it('stays where it is', async () => {
    await make('/A')
    expect((await store.ask(deleteDir, { dirpath: '/' }))[1]?.errcode).toBe('TOP_FOLDER')
    expect((await store.ask(moveDir, { srcdirpath: '/', dstdirpath: '/A/top' }))[1]?.errcode).toBe('TOP_FOLDER')
    expect((await store.ask(moveDir, { srcdirpath: '/A', dstdirpath: '/' }))[1]?.errcode).toBe('TOP_FOLDER')
  })
})

describe('what another filestore holds', () => {
  it('is not there', async () => {
    const other = await app.store()
    const objid = await make('/Secret', other)
    expect((await store.ask(dirInfo, { objectid: objid }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.ask(dirPath, { objectid: objid }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.ask(listDir, { path: '/Secret' }))[1]?.errcode).toBe('NOT_FOUND')
  })
})

describe('an empty value', () => {
  it.each([
    ['parentdirpath', createDir, { parentdirpath: '', dirname: 'a' }, 'Folder path cannot be empty'],
    ['dirname', createDir, { parentdirpath: '/', dirname: '' }, 'Folder name cannot be empty'],
    ['path', listDir, { path: '' }, 'Folder path cannot be empty'],
    ['srcdirname', renameDir, { parentdirpath: '/', srcdirname: '', dstdirname: 'b' }, 'Folder name cannot be empty'],
    ['dstdirpath', moveDir, { srcdirpath: '/a', dstdirpath: '' }, 'Folder path cannot be empty'],
    ['dirpath', deleteDir, { dirpath: '' }, 'Folder path cannot be empty'],
    ['objectid', dirInfo, { objectid: '' }, 'Object id cannot be empty'],
  ] as const)('of %s is refused', async (field, call, request, sentence) => {
    const [, error] = await store.ask(call, request as never)
    expect(error && fieldErrors(error)[field]).toBe(sentence)
    const { [field]: _, ...without } = request as Record<string, string>
    const [, missing] = await store.ask(call, without as never)
    expect(missing && fieldErrors(missing)[field]).toBe(sentence)
  })
})

describe('a name', () => {
  it.each([
    'plain',
    ' spaces around ',
    'dots...',
    '...',
    'back\\slash',
    '%2e%2e',
    '%2F',
    'emoji 👩‍👩‍👧‍👦🏳️‍🌈',
    'مرحبا بالعالم',
    '\u202egnp.exe',
    '日本語',
    'quote"\'`<b>&',
    '-rf *',
    'CON',
    '$(id); drop table entries',
    'é'.repeat(127),
    'a'.repeat(255),
  ])('%j is kept exactly', async name => {
    const objid = await make(`/${name}`)
    expect(await names('/')).toEqual([name])
    expect(await names(`/${name}`)).toEqual([])
    const [info] = await store.ask(dirInfo, { objectid: objid })
    expect(info?.objname).toBe(name)
  })

  it.each([
    ['.', 'A name cannot be . or ..'],
    ['..', 'A name cannot be . or ..'],
    ['a/b', 'A name cannot contain /.'],
    ['a\tb', 'A name cannot contain control characters.'],
    ['a\u007f', 'A name cannot contain control characters.'],
    ['a\u0085', 'A name cannot contain control characters.'],
    ['a\ud800', 'A name has to be valid Unicode.'],
    ['é'.repeat(128), 'A name can have at most 255 bytes.'],
    ['a'.repeat(256), 'A name can have at most 255 bytes.'],
  ])('%j is refused', async (dirname, sentence) => {
    const [, error] = await store.ask(createDir, { parentdirpath: '/', dirname })
    expect(error && fieldErrors(error).dirname).toBe(sentence)
    expect(await names('/')).toEqual([])
  })

  it('with a NUL is refused', async () => {
    expect((await store.ask(createDir, { parentdirpath: '/', dirname: 'a\0b' }))[1]?.errcode).toBe('BAD_INPUT')
    expect((await store.ask(listDir, { path: '/a\0b' }))[1]?.errcode).toBe('BAD_INPUT')
  })

  it('in two normal forms is one name', async () => {
    await make('/Ångström'.normalize('NFD'))
    expect(await names('/')).toEqual(['Ångström'.normalize('NFC')])
    expect(await names('/Ångström'.normalize('NFD'))).toEqual([])
    const [, taken] = await store.ask(createDir, { parentdirpath: '/', dirname: 'Ångström'.normalize('NFC') })
    expect(taken?.errcode).toBe('NAME_TAKEN')
  })

  it.each(['/..', '/../..', '/a/../b', '/./a', '//', '/a//b', 'a', '../a', '\\..\\a'])(
    'is not hidden in the path %j',
    async path => {
      expect((await store.ask(listDir, { path }))[1]?.errcode).toMatch(/BAD_INPUT/)
    },
  )
})
