import { copyDir, moveDir } from '@plinth/contract/dirs'
import { copyFile, moveFile } from '@plinth/contract/files'
import { askFile, type Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/short-name.ts'
import { type Asked, type Conflict, type Decision, runBatch } from './batch.ts'
import { changeHere, refreshFolders, withoutItems } from './changes.ts'
import { followCopy } from './copy-jobs.ts'
import { type Item, isFolder, join, movable, pathOf } from './items.ts'
import { countAloud, tellOutcome } from './telling.ts'

/** The folder that something goes to. */
export interface Target {
  objid: string
  path: string
  name: string
}

export type AskConflict = (asked: Asked<Item>) => Promise<Decision | undefined>

async function moveOne(store: Store, item: Item, to: string, conflict: Conflict) {
  const from = pathOf(item)
  return isFolder(item)
    ? askFile(store, moveDir, { srcdirpath: from, dstdirpath: to, conflict })
    : askFile(store, moveFile, { srcfilepath: from, dstfilepath: to, conflict })
}

/** Shows them gone at once, and brings back what could not be moved. */
export async function moveItems(store: Store, all: readonly Item[], target: Target, ask: AskConflict): Promise<void> {
  const items = movable(all, target)
  if (items.length === 0) return
  const stop = new AbortController()
  const aloud = countAloud(`Moving to ${shortName(target.name)}`, items.length, stop)
  const names = new Map<string, string>()
  const takeBack = changeHere(store, withoutItems(new Set(items.map(({ objid }) => objid))))
  const outcome = await runBatch({
    items,
    ask,
    perform: async (item, conflict) => {
      const [moved, error] = await moveOne(store, item, join(target.path, item.objname), conflict)
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
      return (await moveOne(store, there, pathOf(item), 'keepboth'))[1]
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
  const dstfilepath = join(target.path, item.objname)
  return (await askFile(store, copyFile, { srcfilepath: pathOf(item), dstfilepath, conflict }))[1]
}

async function copyFolder(store: Store, item: Item, target: Target, conflict: Conflict) {
  const [begun, error] = await askFile(store, copyDir, {
    ...{ srcdirpath: pathOf(item), dstdirpath: join(target.path, item.objname) },
    conflict: conflict === 'replace' ? 'refuse' : conflict,
  })
  if (begun) void followCopy(store, begun.jobid, item.objname, target)
  return error
}
