import { copyDir, createDir, deleteDir, jobInfo, listDir, moveDir } from '@plinth/contract/dirs'
import { copyFile, deleteFile, moveFile, usage } from '@plinth/contract/files'
import { deleteTrash, emptyTrash, listTrash, restoreTrash } from '@plinth/contract/trash'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createModel, isDir, type Node } from './testing/model.ts'
import { type Store, startFiles } from './testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())

/** The same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}

const names = ['a', 'b', 'C', 'é.txt', 'long name.tar.gz']
const spell = (path: string[]) => `/${path.join('/')}`
const STEPS = 120

/** Every path in the model, the top folder's included. */
function pathsIn(node: Node, path: string[] = []): string[][] {
  return isDir(node)
    ? [path, ...[...node.children].flatMap(([name, child]) => pathsIn(child, [...path, name]))]
    : [path]
}

async function play(seed: number, store: Store) {
  const random = createRandom(seed)
  const model = createModel()
  const admin = await store.as('admin')
  const conflictOf = () => random.of(['refuse', 'refuse', 'replace', 'keepboth'] as const)
  const somePath = () => random.of(pathsIn(model.root))
  const someDir = () => random.of(pathsIn(model.root).filter(path => isDir(model.at(path))))
  // Now and then a folder that is a file, or is not there.
  const somewhere = () => [...(random.below(8) === 0 ? somePath() : someDir()).slice(0, 5), random.of(names)]

  const steps = {
    async createDir() {
      const path = somewhere()
      const request = { parentdirpath: spell(path.slice(0, -1)), dirname: path.at(-1) ?? '' }
      const [, error] = await store.ask(createDir, request)
      expect(error?.errcode ?? null).toBe(model.add(path, { children: new Map() }, 'refuse', undefined))
    },
    async upload() {
      const [path, conflict] = [somewhere(), conflictOf()]
      const content = `${random.below(3)}`.repeat(random.of([0, 1, 30, 17_000]))
      const { errcode, fsobject } = await store.put(spell(path), content, { conflict })
      expect(errcode ?? null).toBe(model.add(path, { content, earlier: [] }, conflict, fsobject?.objname))
    },
    async move() {
      const [from, to, conflict] = [somePath(), somewhere(), conflictOf()]
      if (from.length === 0) return
      const replaced = conflict === 'replace' ? await objidOf(to) : undefined
      const [data, error] = isDir(model.at(from))
        ? await store.ask(moveDir, { srcdirpath: spell(from), dstdirpath: spell(to), conflict })
        : await store.ask(moveFile, { srcfilepath: spell(from), dstfilepath: spell(to), conflict })
      expect(error?.errcode ?? null).toBe(model.move(from, to, conflict, { chosen: data?.fsobject.objname, replaced }))
    },
    async copy() {
      const [from, to, conflict] = [somePath(), somewhere(), conflictOf()]
      const copy = model.copy(from)
      if (!copy || from.length === 0) return
      if (isDir(copy)) return copyFolder(from, to, copy)
      const [data, error] = await store.ask(copyFile, { srcfilepath: spell(from), dstfilepath: spell(to), conflict })
      expect(error?.errcode ?? null).toBe(model.add(to, copy, conflict, data?.fsobject.objname))
    },
    async remove() {
      const path = somePath()
      if (path.length === 0) return
      const [data] = isDir(model.at(path))
        ? await store.ask(deleteDir, { dirpath: spell(path) })
        : await store.ask(deleteFile, { filepath: spell(path) })
      model.remove(path, data?.objid ?? '')
    },
    async restore() {
      const item = model.trash().length > 0 ? random.of(model.trash()) : undefined
      if (!item) return
      const [data, error] = await store.ask(restoreTrash, { objectid: item.objid })
      expect(error).toBeNull()
      model.restore(item.objid, data?.fsobject.objname)
    },
    async forget() {
      const item = model.trash().length > 0 ? random.of(model.trash()) : undefined
      if (random.below(4) === 0) {
        await admin(emptyTrash, {})
        model.forget()
      } else if (item) {
        await store.ask(deleteTrash, { objectid: item.objid })
        model.forget(item.objid)
      }
      if (random.below(2) === 0) await app.platform.jobs.idle()
    },
  }

  async function copyFolder(from: string[], to: string[], copy: Node) {
    const [data, error] = await store.ask(copyDir, { srcdirpath: spell(from), dstdirpath: spell(to) })
    await app.platform.jobs.idle()
    if (data) expect((await store.ask(jobInfo, { jobid: data.jobid }))[0]?.state).toBe('done')
    expect(error?.errcode ?? null).toBe(model.add(to, copy, 'refuse', undefined))
  }

  async function objidOf(path: string[]): Promise<string | undefined> {
    const [list] = await store.ask(listDir, { path: spell(path.slice(0, -1)) })
    return list?.fsobjects.find(({ objname }) => objname === path.at(-1))?.objid
  }

  const chances = [
    'createDir',
    'createDir',
    'upload',
    'upload',
    'upload',
    'move',
    'move',
    'copy',
    'remove',
    'restore',
    'forget',
  ] as const
  for (let step = 0; step < STEPS; step++) {
    const what = random.of(chances)
    await steps[what]()
  }
  return model
}

/** The whole tree as it is listed and read. */
async function read(store: Store, path: string[] = []): Promise<unknown> {
  const [list, error] = await store.ask(listDir, { path: spell(path) })
  if (error) throw new Error(error.msg)
  const tree: Record<string, unknown> = {}
  for (const { objtype, objname } of list.fsobjects) {
    const below = [...path, objname]
    tree[objname] = objtype === 1 ? await read(store, below) : await store.text(spell(below))
  }
  return tree
}

const shape = (node: Node): unknown =>
  isDir(node) ? Object.fromEntries([...node.children].map(([name, child]) => [name, shape(child)])) : node.content

const given = Number(process.env.SEED ?? 0)
const seeds = given ? [given] : [1, 2, 3, Math.floor(Math.random() * 2 ** 31)]

it.each(seeds)('does what a simple model of it does (SEED=%i)', async seed => {
  const store = await app.store()
  const model = await play(seed, store)
  expect(await read(store)).toEqual(shape(model.root))
  const [trash] = await store.ask(listTrash, {})
  const wanted = model.trash().map(({ objid }) => objid)
  expect(trash?.fsobjects.map(({ objid }) => objid).sort()).toEqual(wanted.sort().slice(0, 50))
  await app.platform.jobs.idle()
  await expect
    .poll(async () => (await store.ask(usage, {}))[0])
    .toMatchObject({ used: model.used(), bytes: model.size([]) })
  const [list] = await store.ask(listDir, { path: '/' })
  for (const { objtype, objname, size } of list?.fsobjects ?? []) {
    if (objtype === 1) expect([objname, size]).toEqual([objname, model.size([objname])])
  }
})
