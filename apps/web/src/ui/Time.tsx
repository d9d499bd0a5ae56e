import { ago } from '../lib/ago.ts'
import { useEachMinute } from '../lib/minutes.ts'

/** How long ago or ahead; the exact moment is shown when one points at it. */
export function Time({ at }: { at: number }) {
  useEachMinute()
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {ago(at)}
    </time>
  )
}
