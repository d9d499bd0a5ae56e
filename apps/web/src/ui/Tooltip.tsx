import { Tooltip as Radix } from 'radix-ui'
import {
  type ComponentProps,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
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

/** Of several layers the topmost alone hears Escape, and a tooltip is one. Who presses it means what lies below: that hears it next. */
function EscapeGoesOn({ pressed }: { pressed: RefObject<KeyboardEvent | null> }) {
  useEffect(
    () => () => {
      const event = pressed.current
      pressed.current = null
      // By then the layer below is the topmost.
      if (event) setTimeout(() => event.target?.dispatchEvent(new KeyboardEvent(event.type, event)))
    },
    [pressed],
  )
  return null
}

export function Tooltip({ content, children, side = 'bottom', align }: TooltipProps) {
  const pressed = useRef<KeyboardEvent>(null)
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
          onEscapeKeyDown={event => {
            event.stopPropagation()
            pressed.current = event
          }}
          className="floating pop data-[state=closed]:animate-none z-50 max-w-72 rounded-md px-2 py-1 text-xs"
        >
          <EscapeGoesOn pressed={pressed} />
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
