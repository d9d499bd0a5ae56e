import { copyDir, dirPath, moveDir } from '@plinth/contract/dirs'
import type { CallError } from '@plinth/contract/errors'
import { copyFile, moveFile } from '@plinth/contract/files'
import { askFile, type Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/short-name.ts'
import { type Asked, type Conflict, type Decision, runBatch } from './batch.ts'
import { changeHere, refreshFolders, withoutItems } from './changes.ts'
import { followCopy } from './copy-jobs.ts'
import { type Item, isFolder, join, movable, outermost, pathOf } from './items.ts'
import { countAloud, tellOutcome } from './telling.ts'

/** The folder that something goes to. */
export interface Target {
  objid: string
  path: string
  name: string
}

export type AskConflict = (asked: Asked<Item>) => Promise<Decision | undefined>

/** Since it was taken, others may have renamed it, or moved it: then it is looked for by its id. */
async function wherever<A extends readonly [unknown, CallError | null]>(
  store: Store,
  item: Item,
  act: (path: string, name: string) => Promise<A>,
): Promise<A> {
  const first = await act(pathOf(item), item.objname)
  if (first[1]?.errcode !== 'NOT_FOUND') return first
  const [way] = await askFile(store, dirPath, { objectid: item.objid })
  if (!way || way.path === pathOf(item)) return first
  return act(way.path, way.steps.at(-1)?.objname ?? item.objname)
}

const moveOne = (store: Store, item: Item, conflict: Conflict, to: (name: string) => string) =>
  wherever(store, item, async (from, name) =>
    isFolder(item)
      ? askFile(store, moveDir, { srcdirpath: from, dstdirpath: to(name), conflict })
      : askFile(store, moveFile, { srcfilepath: from, dstfilepath: to(name), conflict }),
  )

/** Shows them gone at once, and brings back what could not be moved. */
export async function moveItems(store: Store, all: readonly Item[], target: Target, ask: AskConflict): Promise<void> {
  const items = movable(outermost(all), target)
  if (items.length === 0) return
  const stop = new AbortController()
  const aloud = countAloud(`Moving to ${shortName(target.name)}`, items.length, stop)
  const names = new Map<string, string>()
  const takeBack = changeHere(store, withoutItems(new Set(items.map(({ objid }) => objid))))
  const outcome = await runBatch({
    items,
    ask,
    perform: async (item, conflict) => {
      const [moved, error] = await moveOne(store, item, conflict, name => join(target.path, name))
      if (moved) names.set(item.objid, moved.fsobject.objname)
      return error
    },
    onProgress: aloud.onProgress,
    signal: stop.signal,
  })
  aloud.end()
  if (outcome.done.length < items.length) takeBack()
  refreshFolders(store, [target.objid, ...items.map(({ parentid }) => parentid)])
  const undo = () => void moveBack(store, outcome.done, target, names)
  tellOutcome(outcome, { done: 'Moved', where: `to ${shortName(target.name)}`, participle: 'moved', undo })
}

async function moveBack(store: Store, items: readonly Item[], target: Target, names: ReadonlyMap<string, string>) {
  const outcome = await runBatch({
    items,
    perform: async item => {
      const there = { ...item, parentpath: target.path, objname: names.get(item.objid) ?? item.objname }
      return (await moveOne(store, there, 'keepboth', () => pathOf(item)))[1]
    },
  })
  refreshFolders(store, [target.objid, ...items.map(({ parentid }) => parentid)])
  tellOutcome(outcome, { done: 'Moved', where: 'back', participle: 'moved back' })
}

/** In the folder they are in, copies stand beside them without a question. Folders are copied on the server, in their own time. */
export async function copyItems(store: Store, items: readonly Item[], target: Target, ask: AskConflict): Promise<void> {
  const stop = new AbortController()
  const aloud = countAloud(`Copying to ${shortName(target.name)}`, items.length, stop)
  const outcome = await runBatch({
    items,
    ask,
    canReplace: item => !isFolder(item),
    perform: async (item, wanted) => {
      const conflict = item.parentid === target.objid ? 'keepboth' : wanted
      return isFolder(item) ? copyFolder(store, item, target, conflict) : copyOne(store, item, target, conflict)
    },
    onProgress: aloud.onProgress,
    signal: stop.signal,
  })
  aloud.end()
  refreshFolders(store, [target.objid])
  // A folder that was begun tells of itself.
  const done = outcome.done.filter(item => !isFolder(item))
  tellOutcome({ ...outcome, done }, { done: 'Copied', where: `to ${shortName(target.name)}`, participle: 'copied' })
}

async function copyOne(store: Store, item: Item, target: Target, conflict: Conflict) {
  const [, error] = await wherever(store, item, (srcfilepath, name) =>
    askFile(store, copyFile, { srcfilepath, dstfilepath: join(target.path, name), conflict }),
  )
  return error
}

async function copyFolder(store: Store, item: Item, target: Target, conflict: Conflict) {
  const beside = conflict === 'replace' ? 'refuse' : conflict
  const [begun, error] = await wherever(store, item, (srcdirpath, name) =>
    askFile(store, copyDir, { srcdirpath, dstdirpath: join(target.path, name), conflict: beside }),
  )
  if (begun) void followCopy(store, begun.jobid, item.objname, target)
  return error
}
