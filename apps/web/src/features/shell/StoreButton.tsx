import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'

export interface OpenProject {
  orgid: string
  projectid: string
}

type StoreButtonProps = { project: OpenProject; className?: string; onFollow?: () => void }

/** To the project's File Store. */
export function StoreButton({ project, className, onFollow }: StoreButtonProps) {
  return (
    <Button asChild className={className}>
      <Link
        to="/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}"
        params={{ orgId: project.orgid, projectId: project.projectid }}
        onClick={onFollow}
      >
        STORE
      </Link>
    </Button>
  )
}
