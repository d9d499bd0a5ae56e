import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Details } from './Details.tsx'
import { TrashedDetails } from './DetailsPane.tsx'
import type { Desk, Opened } from './desk.ts'
import { FolderPicker } from './FolderPicker.tsx'
import { named } from './items.ts'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { deleteForGood, emptyTheTrash } from './trashing.ts'

type OpenedDialogProps = {
  desk: Desk
  fsname: string
  opened: Opened
  onMade: (objid: string) => void
  onClose: () => void
}

/** What opens above the list. */
export function OpenedDialog({ desk, fsname, opened, onMade, onClose }: OpenedDialogProps) {
  const { store, place, canWrite } = desk
  if (opened.is === 'new-folder') {
    if (place.kind !== 'folder') return null
    return <NewFolderDialog {...{ store, onClose }} parent={place} onMade={made => onMade(made.objid)} />
  }
  if (opened.is === 'move' || opened.is === 'copy') {
    const { is, items } = opened
    const pick = (target: Parameters<Desk['drop']>[1]) => {
      onClose()
      desk.drop(items, target, is === 'copy')
    }
    return <FolderPicker {...{ store, fsname, place, items, onClose }} copies={is === 'copy'} onPick={pick} />
  }
  if (opened.is === 'person') return <PersonDialog {...{ desk, onClose }} />
  if (opened.is === 'details') {
    return (
      <Dialog title="Details" size="md" open onOpenChange={onClose}>
        {place.kind === 'trash' ? (
          <TrashedDetails item={opened.item} />
        ) : (
          <Details {...{ store, canWrite }} item={opened.item} />
        )}
      </Dialog>
    )
  }
  const items = opened.is === 'delete' ? opened.items : undefined
  const confirm = () => {
    onClose()
    void (items ? deleteForGood(store, items) : emptyTheTrash(store))
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={items ? 'Delete for good' : 'Empty trash'}
      description={
        items
          ? `${named(items)} cannot be brought back after this.`
          : 'All that is in the trash will be gone. It cannot be brought back after this.'
      }
      confirmLabel={items ? 'Delete for good' : 'Empty trash'}
      onConfirm={confirm}
    />
  )
}
