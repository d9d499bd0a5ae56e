import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { cancelAll, pauseAll, queue, resumeAll } from './uploads.ts'
import type { View } from './view.ts'
import { count, headline, paceOf } from './words.ts'

type PanelHeaderProps = { view: View; title: string; list: string; open: boolean; onOpen: (open: boolean) => void }

export function PanelHeader({ view: { totals, pace }, title, list, open, onOpen }: PanelHeaderProps) {
  const [confirming, setConfirming] = useState(false)
  const { underWay, paused, looking } = totals
  const unfinished = totals.files - totals.done - totals.failed
  const isOver = unfinished === 0 && !looking
  const lost = looking ? 'What has not been uploaded yet' : count(unfinished, 'file')
  const dismiss = (cancel: () => void) => {
    cancel()
    queue.clear()
  }
  return (
    <header className="flex shrink-0 items-center gap-1 py-2 pr-2 pl-3.5">
      <div className="min-w-0 flex-1">
        <h2 id={title} className="truncate font-semibold text-sm tabular-nums">
          {headline(totals)}
        </h2>
        <p className="truncate text-muted text-xs tabular-nums empty:hidden">{paceOf(totals, pace)}</p>
      </div>
      {underWay > 0 || paused > 0 ? (
        <IconButton
          size="sm"
          label={underWay > 0 ? 'Pause all' : 'Resume all'}
          onClick={underWay > 0 ? pauseAll : resumeAll}
        >
          {underWay > 0 ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
      ) : null}
      <IconButton
        size="sm"
        label={open ? 'Collapse uploads' : 'Expand uploads'}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        onClick={() => onOpen(!open)}
      >
        {open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
      </IconButton>
      <IconButton
        size="sm"
        label={isOver ? 'Close uploads' : 'Cancel all uploads'}
        onClick={() => (isOver ? dismiss(queue.cancelAll) : setConfirming(true))}
      >
        <X aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel all uploads?"
        description={`${lost} will not be uploaded. What has arrived stays.`}
        confirmLabel="Cancel uploads"
        cancelLabel="Keep them"
        onConfirm={() => {
          setConfirming(false)
          dismiss(cancelAll)
        }}
      />
    </header>
  )
}
