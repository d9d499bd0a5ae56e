import { createFileRoute } from '@tanstack/react-router'
import { ProjectOverview } from '../../../../../../features/project-overview/ProjectOverview.tsx'
import { activityQuery, overviewQuery } from '../../../../../../features/project-overview/queries.ts'
import { useProject } from '../../../../../../lib/projects.ts'
import { queryClient } from '../../../../../../lib/query.ts'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/overview')({
  staticData: { title: 'Overview' },
  loader: ({ params: { orgId, projectId } }) => {
    void queryClient.prefetchQuery(overviewQuery(orgId, projectId))
    void queryClient.prefetchInfiniteQuery(activityQuery(orgId, projectId))
  },
  component: Overview,
})

function Overview() {
  const { orgId, projectId } = Route.useParams()
  const { data: project } = useProject(orgId, projectId)
  return project ? <ProjectOverview key={`${orgId}/${projectId}`} orgid={orgId} project={project} /> : null
}
