import { newRole, type OrgUser } from '@plinth/contract/org-users'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { rolesQuery, useReplaceRoles } from './queries.ts'
import { RoleChoice } from './RoleChoice.tsx'

type ChangeRoleProps = { orgid: string; member: OrgUser; onClose: () => void }

export function ChangeRoleDialog({ orgid, member, onClose }: ChangeRoleProps) {
  const { data: roles, error, isFetching, refetch } = useQuery(rolesQuery)
  return (
    <Dialog title="Change Role" description={`What ${member.name} may do here.`} open onOpenChange={onClose}>
      {roles ? <ChangeRoleForm {...{ orgid, member, onClose, roles }} /> : null}
      {error && !roles ? (
        <ErrorState
          title="Fetching Roles Failed!"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {error || roles ? null : <Skeleton className="h-36 w-full" />}
    </Dialog>
  )
}

type ChangeRoleFormProps = ChangeRoleProps & { roles: readonly { role: string; info: string }[] }

function ChangeRoleForm({ orgid, member, onClose, roles }: ChangeRoleFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(member.role.length > 0 ? member.role : ['Member'])
  const [error, setError] = useState<string>()
  const replace = useReplaceRoles(onClose)

  const choose = (role: string, on: boolean) => {
    setError(undefined)
    setChosen(roles.map(known => known.role).filter(known => (known === role ? on : chosen.includes(known))))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = newRole.safeParse(chosen)
    if (wanted.success) return replace.mutate({ orgid, userid: member.userid, role: wanted.data })
    setError(wanted.error.issues[0]?.message)
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <RoleChoice {...{ roles, chosen, error }} onChoose={choose} />
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={replace.isPending}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  )
}
