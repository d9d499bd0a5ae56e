import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

export type ModalProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
}

/** What a dialog and a drawer share: the trigger, and the scrim over the page. The content is theirs. */
export function Modal({ trigger, children, ...root }: ModalProps & { children: ReactNode }) {
  return (
    <Radix.Root {...root}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        {children}
      </Radix.Portal>
    </Radix.Root>
  )
}

/** In the corner, which the class names. */
export function ModalClose({ className }: { className: string }) {
  return (
    <Radix.Close
      aria-label="Close"
      className={cx('absolute grid place-items-center rounded-md text-faint hover:bg-hover hover:text-text', className)}
    >
      <X aria-hidden className="size-4" />
    </Radix.Close>
  )
}
