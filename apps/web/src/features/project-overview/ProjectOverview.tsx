import type { Project } from '@plinth/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Glance } from './Glance.tsx'
import { LastDays } from './LastDays.tsx'
import { NewDeployment } from './NewDeployment.tsx'
import { overviewQuery } from './queries.ts'
import { RecentActivity } from './RecentActivity.tsx'

type ProjectOverviewProps = { orgid: string; project: Project }

export function ProjectOverview({ orgid, project: { projectid, projectname, meta } }: ProjectOverviewProps) {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery(orgid, projectid))
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="wrap-anywhere font-semibold text-xl">{projectname}</h1>
        {meta.description ? <p className="wrap-anywhere max-w-3xl text-muted">{meta.description}</p> : null}
      </header>
      {error && !data ? (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title="The overview could not be loaded."
            message={error.msg}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      ) : (
        <Glance {...{ orgid, projectid }} overview={data} />
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          {error && !data ? null : <LastDays days={data?.days} />}
          <NewDeployment orgid={orgid} projectid={projectid} />
        </div>
        <RecentActivity orgid={orgid} projectid={projectid} />
      </div>
    </div>
  )
}
