import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogClose, DialogFooter } from './Dialog.tsx'
import { ErrorState } from './ErrorState.tsx'
import { RoleChoice, type RoleOption } from './RoleChoice.tsx'
import { Skeleton } from './Skeleton.tsx'

type ChangeRoleFormProps = {
  roles: readonly RoleOption[]
  /** What is ticked at first. */
  current: readonly string[]
  pending: boolean
  /** Answers what is wrong with the choice, if anything is. */
  onSave: (chosen: readonly string[]) => string | undefined
}

type ChangeRoleDialogProps = Omit<ChangeRoleFormProps, 'roles'> & {
  name: string
  /** Undefined while they load. */
  roles: readonly RoleOption[] | undefined
  failure: { title: string; message: string; onRetry: () => void; retrying: boolean } | undefined
  onClose: () => void
}

export function ChangeRoleDialog({ name, roles, failure, onClose, ...form }: ChangeRoleDialogProps) {
  const body = roles ? (
    <ChangeRoleForm roles={roles} {...form} />
  ) : failure ? (
    <ErrorState {...failure} />
  ) : (
    <Skeleton className="h-36 w-full" />
  )
  return (
    <Dialog title="Change Role" description={`What ${name} may do here.`} open onOpenChange={onClose}>
      {body}
    </Dialog>
  )
}

function ChangeRoleForm({ roles, current, pending, onSave }: ChangeRoleFormProps) {
  const [chosen, setChosen] = useState(current)
  const [error, setError] = useState<string>()

  const choose = (role: string, on: boolean) => {
    setError(undefined)
    setChosen(roles.map(known => known.role).filter(known => (known === role ? on : chosen.includes(known))))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = onSave(chosen)
    setError(problem)
    if (problem) event.currentTarget.querySelector<HTMLInputElement>('input:enabled')?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <RoleChoice {...{ roles, chosen, error }} onChoose={choose} />
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={pending}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  )
}
