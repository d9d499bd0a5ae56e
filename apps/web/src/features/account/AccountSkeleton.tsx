import { Skeleton } from '../../ui/Skeleton.tsx'

const box = 'rounded-lg border bg-surface p-4'

/** The cards of the account screen, before what stands in them is known. */
export function AccountSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4">
      <span className="sr-only">Loading</span>
      <div className={`${box} flex items-center gap-4 max-sm:items-start`}>
        <Skeleton circle className="size-16 max-sm:size-12" />
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-5 w-28" />
          </div>
          <Skeleton className="h-5 w-40" />
        </div>
      </div>
      <div className={`${box} grid gap-4`}>
        <div className="flex justify-between">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-8 w-14" />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-20" />
        </div>
        <Skeleton className="h-8 w-36" />
      </div>
      <div className={`${box} flex items-center justify-between gap-4`}>
        <div className="grid gap-2">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-4 w-52" />
        </div>
        <Skeleton className="h-5 w-9" />
      </div>
    </div>
  )
}
