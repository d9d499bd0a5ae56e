import { useMutation, useQuery } from '@tanstack/react-query'
import { bringProjectBack, deletedProjectsQuery } from '../../lib/project-trash.ts'
import { RestoreList } from '../../ui/RestoreList.tsx'
import { toast } from '../../ui/toast.ts'

export function DeletedProjects({ orgid }: { orgid: string }) {
  const { data: projects = [], isLoadingError, refetch } = useQuery(deletedProjectsQuery(orgid))
  const restore = useMutation({
    mutationFn: (projectid: string) => bringProjectBack(orgid, projectid),
    onSuccess: (_done, projectid) => void toast.success(`${projectid} is back as it was.`),
    onError: error => void toast.error('The project could not be restored.', { description: error.msg }),
  })
  return (
    <RestoreList
      title="Deleted projects"
      items={projects.map(({ projectid, projectname, purgedat }) => ({ id: projectid, name: projectname, purgedat }))}
      pending={restore.isPending ? restore.variables : undefined}
      onRestore={projectid => restore.mutate(projectid)}
      onRetry={isLoadingError ? () => void refetch() : undefined}
      className="mt-8"
    />
  )
}
