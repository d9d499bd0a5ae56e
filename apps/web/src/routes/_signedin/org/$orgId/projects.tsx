import { createFileRoute, Link } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { Button } from '../../../../ui/Button.tsx'
import { NotBuiltYet } from '../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/projects')({
  staticData: { title: 'Projects' },
  component: () => (
    <NotBuiltYet
      icon={<FolderKanban />}
      title="Projects"
      sentence="Here the organization's projects will be listed and created. They are not built yet; what the server can do already is in its API reference."
      action={
        <Button asChild>
          <Link to="/api/docs">Open the API reference</Link>
        </Button>
      }
    />
  ),
})
