import type { ReactElement } from 'react'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { CreateOrgForm } from './CreateOrgForm.tsx'

type CreateOrgDialogProps = { open?: boolean; onOpenChange?: (open: boolean) => void; trigger?: ReactElement }

/** Opened by its trigger, or from outside with `open` and `onOpenChange`. */
export function CreateOrgDialog({ open, onOpenChange, trigger }: CreateOrgDialogProps) {
  const [own, setOwn] = useState(false)
  const set = onOpenChange ?? setOwn
  return (
    <Dialog title="Create a new Organization" size="md" open={open ?? own} onOpenChange={set} trigger={trigger}>
      <CreateOrgForm onCreated={() => set(false)} />
    </Dialog>
  )
}
