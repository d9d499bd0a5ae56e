import { copyDir, createDir, deleteDir, jobInfo, listDir, moveDir, renameDir } from '@plinth/contract/dirs'
import { copyFile, deleteFile, moveFile, renameFile } from '@plinth/contract/files'
import { deleteTrash, emptyTrash, restoreTrash } from '@plinth/contract/trash'
import { restoreVersion } from '@plinth/contract/versions'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Conflict, isDir, type Model, type Node, pathsIn } from './model.ts'
import type { Store } from './stores.ts'

/** What commands are run on: the filestore, and what it takes to look at it when nothing waits to be done. */
export interface Real {
  store: Store
  quota: number
  settle(): Promise<void>
  /** Throws where the filestore is not what the model is. */
  compare(model: Model): Promise<void>
}

type Command = fc.AsyncCommand<Model, Real>
type Run = (model: Model, real: Real) => Promise<string | undefined>

/** Numbers stand for whatever is there when the command runs: so one can be left out, and the rest still means something. */
const pick = fc.nat({ max: 997 })
const of = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

const odd = ['👩‍👩‍👧‍👦', 'مرحبا', '\u202egnp.exe', ' dots. ', 'back\\slash', '%2e%2e', `${'é'.repeat(125)}.txt`]
const name = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'C', 'Å.txt', 'A\u030a.txt', 'long name.tar.gz'), weight: 5 },
  { arbitrary: fc.constantFrom(...odd), weight: 1 },
)
const conflict = fc.constantFrom<Conflict>('refuse', 'refuse', 'replace', 'keepboth')
const content = fc
  .tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom(0, 1, 30, 17_000))
  .map(([letter, times]) => letter.repeat(times))
/** A folder that is there; now and then a file, or nothing, in its place. */
const place = fc.record({ folder: pick, strange: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1), name })
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never

const spell = (path: readonly string[]) => `/${path.join('/')}`
const ends = (path: readonly string[]) => [spell(path.slice(0, -1)), path.at(-1) ?? ''] as const

function pathOf(model: Model, { folder, strange, name }: Place): string[] {
  const all = pathsIn(model.root)
  const dirs = all.filter(path => isDir(model.at(path)))
  return [...of(strange ? all : dirs, folder).slice(0, 5), name]
}

/** In the form in which names are stored. */
const stored = (path: string[]) => path.map(one => one.normalize('NFC'))
const somePath = (model: Model, number: number) => of(pathsIn(model.root), number)
const left = (model: Model, { quota }: Real) => quota - model.used()

function command(what: string, args: unknown, run: Run): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real)
      await real.settle()
      await real.compare(model)
    },
    toString: () => `${what}(${JSON.stringify(args)})`,
  }
}

const expectSame = (error: { errcode: string } | null, wanted: string | null) =>
  expect(error?.errcode ?? null).toBe(wanted)

async function objidAt(store: Store, path: string[]): Promise<string> {
  const [list] = await store.ask(listDir, { path: spell(path.slice(0, -1)) })
  return list?.fsobjects.find(({ objname }) => objname === path.at(-1))?.objid ?? ''
}

const mkdir = place.map(at =>
  command('mkdir', at, async (model, { store }) => {
    const path = pathOf(model, at)
    const [parentdirpath, dirname] = ends(path)
    const [, error] = await store.ask(createDir, { parentdirpath, dirname })
    expectSame(error, model.add(stored(path), { children: new Map() }, 'refuse', undefined))
    return undefined
  }),
)

const put = fc.tuple(place, content, conflict).map(([at, bytes, conflict]) =>
  command('put', [at, `${bytes.slice(0, 1)}*${bytes.length}`, conflict], async (model, real) => {
    const path = pathOf(model, at)
    const { errcode = null, fsobject } = await real.store.put(spell(path), bytes, { conflict })
    const node = { content: bytes, earlier: [] }
    // Of a small form the bytes have come before anybody has looked at where they are to go.
    const isTooMuch = bytes.length > left(model, real)
    expect(errcode).toBe(isTooMuch ? 'QUOTA_FULL' : model.add(stored(path), node, conflict, fsobject?.objname))
    return undefined
  }),
)

const move = fc.tuple(pick, place, conflict).map(([source, at, conflict]) =>
  command('move', [source, at, conflict], async (model, { store }) => {
    const [from, to] = [somePath(model, source), pathOf(model, at)]
    if (from.length === 0) return undefined
    const replaced = await objidAt(store, stored(to))
    const [data, error] = isDir(model.at(from))
      ? await store.ask(moveDir, { srcdirpath: spell(from), dstdirpath: spell(to), conflict })
      : await store.ask(moveFile, { srcfilepath: spell(from), dstfilepath: spell(to), conflict })
    expectSame(error, model.move(from, stored(to), conflict, { chosen: data?.fsobject.objname, replaced }))
    return undefined
  }),
)

const rename = fc.tuple(pick, name, conflict).map(([source, target, conflict]) =>
  command('rename', [source, target, conflict], async (model, { store }) => {
    const from = somePath(model, source)
    if (from.length === 0) return undefined
    const [parentdirpath, old] = ends(from)
    const to = stored([...from.slice(0, -1), target])
    const replaced = await objidAt(store, to)
    const [data, error] = isDir(model.at(from))
      ? await store.ask(renameDir, { parentdirpath, srcdirname: old, dstdirname: target, conflict })
      : await store.ask(renameFile, { parentdirpath, srcfilename: old, dstfilename: target, conflict })
    expectSame(error, model.move(from, to, conflict, { chosen: data?.fsobject.objname, replaced }))
    return undefined
  }),
)

const copy = fc.tuple(pick, place, conflict).map(([source, at, conflict]) =>
  command('copy', [source, at, conflict], async (model, real) => {
    const [from, to] = [somePath(model, source), pathOf(model, at)]
    const node = model.copy(from)
    if (!node || from.length === 0) return undefined
    if (isDir(node)) return copyFolder(model, real, from, to, node)
    const request = { srcfilepath: spell(from), dstfilepath: spell(to), conflict }
    const [data, error] = await real.store.ask(copyFile, request)
    const isTooMuch = isDir(model.at(stored(to).slice(0, -1))) && node.content.length > left(model, real)
    expectSame(error, isTooMuch ? 'QUOTA_FULL' : model.add(stored(to), node, conflict, data?.fsobject.objname))
    return undefined
  }),
)

async function copyFolder(model: Model, real: Real, from: string[], to: string[], node: Node): Promise<undefined> {
  const [data, error] = await real.store.ask(copyDir, { srcdirpath: spell(from), dstdirpath: spell(to) })
  await real.settle()
  if (data) expect((await real.store.ask(jobInfo, { jobid: data.jobid }))[0]?.state).toBe('done')
  const parent = model.at(stored(to).slice(0, -1))
  const isFree = isDir(parent) && !parent.children.has(stored(to).at(-1) ?? '')
  const isTooMuch = isFree && model.size(from) > left(model, real)
  expectSame(error, isTooMuch ? 'QUOTA_FULL' : model.add(stored(to), node, 'refuse', undefined))
}

const remove = pick.map(number =>
  command('remove', number, async (model, { store }) => {
    const path = somePath(model, number)
    if (path.length === 0) return undefined
    const [data, error] = isDir(model.at(path))
      ? await store.ask(deleteDir, { dirpath: spell(path) })
      : await store.ask(deleteFile, { filepath: spell(path) })
    expectSame(error, null)
    model.remove(path, data?.objid ?? '')
    return undefined
  }),
)

const restore = pick.map(number =>
  command('restore', number, async (model, { store }) => {
    if (model.trash().length === 0) return undefined
    const { objid } = of(model.trash(), number)
    const [data, error] = await store.ask(restoreTrash, { objectid: objid })
    expectSame(error, null)
    model.restore(objid, data?.fsobject.objname)
    return undefined
  }),
)

const purge = pick.map(number =>
  command('purge', number, async (model, { store }) => {
    if (model.trash().length === 0) return undefined
    const { objid } = of(model.trash(), number)
    expectSame((await store.ask(deleteTrash, { objectid: objid }))[1], null)
    model.forget(objid)
    return undefined
  }),
)

const empty = fc.constant(null).map(() =>
  command('emptyTrash', null, async (model, { store }) => {
    expectSame((await (await store.as('admin'))(emptyTrash, {}))[1], null)
    model.forget()
    return undefined
  }),
)

const restoreEarlier = fc.tuple(pick, pick).map(([number, which]) =>
  command('restoreVersion', [number, which], async (model, real) => {
    const files = pathsIn(model.root).filter(path => {
      const node = model.at(path)
      return node && !isDir(node) && node.earlier.length > 0
    })
    if (files.length === 0) return undefined
    const path = of(files, number)
    const file = model.at(path)
    if (!file || isDir(file)) return undefined
    const index = which % file.earlier.length
    const request = { objectid: await objidAt(real.store, path), versionno: index + 1 }
    const [, error] = await real.store.ask(restoreVersion, request)
    const isTooMuch = (file.earlier[index]?.length ?? 0) > left(model, real)
    expectSame(error, isTooMuch ? 'QUOTA_FULL' : null)
    if (!isTooMuch) model.restoreVersion(path, index)
    return undefined
  }),
)

/** As often as people do each of them, roughly. */
export const allCommands = [
  ...[mkdir, mkdir, put, put, put, put, move, move, rename, rename, copy, copy],
  ...[remove, remove, restore, purge, empty, restoreEarlier],
]
