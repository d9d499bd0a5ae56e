import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { columns, seenFrom, type Third, timeLook } from './FileRow.tsx'
import { columnheader, rowRole } from './grid-roles.ts'
import { type DirSort, nextSort, type SortKey, sortKey } from './items.ts'

/** Without an order the list has one of its own. */
export type Sorting = { sort: DirSort; onSort: (sort: DirSort) => void }

export const headerHeight = 36

type HeaderRowProps = { third: Third; sorting: Sorting | undefined; time: string }

export function HeaderRow({ third, sorting, time }: HeaderRowProps) {
  return (
    <div
      {...rowRole(-1)}
      className={cx(columns[third], 'sticky top-0 z-10 h-9 border-b bg-canvas font-medium text-muted text-xs')}
    >
      <span {...columnheader()} className="sr-only">
        Selected
      </span>
      <Header label="Name" by="name" sorting={sorting} className="col-start-2" />
      {third === 'location' ? (
        <span {...columnheader()} className={seenFrom[third].third}>
          Location
        </span>
      ) : (
        <Header label="Changed by" by="modifiedby" sorting={sorting} className={seenFrom[third].third} />
      )}
      <Header label="Size" by="size" sorting={sorting} className={seenFrom[third].size} right />
      <Header label={time} by="modifiedat" sorting={sorting} className={timeLook} />
      <span {...columnheader()}>
        <span className="sr-only">Actions</span>
      </span>
    </div>
  )
}

type HeaderProps = {
  label: string
  by: SortKey
  sorting: Sorting | undefined
  right?: boolean
  className: string
}

function Header({ label, by, sorting, right, className }: HeaderProps) {
  const side = right && 'text-right'
  if (!sorting) {
    return (
      <span {...columnheader()} className={cx(side, className)}>
        {label}
      </span>
    )
  }
  const { sort, onSort } = sorting
  const sorted = sortKey(sort) === by
  const Arrow = !sorted ? ArrowUpDown : sort.startsWith('-') ? ArrowDown : ArrowUp
  const order = !sorted ? 'none' : sort.startsWith('-') ? 'descending' : 'ascending'
  return (
    <span {...columnheader(order)} className={cx(side, className)}>
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, by))}
        className={cx(
          'group inline-flex h-7 items-center gap-1 rounded-sm align-middle hover:text-text pointer-coarse:h-9',
          right && 'flex-row-reverse',
        )}
      >
        {label}
        <Arrow
          aria-hidden
          className={cx('size-3.5', !sorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100')}
        />
      </button>
    </span>
  )
}
