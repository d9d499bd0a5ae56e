import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import type { Asked, Choice, Decision } from './batch.ts'
import { type Item, isFolder } from './items.ts'

type ConflictDialogProps = { question: Asked<Item>; onAnswer: (decision: Decision | undefined) => void }

export function ConflictDialog({ question: { item, canReplace, more }, onAnswer }: ConflictDialogProps) {
  const [forAll, setForAll] = useState(false)
  const decide = (choice: Choice) => () => onAnswer({ choice, forAll })
  const lost = isFolder(item) ? 'The folder there would go to the trash' : 'What is there would be replaced'
  return (
    <Dialog
      title="The name is taken"
      description={
        <>
          There is something called <span className="font-medium text-text">{item.objname}</span> already.{' '}
          {canReplace ? `${lost}, from where it can be brought back.` : 'It cannot be replaced by this one.'}
        </>
      }
      size="sm"
      open
      onOpenChange={() => onAnswer(undefined)}
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
