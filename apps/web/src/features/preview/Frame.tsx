import { Dialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { scrollContent, takesArrows, takesEscape } from './keys.ts'
import type { Walk } from './use-neighbours.ts'
import { useViewerFocus } from './use-viewer-focus.ts'

type FrameProps = { fileid: string; walk: Walk; onClose: () => void; children: ReactNode }

/** As large as the window, over the list from which a file was opened. The arrow keys lead on, Escape leads back. */
export function Frame({ fileid, walk, onClose, children }: FrameProps) {
  const focus = useViewerFocus(fileid)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // What happens in a dialog above it is reported here as well.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowRight' ? walk.onNext : event.key === 'ArrowLeft' ? walk.onPrevious : undefined
    const steps = step && !event.shiftKey && !takesArrows(event.target)
    const scrolls = event.target === event.currentTarget && scrollContent(event, event.currentTarget)
    if (steps || scrolls) event.preventDefault()
    if (steps) step()
  }
  const onEscapeKeyDown = (event: globalThis.KeyboardEvent) => {
    event.preventDefault()
    if (!takesEscape(event.target)) onClose()
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content
          {...focus}
          {...{ onKeyDown, onEscapeKeyDown }}
          aria-describedby={undefined}
          onInteractOutside={event => event.preventDefault()}
          className="fixed inset-0 z-40 flex flex-col bg-canvas outline-none data-[state=open]:animate-fade-in"
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
