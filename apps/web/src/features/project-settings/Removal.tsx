import type { ProjectUser } from '@plinth/contract/project-users'
import type { Project } from '@plinth/contract/projects'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type RemovalProps = {
  project: Project
  member: ProjectUser
  confirmLabel: string
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

export function Removal({ project, member, onClose, ...confirm }: RemovalProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      description={
        <>
          <strong className="font-medium text-text">{member.name}</strong> ({member.userid}) loses access to everything
          in {project.projectname} at once. What they made stays. Owners and Admins of the organization still reach it.
        </>
      }
      {...confirm}
    />
  )
}
