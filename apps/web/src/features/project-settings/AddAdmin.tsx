import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { type Place, useAddAdmin } from './queries.ts'

type AddAdminProps = Place & {
  /** Those of whom it is known that they are admins already. */
  admins: readonly string[]
}

export function AddAdmin(props: AddAdminProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Add Admin"
      description="Somebody of the organization who will manage the project's members, roles and stores. Whoever does not belong to the project yet joins it."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="sm">Add Admin</Button>}
    >
      <AddAdminForm {...props} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function AddAdminForm({ orgid, projectid, admins, onDone }: AddAdminProps & { onDone: () => void }) {
  const [userid, setUserid] = useState<string>()
  const [error, setError] = useState<string>()
  const add = useAddAdmin(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!userid) return setError('Choose a person first.')
    add.mutate({ orgid, projectid, userid })
  }
  const pick = (picked: string) => {
    setError(undefined)
    setUserid(picked)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Person" error={error}>
        {control => (
          <PersonPicker
            {...control}
            {...{ orgid, projectid }}
            label="Person"
            value={userid}
            onPick={pick}
            refused={candidate => (admins.includes(candidate.userid) ? 'admin' : undefined)}
          />
        )}
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={add.isPending}>
          Add Admin
        </Button>
      </DialogFooter>
    </form>
  )
}
