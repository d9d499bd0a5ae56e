import { ChevronLeft, ChevronRight, Download, Info, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { shownName } from '../../lib/names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Walk } from './use-neighbours.ts'

type ViewerBarProps = {
  name: string
  walk: Walk
  /** While a text is being edited there is no way to the next file. */
  working: boolean
  pane: boolean
  onPane: (() => void) | undefined
  /** Absent where there is nothing any more. */
  onDownload: (() => void) | undefined
  onClose: () => void
}

export function ViewerBar({ name, walk, working, pane, onPane, onDownload, onClose }: ViewerBarProps) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b bg-surface pr-2 pl-4">
      <Dialog.Title
        dir="auto"
        className="min-w-0 flex-1 truncate text-left font-medium text-base"
        title={shownName(name)}
      >
        {shownName(name) || 'File'}
      </Dialog.Title>
      {working ? null : (
        <>
          <span role="status" className="px-2 text-muted text-sm tabular-nums max-sm:hidden">
            {walk.place}
          </span>
          <IconButton
            className="reach-1"
            label="Previous file"
            aria-disabled={!walk.onPrevious}
            onClick={walk.onPrevious}
          >
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton
            className="reach-1"
            label="Next file"
            aria-disabled={!walk.onNext}
            // Whoever clicks twice wants to go on twice.
            pending={walk.waiting || undefined}
            onClick={walk.onNext}
          >
            <ChevronRight aria-hidden />
          </IconButton>
        </>
      )}
      {onDownload ? (
        <IconButton className="reach-1" label="Download" onClick={onDownload}>
          <Download aria-hidden />
        </IconButton>
      ) : null}
      {onPane ? (
        <IconButton className="reach-1" label="Details" aria-pressed={pane} onClick={onPane}>
          <Info aria-hidden className={pane ? 'text-accent' : undefined} />
        </IconButton>
      ) : null}
      <IconButton className="reach-1" label="Close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </header>
  )
}
