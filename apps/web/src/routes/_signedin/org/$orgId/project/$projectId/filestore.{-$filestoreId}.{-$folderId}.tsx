import { createFileRoute } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { ProjectsButton } from '../../../../../../features/shell/ProjectsButton.tsx'
import { NotBuiltYet } from '../../../../../../ui/NotBuiltYet.tsx'

export const Route = createFileRoute('/_signedin/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}')(
  {
    staticData: { title: 'File Store' },
    component: () => (
      <NotBuiltYet
        icon={<FolderOpen />}
        title="File Store"
        sentence="Here a project's folders and files will be kept. They are not built yet."
        action={<ProjectsButton />}
      />
    ),
  },
)
