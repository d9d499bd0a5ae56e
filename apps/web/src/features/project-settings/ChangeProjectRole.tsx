import type { ProjectRole } from '@plinth/contract/permissions'
import { newProjectRole, type ProjectUser } from '@plinth/contract/project-users'
import { useQuery } from '@tanstack/react-query'
import { ChangeRoleDialog } from '../../ui/ChangeRoleDialog.tsx'
import { type Place, projectRolesQuery, useReplaceProjectRoles } from './queries.ts'
import { roleRefused } from './role-reasons.ts'

type ChangeProjectRoleProps = Place & { own: readonly ProjectRole[]; member: ProjectUser; onClose: () => void }

export function ChangeProjectRole({ orgid, projectid, own, member, onClose }: ChangeProjectRoleProps) {
  const { data, error, isFetching, refetch } = useQuery(projectRolesQuery(orgid))
  const replace = useReplaceProjectRoles(onClose)
  const save = (chosen: readonly string[]) => {
    const wanted = newProjectRole.safeParse(chosen)
    if (!wanted.success) return wanted.error.issues[0]?.message
    replace.mutate({ orgid, projectid, userid: member.userid, role: wanted.data })
  }
  const failure = error && {
    title: 'Fetching project roles failed!',
    message: error.msg,
    onRetry: () => void refetch(),
    retrying: isFetching,
  }
  return (
    <ChangeRoleDialog
      name={member.name}
      roles={data?.map(known => ({ ...known, refused: roleRefused(own, known.role) }))}
      failure={failure ?? undefined}
      current={member.role.length > 0 ? member.role : ['member']}
      pending={replace.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}
