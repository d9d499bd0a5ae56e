import type { Project } from '@plinth/contract/projects'
import { useNavigate } from '@tanstack/react-router'
import { DeleteCard } from '../../ui/DeleteCard.tsx'
import { useDeleteProject } from './giving-up.ts'

type DeleteProjectCardProps = { orgid: string; project: Project }

export function DeleteProjectCard({ orgid, project: { projectid, projectname } }: DeleteProjectCardProps) {
  const navigate = useNavigate()
  const remove = useDeleteProject({ orgid, projectid }, () =>
    navigate({ to: '/org/$orgId/projects', params: { orgId: orgid }, replace: true }),
  )
  return (
    <DeleteCard
      title="Delete Project"
      description="It disappears for everybody at once. An owner can bring it back for 30 days; after that it is gone."
      loss={`Everything in ${projectname} disappears for all of its members. You can undo this for 30 days.`}
      id={projectid}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
