import { type ProjectRole, projectRoles } from '@plinth/contract/permissions'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { type Place, useAddMember } from './queries.ts'
import { isProjectRole, roleRefused } from './role-reasons.ts'

type AddMemberProps = Place & { own: readonly ProjectRole[] }

export function AddMember({ orgid, projectid, own }: AddMemberProps) {
  const [userid, setUserid] = useState<string>()
  const [role, setRole] = useState<ProjectRole>('member')
  const [error, setError] = useState<string>()
  const [added, setAdded] = useState(0)
  const sent = useRef<string>(undefined)
  const add = useAddMember(() => {
    // Somebody else may have been picked meanwhile.
    if (userid !== sent.current) return
    setUserid(undefined)
    setAdded(added + 1)
  })
  const roles = projectRoles.map(known => {
    const disabled = roleRefused(own, known.role) !== undefined
    return { value: known.role, label: disabled ? `${known.role} (above your own role)` : known.role, disabled }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!userid) return setError('Choose a person first.')
    sent.current = userid
    add.mutate({ orgid, projectid, userid, role: [role] })
  }
  const pick = (picked: string) => {
    setError(undefined)
    setUserid(picked)
  }
  return (
    <form aria-label="Add a member" onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2">
      <Field label="Add a member" hideLabel error={error} className="w-full sm:w-72">
        {control => (
          <PersonPicker
            // What was searched for is done with once the person is in.
            key={added}
            {...control}
            {...{ orgid, projectid }}
            label="Add a member"
            value={userid}
            onPick={pick}
            refused={({ ismember }) => (ismember ? 'member' : undefined)}
          />
        )}
      </Field>
      <Select
        aria-label="Role of the new member"
        className="min-w-28 max-sm:flex-1"
        options={roles}
        value={role}
        onValueChange={picked => isProjectRole(picked) && setRole(picked)}
      />
      <Button type="submit" variant="primary" pending={add.isPending} className="pointer-coarse:h-10">
        Add
      </Button>
    </form>
  )
}
