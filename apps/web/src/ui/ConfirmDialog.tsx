import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogClose, DialogFooter, type DialogProps } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

type ConfirmDialogProps = Pick<DialogProps, 'open' | 'onOpenChange' | 'trigger'> & {
  title?: ReactNode
  description: ReactNode
  confirmLabel: string
  /** Where what is confirmed is itself to cancel something. */
  cancelLabel?: string
  /** The user has to type this id before the button works. */
  confirmId?: string
  danger?: boolean
  pending?: boolean
  onConfirm: () => void
  children?: ReactNode
}

export function ConfirmDialog({ title = 'Are you sure ?', description, ...props }: ConfirmDialogProps) {
  const { open, onOpenChange, trigger, ...body } = props
  return (
    <Dialog {...{ open, onOpenChange, trigger, title, description }} size="sm" role="alertdialog">
      <ConfirmBody {...body} />
    </Dialog>
  )
}

type ConfirmBodyProps = Pick<
  ConfirmDialogProps,
  'confirmLabel' | 'cancelLabel' | 'confirmId' | 'danger' | 'pending' | 'onConfirm' | 'children'
>

function ConfirmBody({ confirmLabel, cancelLabel = 'Cancel', confirmId, danger = true, ...props }: ConfirmBodyProps) {
  const { pending, onConfirm, children } = props
  const [typed, setTyped] = useState('')
  const ready = confirmId === undefined || typed.trim() === confirmId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Portals keep React's tree: without this a form around the dialog would be sent too.
    event.stopPropagation()
    if (ready && !pending) onConfirm()
  }
  return (
    <form onSubmit={submit}>
      {children}
      {confirmId !== undefined && (
        <Field
          label={
            <>
              Type <span className="select-all break-all font-mono">{confirmId}</span> to confirm
            </>
          }
        >
          <Input value={typed} onChange={event => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>{cancelLabel}</Button>
        </DialogClose>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={!ready} pending={pending}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
