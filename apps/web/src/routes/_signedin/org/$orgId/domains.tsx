import { createFileRoute } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { ProjectsButton } from '../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/domains')({
  staticData: { title: 'Domains' },
  component: () => (
    <NotBuiltYet
      icon={<Globe />}
      title="Domains"
      sentence="Here the addresses under which an organization publishes its work will be listed. They are not built yet."
      action={<ProjectsButton />}
    />
  ),
})
