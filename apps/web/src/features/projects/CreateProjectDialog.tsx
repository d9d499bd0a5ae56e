import { Dialog } from '../../ui/Dialog.tsx'
import { CreateProjectForm } from './CreateProjectForm.tsx'

type CreateProjectDialogProps = { orgid: string; onClose: () => void }

export function CreateProjectDialog({ orgid, onClose }: CreateProjectDialogProps) {
  return (
    <Dialog title="Create a new project" size="md" open onOpenChange={onClose}>
      <CreateProjectForm orgid={orgid} onCreated={onClose} />
    </Dialog>
  )
}
