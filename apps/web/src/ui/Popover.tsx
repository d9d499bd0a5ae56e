import { Popover as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

type PopoverProps = {
  /** What a screen reader calls the opened part. */
  label: string
  trigger: ReactElement
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: ComponentProps<typeof Radix.Content>['align']
  side?: ComponentProps<typeof Radix.Content>['side']
  className?: string
}

export function Popover({ label, trigger, children, align = 'start', side, className, ...root }: PopoverProps) {
  return (
    <Radix.Root {...root}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={unlessElsewhere}
          className={cx('floating pop z-50 max-w-[calc(100vw-1rem)]', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Who has gone on to something else by then is not called back: what they opened would close. */
function unlessElsewhere(event: Event): void {
  if (document.activeElement !== document.body) event.preventDefault()
}

export const PopoverClose = Radix.Close
