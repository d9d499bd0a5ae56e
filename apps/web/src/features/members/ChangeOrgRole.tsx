import { newRole, type OrgUser } from '@plinth/contract/org-users'
import { useQuery } from '@tanstack/react-query'
import { ChangeRoleDialog } from '../../ui/ChangeRoleDialog.tsx'
import { rolesQuery, useReplaceRoles } from './queries.ts'

type ChangeOrgRoleProps = { orgid: string; member: OrgUser; onClose: () => void }

export function ChangeOrgRole({ orgid, member: { userid, name, role }, onClose }: ChangeOrgRoleProps) {
  const { data: roles, error, isFetching, refetch } = useQuery(rolesQuery)
  const replace = useReplaceRoles(onClose)
  const save = (chosen: readonly string[]) => {
    const wanted = newRole.safeParse(chosen)
    if (!wanted.success) return wanted.error.issues[0]?.message
    replace.mutate({ orgid, userid, role: wanted.data })
  }
  const failure = error && {
    title: 'Fetching Roles Failed!',
    message: error.msg,
    onRetry: () => void refetch(),
    retrying: isFetching,
  }
  return (
    <ChangeRoleDialog
      {...{ name, roles, onClose }}
      failure={failure ?? undefined}
      current={role.length > 0 ? role : ['Member']}
      pending={replace.isPending}
      onSave={save}
    />
  )
}
