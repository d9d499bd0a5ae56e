import { Button } from '../../ui/Button.tsx'
import type { Totals } from './totals.ts'
import { queue } from './uploads.ts'

/** What can be done to many of them at once, where there is something to do it to. */
export function PanelActions({ totals: { done, failed } }: { totals: Totals }) {
  if (done === 0 && failed === 0) return null
  return (
    <footer className="flex shrink-0 justify-end gap-1 border-t px-2 py-1.5">
      {failed > 0 ? (
        <Button size="sm" variant="ghost" onClick={queue.retryAll}>
          Retry failed
        </Button>
      ) : null}
      {done > 0 ? (
        <Button size="sm" variant="ghost" onClick={queue.clear}>
          Clear finished
        </Button>
      ) : null}
    </footer>
  )
}
