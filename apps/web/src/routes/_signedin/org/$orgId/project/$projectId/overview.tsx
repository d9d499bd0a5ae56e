import { createFileRoute } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/overview')({
  staticData: { title: 'Overview' },
  component: () => (
    <NotBuiltYet
      icon={<ChartNoAxesColumn />}
      title="Overview"
      sentence="Here a project will be seen at a glance: its sheets, deployments and stored files. Projects are not built yet."
      action={<ProjectsButton />}
    />
  ),
})
