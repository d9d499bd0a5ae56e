import { createFileRoute } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/deployments')({
  staticData: { title: 'Deployments' },
  component: () => (
    <NotBuiltYet
      icon={<Rocket />}
      title="Deployments"
      sentence="Here a project's web applications, services and webhooks will run. They are not built yet."
      action={<ProjectsButton />}
    />
  ),
})
