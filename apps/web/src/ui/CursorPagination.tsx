import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './Button.tsx'
import { PAGE_SIZES } from './constants.ts'
import { Select } from './Select.tsx'

export type CursorPaginationProps = {
  label: string
  /** What a page consists of. */
  unit?: string
  /** Counted from 0. */
  page: number
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  size: number
  onSizeChange: (size: number) => void
}

/** For a list of which only the next page is known, not how many there are. */
export function CursorPagination({ label, unit = 'rows', page, hasNext, ...props }: CursorPaginationProps) {
  const { onPrevious, onNext, size: chosen, onSizeChange } = props
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
      <span className="flex items-center gap-3">
        <span aria-live="polite" className="tabular-nums">
          Page {page + 1}
        </span>
        <Select
          aria-label={`${unit[0]?.toUpperCase()}${unit.slice(1)} per page`}
          className="w-auto text-xs"
          options={PAGE_SIZES.map(size => ({ value: String(size), label: `${size} ${unit}` }))}
          value={String(chosen)}
          onValueChange={size => onSizeChange(Number(size))}
        />
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-disabled={page <= 0} onClick={onPrevious}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button size="sm" aria-disabled={!hasNext} onClick={onNext}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
