import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Modal, ModalClose, type ModalProps } from './Modal.tsx'
import { useFocusReturn } from './use-focus-return.ts'

const sizes = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' }

export type DialogProps = ModalProps & {
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof sizes
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

type OutsideEvent = Parameters<NonNullable<ComponentProps<typeof Radix.Content>['onInteractOutside']>>[0]

// A toast lies above the dialog; its Undo must not close what is below.
function keepForToasts(event: OutsideEvent) {
  const target = event.detail.originalEvent.target
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault()
}

export function Dialog({ title, description, size = 'md', role = 'dialog', children, ...modal }: DialogProps) {
  const focus = useFocusReturn()
  const stay = role === 'alertdialog'
  return (
    <Modal {...modal}>
      <Radix.Content
        role={role}
        {...focus}
        onInteractOutside={stay ? event => event.preventDefault() : keepForToasts}
        className={cx(
          'floating pop fixed inset-0 z-40 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-xl p-5',
          sizes[size],
        )}
      >
        <Radix.Title className="break-words pr-8 text-lg font-semibold">{title}</Radix.Title>
        {description && (
          <Radix.Description className="mt-1 text-pretty break-words text-sm text-muted">
            {description}
          </Radix.Description>
        )}
        {children && <div className="mt-4">{children}</div>}
        {!stay && <ModalClose className="top-4 right-4 size-7" />}
      </Radix.Content>
    </Modal>
  )
}

export const DialogClose = Radix.Close

/** The row of buttons. It stays in sight when the dialog is taller than the window. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 mt-5 flex flex-wrap justify-end gap-2 border-t bg-raised px-5 py-3">
      {children}
    </div>
  )
}
