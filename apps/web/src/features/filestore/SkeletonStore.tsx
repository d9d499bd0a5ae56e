import { Skeleton } from '../../ui/Skeleton.tsx'
import { useRemembered } from './remembered.ts'
import { SkeletonList } from './SkeletonLines.tsx'

/** All of a filestore's page, each part where it will stand. */
export function SkeletonStore() {
  const [tree] = useRemembered('plinth-files-tree', ['shown', 'hidden'], 'shown')
  const [view] = useRemembered('plinth-files-view', ['list', 'grid'], 'list')
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Skeleton className="h-12.5 w-40" />
        <Skeleton className="h-8 w-28 sm:w-56" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b pb-2">
        <Skeleton className="h-9 w-48 sm:h-8" />
        <Skeleton className="h-8 w-full sm:w-64" />
      </div>
      <div className="flex min-w-0 gap-3">
        {tree === 'shown' ? <div className="w-60 shrink-0 rounded-lg border bg-surface max-lg:hidden" /> : null}
        <div className="@container flex min-w-0 flex-1 flex-col gap-3">
          <Skeleton className="h-9 w-40 @max-xl:h-16" />
          <SkeletonList view={view} third="modifiedby" />
        </div>
      </div>
    </>
  )
}
