import { renameDir } from '@plinth/contract/dirs'
import { renameFile } from '@plinth/contract/files'
import { askFile, type Store } from '../../lib/file-client.ts'
import { changeHere, refreshFolders, renamedItem } from './changes.ts'
import { type Item, isFolder } from './items.ts'
import { wherever } from './whereabouts.ts'

/** Answers why not, where it was refused. */
export async function renameItem(store: Store, item: Item, name: string): Promise<string | undefined> {
  const [, error] = await wherever(store, item, undefined, ({ from, name: before }) => {
    const parentdirpath = from.slice(0, from.lastIndexOf('/')) || '/'
    const given = { parentdirpath, objectid: item.objid }
    return isFolder(item)
      ? askFile(store, renameDir, { ...given, srcdirname: before, dstdirname: name })
      : askFile(store, renameFile, { ...given, srcfilename: before, dstfilename: name })
  })
  if (!error) changeHere(store, renamedItem(item.objid, name))
  refreshFolders(store, [item.parentid])
  return error?.msg
}
