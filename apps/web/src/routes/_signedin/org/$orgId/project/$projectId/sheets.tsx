import { createFileRoute } from '@tanstack/react-router'
import { Sheet } from 'lucide-react'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/sheets')({
  staticData: { title: 'Sheets' },
  component: () => (
    <NotBuiltYet
      icon={<Sheet />}
      title="Sheets"
      sentence="Here a project's sheets will be listed. They are not built yet."
      action={<ProjectsButton />}
    />
  ),
})
