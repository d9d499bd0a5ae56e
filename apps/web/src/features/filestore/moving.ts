import type { ResponseOf } from '@plinth/contract/call'
import { copyDir, moveDir } from '@plinth/contract/dirs'
import { errors } from '@plinth/contract/errors'
import { copyFile, moveFile } from '@plinth/contract/files'
import { restoreTrash } from '@plinth/contract/trash'
import { askFile, type Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/names.ts'
import { toast } from '../../ui/toast.ts'
import { type Asked, type Conflict, type Decision, runBatch } from './batch.ts'
import { changeHere, refreshFolders, withoutItems } from './changes.ts'
import { followCopy } from './copy-jobs.ts'
import { type Item, isFolder, join, movable, named, outermost } from './items.ts'
import { countAloud, tellOutcome } from './telling.ts'
import { type Into, wherever } from './whereabouts.ts'

/** The folder that something goes to. */
export interface Target extends Into {
  name: string
}

type Moved = ResponseOf<typeof moveFile>

export type AskConflict = (asked: Asked<Item>) => Promise<Decision | undefined>

/** With the name it has, unless another is given. */
const moveOne = (store: Store, item: Item, folder: Into, conflict: Conflict, as?: string) =>
  wherever(store, item, folder, ({ from, name, into }) => {
    const [to, objectid] = [join(into, as ?? name), item.objid]
    return isFolder(item)
      ? askFile(store, moveDir, { srcdirpath: from, dstdirpath: to, conflict, objectid })
      : askFile(store, moveFile, { srcfilepath: from, dstfilepath: to, conflict, objectid })
  })

/** Shows them gone at once, and brings back what could not be moved. */
export async function moveItems(store: Store, all: readonly Item[], target: Target, ask: AskConflict): Promise<void> {
  const items = movable(outermost(all), target)
  if (items.length === 0) return tellStuck(all, target)
  const stop = new AbortController()
  const aloud = countAloud(`Moving to ${shortName(target.name)}`, items.length, stop)
  const moves = new Map<string, Moved>()
  const takeBack = changeHere(store, withoutItems(new Set(items.map(({ objid }) => objid))))
  const outcome = await runBatch({
    items,
    ask,
    perform: async (item, conflict) => {
      const [moved, error] = await moveOne(store, item, target, conflict)
      if (moved) moves.set(item.objid, moved)
      return error
    },
    onProgress: aloud.onProgress,
    signal: stop.signal,
  })
  aloud.end()
  if (outcome.done.length < items.length) takeBack()
  refreshFolders(store, [target.objid, ...items.map(({ parentid }) => parentid)])
  const undo = () => void moveBack(store, outcome.done, target, moves)
  tellOutcome(outcome, { done: 'Moved', where: `to ${shortName(target.name)}`, participle: 'moved', undo })
}

/** Whoever sees nothing happen would wonder. */
function tellStuck(items: readonly Item[], target: Target): void {
  const inside = items.filter(item => item.parentid !== target.objid)
  if (inside.length === 0) return
  toast.error(`${named(inside)} could not be moved.`, { description: errors.MOVE_INTO_ITSELF[1] })
}

/** What had to make room for them comes back too, once its name is free again. */
async function moveBack(store: Store, items: readonly Item[], target: Target, moves: ReadonlyMap<string, Moved>) {
  const stop = new AbortController()
  const aloud = countAloud('Moving back', items.length, stop)
  const outcome = await runBatch({
    items,
    perform: async item => {
      const { fsobject, replaced } = moves.get(item.objid) ?? { fsobject: item }
      const there = { ...item, parentpath: target.path, objname: fsobject.objname }
      const before = { objid: item.parentid, path: item.parentpath }
      const [, error] = await moveOne(store, there, before, 'keepboth', item.objname)
      return error || !replaced ? error : (await askFile(store, restoreTrash, { objectid: replaced }))[1]
    },
    onProgress: aloud.onProgress,
    signal: stop.signal,
  })
  aloud.end()
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
  const [, error] = await wherever(store, item, target, ({ from: srcfilepath, name, into }) =>
    askFile(store, copyFile, { srcfilepath, dstfilepath: join(into, name), conflict, objectid: item.objid }),
  )
  return error
}

async function copyFolder(store: Store, item: Item, target: Target, conflict: Conflict) {
  const beside = conflict === 'replace' ? 'refuse' : conflict
  const [begun, error] = await wherever(store, item, target, ({ from: srcdirpath, name, into }) =>
    askFile(store, copyDir, { srcdirpath, dstdirpath: join(into, name), conflict: beside, objectid: item.objid }),
  )
  if (begun) void followCopy(store, begun.jobid, item.objname, target)
  return error
}
