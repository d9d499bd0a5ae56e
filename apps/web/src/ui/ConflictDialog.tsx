import { useState } from 'react'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'

export type ConflictChoice = 'replace' | 'keepboth' | 'skip'

type ConflictDialogProps = {
  name: string
  /** What replacing means; undefined where it cannot be. */
  replacing: string | undefined
  /** Whether the answer can be given for the rest as well. */
  more: boolean
  onChoose: (decision: { choice: ConflictChoice; forAll: boolean }) => void
  onClose: () => void
}

/** Asks what becomes of something whose name is taken. */
export function ConflictDialog({ name, replacing, more, onChoose, onClose }: ConflictDialogProps) {
  const [forAll, setForAll] = useState(false)
  const decide = (choice: ConflictChoice) => () => onChoose({ choice, forAll: forAll && more })
  return (
    <Dialog
      title="The name is taken"
      description={
        <>
          There is something called <span className="wrap-anywhere font-medium text-text">{name}</span> already.{' '}
          {replacing ?? 'It cannot be replaced by this one.'}
        </>
      }
      size="sm"
      open
      onOpenChange={onClose}
    >
      {more ? <Checkbox label="Do this for all" checked={forAll} onCheckedChange={setForAll} /> : null}
      <DialogFooter>
        {/* The next question may stand there before the second half of a double click. */}
        <Button pending={false} onClick={decide('skip')}>
          Skip
        </Button>
        {replacing ? (
          <Button pending={false} onClick={decide('replace')}>
            Replace
          </Button>
        ) : null}
        <Button pending={false} variant="primary" onClick={decide('keepboth')}>
          Keep both
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
