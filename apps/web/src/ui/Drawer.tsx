import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFocusReturn } from './use-focus-return.ts'

type DrawerProps = {
  title: string
  hideTitle?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  children: ReactNode
}

/** A panel from the left edge: the sidebar of small screens. */
export function Drawer({ title, hideTitle, trigger, children, ...root }: DrawerProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root {...root}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col overflow-y-auto border-r bg-raised p-3 shadow-float outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Radix.Title className={cx(hideTitle ? 'sr-only' : 'flex h-8 items-center px-2 text-lg font-semibold')}>
            {title}
          </Radix.Title>
          {children}
          <Radix.Close
            aria-label="Close"
            className="absolute top-3 right-3 grid size-8 place-items-center rounded-md text-faint hover:bg-hover hover:text-text"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DrawerClose = Radix.Close
