import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import type { Asking, Decision } from './queue.ts'
import { nameOf } from './upload.ts'

type ConflictDialogProps = { asking: Asking; onAnswer: (decision: Decision) => void }

/** Asks what becomes of a file whose name is taken. Whoever closes it skips that one. */
export function ConflictDialog({ asking: { upload, canReplace, more }, onAnswer }: ConflictDialogProps) {
  const [forAll, setForAll] = useState(false)
  const decide = (choice: Decision['choice']) => () => onAnswer({ choice, forAll: forAll && more })
  return (
    <Dialog
      title="The name is taken"
      description={
        <>
          There is something called <span className="font-medium text-text">{nameOf(upload)}</span> already.{' '}
          {canReplace
            ? 'If you replace it, the file that is there stays as an earlier version.'
            : 'It cannot be replaced by this file.'}
        </>
      }
      size="sm"
      open
      onOpenChange={() => onAnswer({ choice: 'skip', forAll: false })}
    >
      {more ? <Checkbox label="Do this for all" checked={forAll} onCheckedChange={setForAll} /> : null}
      <DialogFooter>
        <Button onClick={decide('skip')}>Skip</Button>
        {canReplace ? <Button onClick={decide('replace')}>Replace</Button> : null}
        <Button variant="primary" onClick={decide('keepboth')}>
          Keep both
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
