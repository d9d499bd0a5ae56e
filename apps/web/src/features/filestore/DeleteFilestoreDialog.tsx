import { deleteFilestore, type Filestore, restoreFilestore } from '@plinth/contract/filestores'
import { useMutation } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import type { Store } from '../../lib/file-client.ts'
import { dropFilestore, refreshFilestores } from '../../lib/filestores.ts'
import { answer } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast, toastWithUndo } from '../../ui/toast.ts'

type DeleteFilestoreDialogProps = { store: Store; filestore: Filestore; onDeleted: () => void; onClose: () => void }

export function DeleteFilestoreDialog({
  store,
  filestore: { fsname },
  onDeleted,
  onClose,
}: DeleteFilestoreDialogProps) {
  const remove = useMutation({
    mutationFn: () => answer(deleteFilestore, store),
    onSuccess: async () => {
      dropFilestore(store)
      onClose()
      onDeleted()
      await refreshFilestores(store)
      const undo = async () => {
        const [, error] = await ask(restoreFilestore, store)
        if (error) toast.error('The filestore could not be restored.', { description: error.msg })
        await refreshFilestores(store)
      }
      toastWithUndo(`${fsname} was deleted.`, () => void undo())
    },
    onError: error => void toast.error('The filestore could not be deleted.', { description: error.msg }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      description={`All folders and files of ${fsname} go from everybody’s sight at once. For 30 days an admin of the project can bring them back; after that they are gone.`}
      confirmLabel="Delete filestore"
      confirmId={fsname}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
