import { copyDir, deleteDir, moveDir, renameDir } from '@plinth/contract/dirs'
import { copyFile, deleteFile, moveFile, renameFile } from '@plinth/contract/files'
import { restoreTrash } from '@plinth/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

const idOf = async (path: string, text: string) => (await store.put(path, text)).fsobject?.objid ?? ''

it('nothing is done to a file that only has the name of the one that is meant', async () => {
  const objectid = await idOf('/report', 'meant')
  await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'report', dstfilename: 'report-2025' })
  await store.put('/report', 'another')
  const paths = { srcfilepath: '/report', dstfilepath: '/elsewhere', objectid }
  const refused = [
    await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'report', dstfilename: 'elsewhere', objectid }),
    await store.ask(moveFile, paths),
    await store.ask(copyFile, paths),
    await store.ask(deleteFile, { filepath: '/report', objectid }),
  ]
  expect(refused.map(([, error]) => error?.errcode)).toEqual(new Array(4).fill('NOT_FOUND'))
  expect(await store.names('/')).toEqual(['report', 'report-2025'])
  await store.ask(moveFile, { ...paths, srcfilepath: '/report-2025' })
  expect([await store.text('/elsewhere'), await store.text('/report')]).toEqual(['meant', 'another'])
})

it('nor to a folder', async () => {
  const objectid = await store.mkdir('/plans')
  await store.ask(renameDir, { parentdirpath: '/', srcdirname: 'plans', dstdirname: 'plans-2025' })
  await store.mkdir('/plans')
  const paths = { srcdirpath: '/plans', dstdirpath: '/elsewhere', objectid }
  const refused = [
    await store.ask(renameDir, { parentdirpath: '/', srcdirname: 'plans', dstdirname: 'elsewhere', objectid }),
    await store.ask(moveDir, paths),
    await store.ask(copyDir, paths),
    await store.ask(deleteDir, { dirpath: '/plans', objectid }),
  ]
  expect(refused.map(([, error]) => error?.errcode)).toEqual(new Array(4).fill('NOT_FOUND'))
  expect(await store.names('/')).toEqual(['plans', 'plans-2025'])
  expect((await store.ask(deleteDir, { dirpath: '/plans-2025', objectid }))[0]).toEqual({ objid: objectid })
})

it('what had to make room is named, so that it can come back', async () => {
  await store.put('/a', 'new')
  const replaced = await idOf('/b', 'old')
  const [moved] = await store.ask(moveFile, { srcfilepath: '/a', dstfilepath: '/b', conflict: 'replace' })
  expect(moved?.replaced).toBe(replaced)
  const [back] = await store.ask(moveFile, { srcfilepath: '/b', dstfilepath: '/a' })
  expect(back).not.toHaveProperty('replaced')
  expect((await store.ask(restoreTrash, { objectid: replaced }))[0]?.path).toBe('/b')
  expect([await store.text('/a'), await store.text('/b')]).toEqual(['new', 'old'])

  const folder = await store.mkdir('/to')
  await store.mkdir('/from')
  const [dir] = await store.ask(moveDir, { srcdirpath: '/from', dstdirpath: '/to', conflict: 'replace' })
  expect(dir?.replaced).toBe(folder)
})
