import { may } from '@plinth/contract/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useOrg } from '../../../../features/orgs/queries.ts'
import { CreateProjectButton } from '../../../../features/projects/CreateProjectButton.tsx'
import { DeletedProjects } from '../../../../features/projects/DeletedProjects.tsx'
import { Projects } from '../../../../features/projects/Projects.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/projects')({
  staticData: { title: 'Projects' },
  component: ProjectsScreen,
})

const CreateProjectDialog = lazy(() =>
  import('../../../../features/projects/CreateProjectDialog.tsx').then(file => ({ default: file.CreateProjectDialog })),
)

/** The dialog is the screen's own: its button goes when the list turns out to be empty, or is no longer. */
function ProjectsScreen() {
  const { orgId } = Route.useParams()
  const [creating, setCreating] = useState(false)
  const org = useOrg(orgId)
  if (!org) return null
  const create = may(org.role, 'project.create') ? <CreateProjectButton onClick={() => setCreating(true)} /> : null
  return (
    <>
      <Projects key={orgId} org={org} create={create} />
      <DeletedProjects orgid={orgId} />
      <Suspense>
        {creating ? <CreateProjectDialog key={orgId} orgid={orgId} onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </>
  )
}
