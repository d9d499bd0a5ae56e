import { Skeleton } from '../../ui/Skeleton.tsx'
import { columns, pictureBox } from './FileRow.tsx'

/** One line of what is on its way, in the shape it will have. It beats as a whole: a layer for each of its parts costs frames. */
export function SkeletonLine({ view }: { view: 'list' | 'grid' }) {
  if (view === 'grid') return <Skeleton className="h-full rounded-lg" />
  return (
    <span aria-hidden className={`${columns} h-full animate-pulse border-b [&_*]:animate-none`}>
      <span />
      <span className="flex items-center gap-2.5">
        <Skeleton className={`${pictureBox} shrink-0`} />
        <Skeleton className="h-4 w-2/5" />
      </span>
      <Skeleton className="h-4 w-2/3 @max-3xl/list:hidden" />
      <Skeleton className="ml-auto h-4 w-1/2 @max-xl/list:hidden" />
      <Skeleton className="h-4 w-2/3 @max-xl/list:hidden" />
    </span>
  )
}

export function SkeletonList({ view }: { view: 'list' | 'grid' }) {
  const many = Array.from({ length: 12 }, (_, index) => index)
  return (
    <div
      role="status"
      aria-label="Loading"
      className={
        view === 'grid'
          ? 'grid grid-cols-[repeat(auto-fill,minmax(min(168px,calc(50%-6px)),1fr))] gap-3 rounded-lg border bg-surface p-3 *:h-37'
          : '@container/list overflow-hidden rounded-lg border bg-surface pt-9 *:h-10 @max-xl/list:*:h-14'
      }
    >
      {many.map(index => (
        <SkeletonLine key={index} view={view} />
      ))}
    </div>
  )
}
