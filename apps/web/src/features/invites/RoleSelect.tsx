import { mayGrant, type OrgRole, orgRoles } from '@plinth/contract/permissions'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

type RoleSelectProps = { own: readonly OrgRole[]; value: OrgRole; onChange: (role: OrgRole) => void }

/** The role that those who are invited will have. */
export function RoleSelect({ own, value, onChange }: RoleSelectProps) {
  const options = orgRoles.map(({ role }) => {
    const disabled = !mayGrant(own, [role])
    return { value: role, label: disabled ? `${role} (above your own role)` : role, disabled }
  })
  const pick = (picked: string) => {
    const known = orgRoles.find(({ role }) => role === picked)
    if (known) onChange(known.role)
  }
  return (
    <Field label="Role" hint={orgRoles.find(({ role }) => role === value)?.info} className="max-w-80">
      {control => <Select {...control} options={options} value={value} onValueChange={pick} />}
    </Field>
  )
}
