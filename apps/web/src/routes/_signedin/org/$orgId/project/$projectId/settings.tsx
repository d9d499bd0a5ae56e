import { createFileRoute } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { tabSearch } from '../../../../../../lib/search.ts'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/settings')({
  staticData: { title: 'Settings' },
  validateSearch: tabSearch,
  component: () => (
    <NotBuiltYet
      icon={<Settings />}
      title="Settings"
      sentence="Here a project's name, members and domain will be set. Projects are not built yet."
      action={<ProjectsButton />}
    />
  ),
})
