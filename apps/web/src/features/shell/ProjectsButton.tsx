import { Link, useParams } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'

/** The way on from an area that is not built yet. */
export function ProjectsButton() {
  const { orgId } = useParams({ strict: false })
  return (
    <Button asChild>
      {orgId ? (
        <Link to="/org/$orgId/projects" params={{ orgId }}>
          Go to projects
        </Link>
      ) : (
        <Link to="/org">Go to your organizations</Link>
      )}
    </Button>
  )
}
