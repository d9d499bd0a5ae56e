import { createFileRoute } from '@tanstack/react-router'
import { Box } from 'lucide-react'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/objectstore')({
  staticData: { title: 'Object Store' },
  component: () => (
    <NotBuiltYet
      icon={<Box />}
      title="Object Store"
      sentence="Here a project's buckets and objects will be kept. They are not built yet."
      action={<ProjectsButton />}
    />
  ),
})
