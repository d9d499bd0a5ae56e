import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './Button.tsx'

type PaginationProps = {
  /** Counted from 0. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  label?: string
}

export function Pagination({ page, pageCount, onPageChange, label = 'Pages' }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-2 text-sm text-muted">
      <span aria-live="polite" className="tabular-nums">
        Page {page + 1} of {pageCount}
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-disabled={page <= 0} onClick={() => onPageChange(page - 1)}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button size="sm" aria-disabled={page >= pageCount - 1} onClick={() => onPageChange(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
