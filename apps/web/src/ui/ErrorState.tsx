import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type ErrorStateProps = {
  /** What failed. */
  title: ReactNode
  /** The server's own words. */
  message?: ReactNode
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({ title, message, onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-10 text-center">
      <span aria-hidden className="grid size-10 place-items-center rounded-lg bg-danger-soft text-danger">
        <TriangleAlert className="size-5" />
      </span>
      <div className="wrap-anywhere grid max-w-md gap-1">
        <p className="text-balance text-base font-medium">{title}</p>
        {message && <p className="text-sm text-muted">{message}</p>}
      </div>
      {onRetry && (
        <Button onClick={onRetry} pending={retrying}>
          Try again
        </Button>
      )}
    </div>
  )
}
