import { Tooltip as Radix } from 'radix-ui'
import type { ComponentProps, FocusEvent, ReactElement, ReactNode } from 'react'
import { TOOLTIP_DELAY } from './constants.ts'

type TooltipProps = {
  content: ReactNode
  children: ReactElement
  side?: ComponentProps<typeof Radix.Content>['side']
  align?: ComponentProps<typeof Radix.Content>['align']
}

/** Stands once around the app. The app sets `delayDuration` to 0. */
export function TooltipProvider({ delayDuration = TOOLTIP_DELAY, children }: ComponentProps<typeof Radix.Provider>) {
  return <Radix.Provider delayDuration={delayDuration}>{children}</Radix.Provider>
}

// A menu or dialog that closes gives the focus back to its button; that must not pop the tooltip up again.
function onlyByKeyboard(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

export function Tooltip({ content, children, side = 'bottom', align }: TooltipProps) {
  if (!content) return children
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyByKeyboard}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="floating pop z-50 max-w-72 rounded-md px-2 py-1 text-xs"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
