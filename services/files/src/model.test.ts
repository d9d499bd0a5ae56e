import { listDir } from '@plinth/contract/dirs'
import { usage } from '@plinth/contract/files'
import { listTrash } from '@plinth/contract/trash'
import { listVersions } from '@plinth/contract/versions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldSome } from './sizes/sizes.repository.ts'
import type { FileTables } from './tables.ts'
import { createModel, type Dir, isDir, type Model, type Node, pathsIn, shapeOf } from './testing/model.ts'
import { allCommands, type Real } from './testing/model-commands.ts'
import { type Store, startFiles } from './testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())

const spell = (path: string[]) => `/${path.join('/')}`
const seed = Number(process.env.SEED ?? 0) || Math.floor(Math.random() * 2 ** 31)
const RUNS = 8
const MOST_COMMANDS = 60
/** Some thirty of the larger contents. */
const QUOTA = 500_000

/** What a folder holds as it is listed: of folders their sizes and numbers of files too. */
async function listed(store: Store, path: string[] = []): Promise<unknown> {
  const [list, error] = await store.ask(listDir, { path: spell(path) })
  if (error) throw new Error(error.msg)
  const entries = list.fsobjects.map(async ({ objtype, objname, size, filecount }) =>
    objtype === 1 ? [objname, { size, filecount, holds: await listed(store, [...path, objname]) }] : [objname, size],
  )
  return Object.fromEntries(await Promise.all(entries))
}

const wanted = (model: Model, dir: Dir = model.root, path: string[] = []): unknown =>
  Object.fromEntries(
    [...dir.children].map(([name, node]) => {
      const at = [...path, name]
      if (!isDir(node)) return [name, node.content.length]
      return [name, { size: model.size(at), filecount: model.files(at), holds: wanted(model, node, at) }]
    }),
  )

/** With all bytes and all versions. */
async function expectAllRead(store: Store, model: Model): Promise<void> {
  const read = async (node: Node, path: string[]): Promise<unknown> => {
    if (!isDir(node)) return store.text(spell(path))
    const below = [...node.children].map(async ([name, child]) => [name, await read(child, [...path, name])])
    return Object.fromEntries(await Promise.all(below))
  }
  expect(await read(model.root, [])).toEqual(shapeOf(model.root))
  for (const path of pathsIn(model.root)) {
    const file = model.at(path)
    if (!file || isDir(file)) continue
    const [list] = await store.ask(listDir, { path: spell(path.slice(0, -1)) })
    const objectid = list?.fsobjects.find(({ objname }) => objname === path.at(-1))?.objid ?? ''
    const [versions] = await store.ask(listVersions, { objectid })
    expect(versions?.versions.map(({ size }) => size)).toEqual(
      [file.content, ...file.earlier.toReversed()].map(({ length }) => length),
    )
  }
}

async function open(): Promise<Real> {
  const store = await app.store({ quota: QUOTA })
  const tables = app.platform.db.withTables<FileTables>()
  return {
    store,
    quota: QUOTA,
    /** Jobs are done and sizes counted now, rather than a moment later. */
    async settle() {
      await app.platform.jobs.idle()
      while ((await tables.transaction(tx => foldSome(tx, 500))) > 0);
    },
    async compare(model) {
      expect(await listed(store)).toEqual(wanted(model))
      const [trash] = await store.ask(listTrash, {})
      const objids = model.trash().map(({ objid }) => objid)
      expect(trash?.fsobjects.map(({ objid }) => objid).sort()).toEqual(objids.sort().slice(0, 50))
      const [used] = await store.ask(usage, {})
      const counts = { bytes: model.size([]), filecount: model.files([]), ...model.trashed() }
      expect(used).toMatchObject({ used: model.used(), left: QUOTA - model.used(), ...counts })
    },
  }
}

it(`does what a simple model of it does, step by step (SEED=${seed})`, { timeout: 300_000 }, async () => {
  const commands = fc.commands(allCommands, { maxCommands: MOST_COMMANDS, size: 'max' })
  const property = fc.asyncProperty(commands, async commands => {
    const [real, model] = [await open(), createModel()]
    await fc.asyncModelRun(() => ({ real, model }), commands)
    await expectAllRead(real.store, model)
  })
  // What fails is tried again with fewer and fewer commands, for a while.
  await fc.assert(property, { seed, numRuns: RUNS, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: false })
})
