import type { Project } from '@plinth/contract/projects'
import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProjectSkeleton } from '../../../../../features/projects/ProjectSkeleton.tsx'
import { NotFoundScreen, PendingScreen } from '../../../../../features/shell/screens.tsx'
import { givenUpProjects, projectKey, projectQuery, useProject } from '../../../../../lib/projects.ts'
import { queryClient } from '../../../../../lib/query.ts'
import { ErrorState } from '../../../../../ui/ErrorState.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { handOutTexts } from '../../../../../ui/unsaved-texts.ts'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId')({
  loader: ({ params }) => void queryClient.prefetchQuery(projectQuery(params.orgId, params.projectId)),
  component: ProjectGate,
})

/** A project that the user cannot see is not there, whether it exists or not. */
function ProjectGate() {
  const { orgId, projectId } = Route.useParams()
  const { data: project, error, refetch, isFetching } = useProject(orgId, projectId)
  // What is no id at all is not there either.
  const gone = error?.status === 404 || error?.status === 400
  if (gone) return project ? <LedAway orgid={orgId} project={project} /> : <NotFoundScreen />
  if (project) return <Outlet />
  if (!error) return <ProjectSkeleton />
  return (
    <>
      <h1 className="sr-only">Project</h1>
      <ErrorState
        title="The project could not be opened"
        message={error.msg}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    </>
  )
}

/** It was open when somebody removed the user from it, or deleted it. */
function LedAway({ orgid, project: { projectid, projectname } }: { orgid: string; project: Project }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!givenUpProjects.has(`${orgid}/${projectid}`)) toast.warning(`${projectname} is no longer open to you.`)
    handOutTexts(`${orgid}/${projectid}/`)
    void navigate({ to: '/org/$orgId/projects', params: { orgId: orgid }, replace: true }).then(() =>
      // Whoever comes back by its address finds nothing, and is not led away once more.
      queryClient.removeQueries({ queryKey: projectKey(orgid, projectid) }),
    )
  }, [orgid, projectid, projectname, navigate])
  return <PendingScreen />
}
