import type { ProjectUser } from '@plinth/contract/project-users'
import { AccessDialog } from './AccessDialog.tsx'
import { ChangeProjectRole } from './ChangeProjectRole.tsx'
import type { SettingsProps } from './General.tsx'
import { useRemoveMember } from './queries.ts'
import { Removal } from './Removal.tsx'

/** What was chosen from the menu of a member. */
export interface ProjectMemberAsked {
  what: 'role' | 'access' | 'remove'
  member: ProjectUser
}

type ProjectMemberDialogProps = Pick<SettingsProps, 'org' | 'project'> & {
  asked: ProjectMemberAsked
  onClose: () => void
}

/** Belongs to the list, not to the row: who is added moves rows to other pages, and what one is about to answer must not go with one. */
export function ProjectMemberDialog({ org, project, asked: { what, member }, onClose }: ProjectMemberDialogProps) {
  const place = { orgid: org.orgid, projectid: project.projectid }
  const remove = useRemoveMember(onClose)
  if (what === 'role') return <ChangeProjectRole {...{ ...place, member, onClose }} own={project.role} />
  if (what === 'access') return <AccessDialog {...{ org, project, member, onClose }} />
  return (
    <Removal
      {...{ project, member, onClose }}
      confirmLabel="Remove User"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ ...place, userid: member.userid })}
    />
  )
}
