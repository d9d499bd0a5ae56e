import type { Org } from '@plinth/contract/orgs'
import type { ReactNode } from 'react'
import { useOrgs } from '../../lib/orgs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** For what needs to know the user's organisations: their list, or what stands in its way. */
export function OrgsLoaded({ children }: { children: (orgs: readonly Org[]) => ReactNode }) {
  const { data: orgs, error, isFetching, refetch } = useOrgs()
  if (orgs) return children(orgs)
  return (
    <>
      <h1 className="sr-only">Organizations</h1>
      {error ? (
        <ErrorState
          title="Failed to fetch the org list"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Placeholder />
      )}
    </>
  )
}

function Placeholder() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
