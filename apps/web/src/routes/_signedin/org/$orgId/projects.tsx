import { may } from '@plinth/contract/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { useOrg } from '../../../../features/orgs/queries.ts'
import { CreateProjectButton } from '../../../../features/projects/CreateProjectButton.tsx'
import { DeletedProjects } from '../../../../features/projects/DeletedProjects.tsx'
import { Projects } from '../../../../features/projects/Projects.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/projects')({
  staticData: { title: 'Projects' },
  component: ProjectsScreen,
})

function ProjectsScreen() {
  const { orgId } = Route.useParams()
  const org = useOrg(orgId)
  if (!org) return null
  const create = may(org.role, 'project.create') ? <CreateProjectButton orgid={orgId} /> : null
  return (
    <>
      <Projects key={orgId} org={org} create={create} />
      <DeletedProjects orgid={orgId} />
    </>
  )
}
