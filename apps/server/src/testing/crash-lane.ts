import { isDeepStrictEqual } from 'node:util'
import { createDir, listDir } from '@plinth/contract/dirs'
import { usage } from '@plinth/contract/files'
import { listVersions } from '@plinth/contract/versions'
import { createModel, isDir, type Node, pathsIn, shapeOf } from '@plinth/files/testing/model'
import type { Random } from '@plinth/files/testing/random'
import { expect } from 'vitest'
import type { ContentsPool } from './crash-contents.ts'
import { type Filestore, gone, spell } from './crash-filestore.ts'
import { frozen, type LaneContext, type Step } from './crash-step.ts'
import { createSteps } from './crash-steps.ts'
import { createTusSteps } from './crash-tus.ts'
import { PATIENCE_MS } from './patience.ts'

const names = ['a', 'b', 'C', 'é.txt', 'long name.tar.gz', '🎉']
const MOST_PATHS = 40

/** Somebody who works in one filestore and knows what has been acknowledged, and what may or may not have happened. */
export async function createLane(store: Filestore, random: Random, pool: ContentsPool) {
  const model = createModel(pool.bytesOf)
  const copies = new Map<string, Node>()
  const begunCopies = new Set<string>()
  const paths = () => pathsIn(model.root).filter(([top]) => top !== frozen)
  const somePath = () => random.of(paths())
  const someDir = () => random.of(paths().filter(path => isDir(model.at(path)) && path.length < 4))
  const somewhere = () => [...someDir(), random.of(names)]
  const context: LaneContext = { store, model, random, pool, copies, begunCopies, somePath, someDir, somewhere }
  const tus = createTusSteps(context)
  const steps = createSteps(context)
  const tally = new Map<string, number>()
  let underWay: Step | undefined

  /** False where no answer came. */
  async function take(step: Step): Promise<boolean> {
    underWay = step
    const answer = await step.send()
    if (answer === undefined) return false
    expect([step.what, answer]).toEqual([step.what, step.apply()])
    underWay = undefined
    tally.set(step.what, (tally.get(step.what) ?? 0) + 1)
    return true
  }

  const state = () => ({
    tree: shapeOf(model.root),
    trash: model
      .trash()
      .map(({ objid }) => objid)
      .sort(),
  })

  /** What is there is what was acknowledged, with or without the one thing that was under way: nothing in between. */
  async function check(): Promise<void> {
    await store.renew()
    const seen = { tree: await store.tree(), trash: await store.trash() }
    for (const [name, copy] of copies) {
      if (!Object.hasOwn(seen.tree as object, name)) continue
      model.add([name], copy, 'refuse', undefined)
      copies.delete(name)
    }
    const step = underWay
    underWay = undefined
    const happened = step && !isDeepStrictEqual(seen, state())
    if (happened) step.apply()
    expect(seen, `after ${step?.what ?? 'nothing'} was under way`).toEqual(state())
    await expect.poll(sizesSeen, { interval: 50, timeout: PATIENCE_MS }).toEqual(sizesWanted())
  }

  async function sizesSeen() {
    const [list] = await store.ask(listDir, { path: '/' })
    // A copy can be complete at any moment.
    const folders = list?.fsobjects.filter(({ objtype, objname }) => objtype === 1 && !copies.has(objname)) ?? []
    return Object.fromEntries(folders.map(({ objname, size, filecount }) => [objname, [size, filecount]]))
  }

  const sizesWanted = () =>
    Object.fromEntries(
      [...model.root.children]
        .filter(([, node]) => isDir(node))
        .map(([name]) => [name, [model.size([name]), model.files([name])]]),
    )

  async function checkVersions(): Promise<void> {
    for (const path of pathsIn(model.root)) {
      const file = model.at(path)
      if (!file || isDir(file) || file.earlier.length === 0) continue
      const [list] = await store.ask(listVersions, { objectid: (await store.objidAt(path)) ?? '' })
      const hashes = list?.versions.map(({ sha256 }) => sha256)
      expect([spell(path), hashes]).toEqual([spell(path), [file.content, ...file.earlier.toReversed()]])
    }
  }

  async function prepare(): Promise<void> {
    await store.renew()
    for (const path of [[frozen], [frozen, 'below'], [frozen, 'below', 'further'], ['d0'], ['d1']]) {
      const request = { parentdirpath: spell(path.slice(0, -1)), dirname: path.at(-1) ?? '' }
      await take({
        what: 'prepare',
        send: async () => (await store.ask(createDir, request))[1]?.errcode ?? null,
        apply: () => model.add(path, { children: new Map() }, 'refuse', undefined),
      })
    }
    const folders = [[frozen], [frozen, 'below'], [frozen, 'below', 'further']]
    for (let n = 0; n < 15; n++)
      await take(steps.form([...(folders[n % 3] ?? []), `file ${n}`], 'refuse', pool.small()))
  }

  async function goOn(): Promise<void> {
    for (const step of await tus.unfinished()) if (!(await take(step))) return
    for (;;) {
      const step = paths().length > MOST_PATHS ? await steps.fewer() : await (steps.any() ?? tus.next())
      if (step && !(await take(step))) return
    }
  }

  return {
    tally,
    /** How many were acknowledged so far. */
    steps: () => tally.values().reduce((sum, times) => sum + times, 0),
    prepare,
    check,

    /** Until no answer comes any more. */
    work: () =>
      goOn().catch(error => {
        if (error !== gone) throw error
      }),

    /** All that was begun comes to its end. */
    async finish(): Promise<void> {
      for (const step of await tus.unfinished()) expect(await take(step)).toBe(true)
      await check()
      expect([...copies.keys()].filter(name => begunCopies.has(name))).toEqual([])
      await checkVersions()
      await expect
        .poll(async () => (await store.ask(usage, {}))[0], { interval: 50, timeout: PATIENCE_MS })
        .toMatchObject({
          used: model.used(),
          bytes: model.size([]),
          filecount: model.files([]),
          ...model.trashed(),
        })
    },
  }
}

export type Lane = Awaited<ReturnType<typeof createLane>>
