import { createFileRoute } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { ProjectsButton } from '../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/billing')({
  staticData: { title: 'Billing' },
  component: () => (
    <NotBuiltYet
      icon={<CreditCard />}
      title="Billing"
      sentence="Plinth costs nothing to run yourself, so there is no bill. What an organization uses will be shown here."
      action={<ProjectsButton />}
    />
  ),
})
