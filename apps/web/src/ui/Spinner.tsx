import { LoaderCircle } from 'lucide-react'
import { SPINNER_DELAY } from './constants.ts'
import { cx } from './cx.ts'
import { useDelayed } from './use-delayed.ts'

type SpinnerProps = { label?: string; delay?: number; className?: string }

export function Spinner({ label = 'Loading', delay = SPINNER_DELAY, className }: SpinnerProps) {
  const due = useDelayed(true, delay)
  return (
    <span role="status" className={cx('inline-grid size-4 place-items-center text-faint', className)}>
      {due && (
        <>
          <LoaderCircle aria-hidden className="size-full animate-spin" />
          <span className="sr-only">{label}</span>
        </>
      )}
    </span>
  )
}
