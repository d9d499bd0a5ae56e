import { useId } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

type Deleted = { id: string; name: string; purgedat: number }

type RestoreListProps = {
  title: string
  heading?: 'h2' | 'h3'
  items: Deleted[]
  /** The id of the one that is on its way back. */
  pending: string | undefined
  onRestore: (id: string) => void
  /** Where it is not known what there is. */
  onRetry?: (() => void) | undefined
  className?: string
}

/** What was deleted and can still be brought back. Absent while there is nothing. */
export function RestoreList(props: RestoreListProps) {
  const { title, heading: Heading = 'h2', items, pending, onRestore, onRetry, className } = props
  const id = useId()
  if (onRetry) {
    return (
      <p role="alert" className={cx('flex flex-wrap items-center gap-3 text-muted text-sm', className)}>
        {title} could not be loaded.
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </p>
    )
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id} className={cx('grid gap-3', className)}>
      <Heading id={id} className="font-semibold text-base">
        {title}
      </Heading>
      <ul className="divide-y rounded-lg border bg-surface">
        {items.map(item => (
          <li key={item.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40 text-sm">
              <span className="font-medium">{item.name}</span>
              <span className="block text-muted text-xs">Can be restored until {day.format(item.purgedat)}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Restore ${item.name}`}
              pending={pending === item.id}
              onClick={() => onRestore(item.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
