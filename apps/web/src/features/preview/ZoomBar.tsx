import { Minus, Plus, Scan } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { zoomIn, zoomOut } from './zoom.ts'

type ZoomBarProps = {
  /** What is shown now, 1 for its own size. */
  scale: number
  fits: boolean
  fitLabel: string
  onScale: (scale: number) => void
  onFit: () => void
  children?: ReactNode
}

/** Floats above what it enlarges. */
export function ZoomBar({ scale, fits, fitLabel, onScale, onFit, children }: ZoomBarProps) {
  return (
    <div className="floating absolute inset-x-0 bottom-4 mx-auto flex w-fit items-center gap-0.5 p-1 text-sm">
      {children}
      <IconButton size="sm" label="Zoom out" onClick={() => onScale(zoomOut(scale))}>
        <Minus aria-hidden />
      </IconButton>
      <output aria-label="Zoom" className="w-12 text-center tabular-nums">
        {Math.round(scale * 100)}%
      </output>
      <IconButton size="sm" label="Zoom in" onClick={() => onScale(zoomIn(scale))}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="sm" label={fitLabel} aria-pressed={fits} onClick={onFit}>
        <Scan aria-hidden className={fits ? 'text-accent' : undefined} />
      </IconButton>
    </div>
  )
}
