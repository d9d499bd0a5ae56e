import { createClient } from '@plinth/contract/client'
import { copyDir, listDir, moveDir } from '@plinth/contract/dirs'
import { copyFile, deleteFile, moveFile, renameFile, uploadFiles } from '@plinth/contract/files'
import { restoreTrash } from '@plinth/contract/trash'
import { tusClient } from '@plinth/files/testing/tus'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNothingLostOrLeft, tidy } from './testing/crash-finale.ts'
import { startDav } from './testing/dav.ts'
import { PATIENCE_MS } from './testing/patience.ts'

let app: Awaited<ReturnType<typeof startDav>>
beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())

/** Too large for the database, and different each time. */
let number = 0
const fresh = () => `content ${number++}. `.repeat(2_000)
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text))

const roads = [
  'form',
  'together',
  'tus',
  'dav',
  'dav copy',
  'dav move',
  'copy',
  'move',
  'rename',
  'folder',
  'restore',
] as const

async function raceFor(name: string) {
  const { mila } = app.scene
  const filestore = await app.newStore()
  const { token } = await app.tokenOf(mila, filestore)
  const ask = createClient({ origin: app.url, token: () => token, timeoutMs: PATIENCE_MS })
  const mount = await app.mount(mila, filestore)
  const tus = tusClient(
    () => app.url,
    () => token,
  )
  const fromHere = async () => (await ask(listDir, { path: '/' }))[0]?.fsobjects ?? []
  const objidOf = async (path: string) => (await fromHere()).find(({ objname }) => objname === path)?.objid ?? ''
  for (const source of ['dav copy', 'dav move', 'copy', 'move', 'rename', name]) await app.put(token, source, fresh())
  const restored = await objidOf(name)
  const parentid = (await ask(listDir, { path: '/' }))[0]?.objid ?? ''
  await ask(deleteFile, { filepath: `/${name}` })
  await mount.mkcol('/folder')

  const errcodeOf = ([, error]: readonly [unknown, { errcode: string } | null]) => error?.errcode ?? 'done'
  const statusOf = (status: number) => (status < 300 ? 'done' : String(status))
  const unlessThere = { overwrite: 'F' }
  const encoded = encodeURIComponent
  const outcomes: Record<(typeof roads)[number], () => Promise<string>> = {
    form: () =>
      app.put(token, name, fresh()).then(
        () => 'done',
        (error: Error) => JSON.parse(error.message).errcode,
      ),
    async together() {
      const files = [{ path: name, content: Buffer.from(`content ${number++}`).toString('base64') }]
      const [answer, error] = await ask(uploadFiles, { parentid, files })
      const [one] = answer?.uploads ?? []
      return one && 'error' in one ? one.error.errcode : errcodeOf([answer, error])
    },
    async tus() {
      const { errcode = 'done' } = await tus.upload(bytesOf(fresh()), { filename: name, parentdirpath: '/' })
      return errcode
    },
    dav: async () => statusOf(await mount.put(`/${encoded(name)}`, fresh(), { 'if-none-match': '*' })),
    'dav copy': async () => statusOf(await mount.to('COPY', '/dav%20copy', `/${encoded(name)}`, unlessThere)),
    'dav move': async () => statusOf(await mount.to('MOVE', '/dav%20move', `/${encoded(name)}`, unlessThere)),
    copy: async () => errcodeOf(await ask(copyFile, { srcfilepath: '/copy', dstfilepath: `/${name}` })),
    move: async () => errcodeOf(await ask(moveFile, { srcfilepath: '/move', dstfilepath: `/${name}` })),
    rename: async () =>
      errcodeOf(await ask(renameFile, { parentdirpath: '/', srcfilename: 'rename', dstfilename: name })),
    folder: async () => errcodeOf(await ask(moveDir, { srcdirpath: '/folder', dstdirpath: `/${name}` })),
    restore: async () => errcodeOf(await ask(restoreTrash, { objectid: restored })),
  }
  const answers = await Promise.all(roads.map(async road => [road, await outcomes[road]()] as const))
  return { ask, answers: Object.fromEntries(answers), names: (await fromHere()).map(({ objname }) => objname).sort() }
}

it('of all who want one name at the same time, over whichever road, one has it, and no bytes of the others stay', async () => {
  for (let round = 0; round < 4; round++) {
    const { answers, names } = await raceFor('the one')
    const { restore, ...strict } = answers
    const won = Object.entries(strict).flatMap(([road, outcome]) => (outcome === 'done' ? [road] : []))
    const refused = Object.values(strict).filter(outcome => outcome !== 'done')
    // Over WebDAV no file is put where a folder is, whatever else was asked.
    for (const outcome of refused) expect(['NAME_TAKEN', '412', '405']).toContain(outcome)
    // What comes back from the trash stands beside whoever was faster.
    expect(restore).toBe('done')
    const beside = names.includes('the one (restored)')
    expect([won.length, beside]).toEqual(beside ? [1, true] : [0, false])
    const sources = ['copy', 'dav copy', 'dav move', 'folder', 'move', 'rename']
    const moved = sources.filter(name => won.includes(name) && !name.endsWith('copy'))
    const left = sources.filter(name => !moved.includes(name))
    expect(names).toEqual([...left, 'the one', ...(beside ? ['the one (restored)'] : [])].sort())
  }
  await tidy(app.platform)
  await expectNothingLostOrLeft(app.platform)
})

it('of two copies of folders that want one name, the later one stands beside the other', async () => {
  const { mila } = app.scene
  const filestore = await app.newStore()
  const { token } = await app.tokenOf(mila, filestore)
  const ask = createClient({ origin: app.url, token: () => token, timeoutMs: PATIENCE_MS })
  const mount = await app.mount(mila, filestore)
  await mount.mkcol('/folder')
  await mount.put('/folder/file', fresh())
  const request = { srcdirpath: '/folder', dstdirpath: '/copy' }
  const begun = await Promise.all([ask(copyDir, request), ask(copyDir, request)])
  await app.platform.jobs.idle()
  const done = begun.filter(([job]) => job !== null).length
  for (const [, error] of begun) expect([undefined, 'NAME_TAKEN']).toContain(error?.errcode)
  const [list] = await ask(listDir, { path: '/' })
  const names = list?.fsobjects.map(({ objname }) => objname)
  expect(names).toEqual(done === 2 ? ['copy', 'copy (2)', 'folder'] : ['copy', 'folder'])
})
