import { HoverCard as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { HOVER_CARD_CLOSE_DELAY, HOVER_CARD_OPEN_DELAY } from './constants.ts'

type HoverCardProps = {
  content: ReactNode
  children: ReactElement
  side?: ComponentProps<typeof Radix.Content>['side']
}

/** For the mouse only: show nothing in it that cannot be found elsewhere. */
export function HoverCard({ content, children, side }: HoverCardProps) {
  return (
    <Radix.Root openDelay={HOVER_CARD_OPEN_DELAY} closeDelay={HOVER_CARD_CLOSE_DELAY}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} collisionPadding={8} className="floating pop z-50 w-72 p-3 text-sm">
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
