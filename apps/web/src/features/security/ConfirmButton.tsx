import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type ConfirmButtonProps = {
  label: string
  /** Said instead of the label where the same one stands in every row. */
  name?: string
  description: ReactNode
  confirmLabel: string
  pending: boolean
  onConfirm: (close: () => void) => void
}

/** A button whose deed cannot be undone: it asks first. */
export function ConfirmButton({ label, name, pending, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  const row = name !== undefined
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      onOpenChange={setOpen}
      pending={pending}
      onConfirm={() => onConfirm(() => setOpen(false))}
      trigger={
        <Button aria-label={name} size={row ? 'sm' : 'md'}>
          {label}
        </Button>
      }
    />
  )
}
