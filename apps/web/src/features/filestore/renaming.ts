import { renameDir } from '@plinth/contract/dirs'
import { renameFile } from '@plinth/contract/files'
import { askFile, type Store } from '../../lib/file-client.ts'
import { changeHere, refreshFolders, renamedItem } from './changes.ts'
import { type Item, isFolder } from './items.ts'

/** Answers why not, where it was refused. */
export async function renameItem(store: Store, item: Item, name: string): Promise<string | undefined> {
  const { parentpath: parentdirpath, objname } = item
  const [, error] = isFolder(item)
    ? await askFile(store, renameDir, { parentdirpath, srcdirname: objname, dstdirname: name })
    : await askFile(store, renameFile, { parentdirpath, srcfilename: objname, dstfilename: name })
  if (!error) changeHere(store, renamedItem(item.objid, name))
  refreshFolders(store, [item.parentid])
  return error?.msg
}
