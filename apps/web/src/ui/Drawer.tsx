import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Modal, ModalClose, type ModalProps } from './Modal.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type DrawerProps = ModalProps & { title: string; hideTitle?: boolean; children: ReactNode }

/** A panel from the left edge: the sidebar of small screens. */
export function Drawer({ title, hideTitle, children, ...modal }: DrawerProps) {
  const focus = useFocusReturn()
  return (
    <Modal {...modal}>
      <Radix.Content
        {...focus}
        aria-describedby={undefined}
        className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col overflow-y-auto border-r bg-raised p-3 shadow-float outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
      >
        <Radix.Title className={hideTitle ? 'sr-only' : 'flex h-8 items-center px-2 text-lg font-semibold'}>
          {title}
        </Radix.Title>
        {children}
        <ModalClose className="top-3 right-3 size-8" />
      </Radix.Content>
    </Modal>
  )
}

export const DrawerClose = Radix.Close
