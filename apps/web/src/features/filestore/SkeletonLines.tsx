import { useRef } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { columns, pictureBox, seenFrom, type Third, timeLook } from './FileRow.tsx'
import { useHeightToBottom } from './use-size.ts'

type SkeletonProps = { view: 'list' | 'grid'; third: Third }

/** One line of what is on its way, in the shape it will have. It beats as a whole: a layer for each of its parts costs frames. */
export function SkeletonLine({ view, third }: SkeletonProps) {
  if (view === 'grid') return <Skeleton className="h-full rounded-lg" />
  return (
    <span aria-hidden className={`${columns[third]} h-full animate-pulse border-b [&_*]:animate-none`}>
      <span />
      <span className="flex items-center gap-2.5">
        <Skeleton className={`${pictureBox} shrink-0`} />
        <Skeleton className="h-4 w-2/5" />
      </span>
      <Skeleton className={`h-4 w-2/3 ${seenFrom[third].third}`} />
      <Skeleton className={`ml-auto h-4 w-1/2 ${seenFrom[third].size}`} />
      <span className={timeLook}>
        <Skeleton className="h-4 w-2/3" />
      </span>
    </span>
  )
}

/** As many in a line as there will be. */
const cards =
  'grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-3 p-3 *:h-42 @xl/list:grid-cols-[repeat(auto-fill,minmax(168px,1fr))]'

/** As high as the list will be, so that nothing moves when that comes. */
export function SkeletonList({ view, third }: SkeletonProps) {
  const ref = useRef<HTMLDivElement>(null)
  const height = useHeightToBottom(ref)
  const many = Array.from({ length: 24 }, (_, index) => index)
  return (
    <div
      ref={ref}
      role="status"
      aria-label="Loading"
      style={{ height }}
      className="@container/list overflow-hidden rounded-lg border bg-surface"
    >
      <div className={view === 'grid' ? cards : 'pt-9 *:h-10 @max-xl/list:*:h-14'}>
        {many.map(index => (
          <SkeletonLine key={index} {...{ view, third }} />
        ))}
      </div>
    </div>
  )
}
