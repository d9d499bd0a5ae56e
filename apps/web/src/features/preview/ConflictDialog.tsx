import { getCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import type { Info } from './use-editing.ts'
import type { Conflict } from './use-saving.ts'

type ConflictDialogProps = {
  info: Info
  conflict: Conflict
  pending: boolean
  onOverwrite: () => void
  onCopy: () => void
  onDiscard: () => void
  onClose: () => void
}

/** In another tab, or here before the connection was lost, so that nobody was told. */
const savedByYou = 'You have saved this file meanwhile'

/** Somebody was faster. What happens to whose text is for whoever comes second to say. */
export function ConflictDialog({ info, conflict, pending, ...answers }: ConflictDialogProps) {
  const changed = conflict === 'changed'
  const own = info.modifiedby === getCredentials()?.userid
  return (
    <Dialog
      open
      onOpenChange={answers.onClose}
      title={changed ? (own ? savedByYou : 'Somebody else has saved this file') : 'This file is no longer here'}
      description={
        changed ? (
          <>
            {own ? 'You' : info.modifiedby} saved version {info.versionno}. Saving over it keeps that version among the
            earlier ones.
          </>
        ) : (
          'Somebody has moved it to the trash. Your text can be saved as a copy.'
        )
      }
    >
      <DialogFooter>
        <Button onClick={answers.onDiscard}>Discard my changes</Button>
        {/* Whoever presses Enter too early loses nothing. */}
        <Button data-first variant={changed ? 'secondary' : 'primary'} pending={pending} onClick={answers.onCopy}>
          Save as a copy
        </Button>
        {changed ? (
          <Button variant="primary" pending={pending} onClick={answers.onOverwrite}>
            Save over it
          </Button>
        ) : null}
      </DialogFooter>
    </Dialog>
  )
}
