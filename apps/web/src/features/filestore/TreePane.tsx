import type { Filestore } from '@plinth/contract/filestores'
import { may } from '@plinth/contract/permissions'
import type { Store } from '../../lib/file-client.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { askConflict } from './conflicts.ts'
import type { DropDesk } from './dragging.ts'
import { FolderTree } from './FolderTree.tsx'
import type { Upload } from './Listing.tsx'
import { copyItems, moveItems } from './moving.ts'
import { useWays } from './paths.ts'
import type { Wanted } from './use-listing.ts'
import { useTree } from './use-tree.ts'

type TreePaneProps = Pick<Wanted, 'folderid' | 'view' | 'search'> & {
  store: Store
  filestore: Filestore
  onUpload: Upload
}

type TreeDrawerProps = TreePaneProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** Where the window has no room for it beside the list. */
export function TreeDrawer({ open, onOpenChange, ...pane }: TreeDrawerProps) {
  return (
    <Drawer title="Folders" open={open} onOpenChange={onOpenChange}>
      <Tree {...pane} onGone={() => onOpenChange(false)} />
    </Drawer>
  )
}

export function TreePane(props: TreePaneProps) {
  return (
    <aside aria-label="Folders" className="w-60 shrink-0 max-lg:hidden">
      <Tree {...props} />
    </aside>
  )
}

function Tree({ store, filestore, folderid, view, search, onUpload, onGone }: TreePaneProps & { onGone?: () => void }) {
  const { fsname, level } = filestore
  const { toFolder } = useWays(store)
  const onOpen = (to: string | undefined) => {
    toFolder(to)
    onGone?.()
  }
  const tree = useTree({ store, fsname, folderid: view || search ? null : folderid, onOpen })
  const desk: DropDesk = {
    ...{ store, canWrite: may([level], 'file.write'), upload: onUpload },
    drop: (items, target, copies) => void (copies ? copyItems : moveItems)(store, items, target, askConflict),
  }
  return <FolderTree tree={tree} desk={desk} label={`Folders of ${fsname}`} />
}
