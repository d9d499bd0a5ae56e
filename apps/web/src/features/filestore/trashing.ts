import { deleteDir } from '@plinth/contract/dirs'
import { deleteFile } from '@plinth/contract/files'
import { deleteTrash, emptyTrash, restoreTrash } from '@plinth/contract/trash'
import { askFile, type Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/names.ts'
import { toast } from '../../ui/toast.ts'
import { runBatch } from './batch.ts'
import { changeHere, refreshFolders, withoutItems } from './changes.ts'
import { type Item, isFolder, outermost, pathOf } from './items.ts'
import { takeAway } from './leaving.ts'
import { countAloud, tellOutcome } from './telling.ts'
import { wherever } from './whereabouts.ts'

const idsOf = (items: readonly Item[]) => new Set(items.map(({ objid }) => objid))
const parentsOf = (items: readonly Item[]) => items.map(({ parentid }) => parentid)

/** They are gone from the screen at once; Undo brings them back. */
export async function trashItems(store: Store, all: readonly Item[]): Promise<void> {
  const items = outermost(all)
  const stop = new AbortController()
  const aloud = countAloud('Moving to the trash', items.length, stop)
  const ids = idsOf(all)
  const letStay = takeAway(ids)
  const takeBack = changeHere(store, withoutItems(ids))
  const perform = async (item: Item) => {
    const [, error] = await wherever(store, item, undefined, ({ from }) =>
      isFolder(item)
        ? askFile(store, deleteDir, { dirpath: from, objectid: item.objid })
        : askFile(store, deleteFile, { filepath: from, objectid: item.objid }),
    )
    return error
  }
  const outcome = await runBatch({ items, perform, onProgress: aloud.onProgress, signal: stop.signal })
  aloud.end()
  letStay()
  if (outcome.done.length < items.length) takeBack()
  refreshFolders(store, parentsOf(items))
  const undo = () => void restoreItems(store, outcome.done)
  tellOutcome(outcome, { done: 'Moved', where: 'to the trash', participle: 'deleted', undo })
}

export async function restoreItems(store: Store, items: readonly Item[]): Promise<void> {
  const stop = new AbortController()
  const aloud = countAloud('Restoring', items.length, stop)
  const takeBack = changeHere(store, withoutItems(idsOf(items)))
  /** Where those are that did not come back as they were. */
  const elsewhere: string[] = []
  const perform = async (item: Item) => {
    const [restored, error] = await askFile(store, restoreTrash, { objectid: item.objid })
    if (restored && restored.path !== pathOf(item)) elsewhere.push(restored.path)
    return error
  }
  const outcome = await runBatch({ items, perform, onProgress: aloud.onProgress, signal: stop.signal })
  aloud.end()
  if (outcome.done.length < items.length) takeBack()
  refreshFolders(store, parentsOf(items))
  tellOutcome(outcome, { done: 'Restored', participle: 'restored', note: noteOf(elsewhere) })
}

function noteOf([first, ...more]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  const where = `now ${shortName(first)}`
  return more.length === 0 ? `It is ${where}` : `${more.length + 1} have another name or folder: one is ${where}`
}

export async function deleteForGood(store: Store, items: readonly Item[]): Promise<void> {
  const stop = new AbortController()
  const aloud = countAloud('Deleting for good', items.length, stop)
  const takeBack = changeHere(store, withoutItems(idsOf(items)))
  const perform = async ({ objid }: Item) => (await askFile(store, deleteTrash, { objectid: objid }))[1]
  const outcome = await runBatch({ items, perform, onProgress: aloud.onProgress, signal: stop.signal })
  aloud.end()
  if (outcome.done.length < items.length) takeBack()
  refreshFolders(store, [''])
  tellOutcome(outcome, { done: 'Deleted', where: 'for good', participle: 'deleted' })
}

export async function emptyTheTrash(store: Store): Promise<boolean> {
  const [, error] = await askFile(store, emptyTrash, {})
  refreshFolders(store, [''])
  if (error) toast.error('The trash could not be emptied.', { description: error.msg })
  else toast.success('The trash is empty.')
  return !error
}
