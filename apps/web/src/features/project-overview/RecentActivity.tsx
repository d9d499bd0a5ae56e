import type { Activity } from '@plinth/contract/projects'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { activityWords, actorOf } from './activity-words.ts'
import { activityQuery } from './queries.ts'

export function RecentActivity({ orgid, projectid }: { orgid: string; projectid: string }) {
  const list = useInfiniteQuery(activityQuery(orgid, projectid))
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    list
  const activities = data?.pages.flatMap(page => page.activities)
  return (
    <Card title="Recent activity" description="Who did what in the project, the newest first.">
      {activities && activities.length > 0 ? (
        <ol aria-label="Recent activity" className="-my-1 divide-y">
          {activities.map(activity => (
            <Line key={activity.id} activity={activity} />
          ))}
        </ol>
      ) : null}
      {activities?.length === 0 ? <EmptyState>Nothing has happened here yet.</EmptyState> : null}
      {error && !isFetchingNextPage ? (
        <ErrorState
          title="The activity could not be loaded."
          message={error.msg}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
      {error || data ? null : <Waiting />}
      {hasNextPage && !error ? (
        <Button className="justify-self-start" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Card>
  )
}

function Line({ activity }: { activity: Activity }) {
  const { did, whom, rest } = activityWords(activity)
  return (
    <li className="flex items-start gap-2.5 py-2 text-sm">
      {activity.actorid ? <Avatar name={activity.actorid} size="sm" uppercase /> : <Logo className="size-5" />}
      <p className="wrap-anywhere min-w-0 flex-1">
        <span className="font-medium">{actorOf(activity)}</span> {did}
        {whom ? <span className="font-medium"> {whom}</span> : null}
        {rest ? ` ${rest}` : null}
      </p>
      <span className="shrink-0 text-muted text-xs leading-5">
        <Time at={activity.createdat} />
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <div className="grid gap-4 py-1">
      {['w-1/2', 'w-2/3', 'w-1/3'].map(width => (
        <div key={width} className="flex items-center gap-2.5">
          <Skeleton circle className="size-5 shrink-0" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
