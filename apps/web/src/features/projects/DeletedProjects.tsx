import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { bringProjectBack, deletedProjectsQuery } from '../../lib/project-trash.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** Absent while there are none. */
export function DeletedProjects({ orgid }: { orgid: string }) {
  const id = useId()
  const { data: projects = [] } = useQuery(deletedProjectsQuery(orgid))
  const restore = useMutation({
    mutationFn: (projectid: string) => bringProjectBack(orgid, projectid),
    onSuccess: (_done, projectid) => void toast.success(`${projectid} is back as it was.`),
    onError: error => void toast.error('The project could not be restored.', { description: error.msg }),
  })
  if (projects.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-8 grid gap-3">
      <h2 id={id} className="font-semibold text-base">
        Deleted projects
      </h2>
      <ul className="divide-y rounded-lg border bg-surface">
        {projects.map(({ projectid, projectname, purgedat }) => (
          <li key={projectid} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40 text-sm">
              <span className="font-medium">{projectname}</span>
              <span className="block text-muted text-xs">Can be restored until {day.format(purgedat)}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Restore ${projectname}`}
              pending={restore.isPending && restore.variables === projectid}
              onClick={() => restore.mutate(projectid)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
