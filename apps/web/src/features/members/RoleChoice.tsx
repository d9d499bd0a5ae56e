import { useId } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'

type RoleChoiceProps = {
  roles: readonly { role: string; info: string }[]
  chosen: readonly string[]
  onChoose: (role: string, on: boolean) => void
  error: string | undefined
}

export function RoleChoice({ roles, chosen, onChoose, error }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">Roles</legend>
      <ul className="divide-y rounded-lg border">
        {roles.map(({ role, info }) => (
          <li key={role} className="px-3 py-2.5">
            <Checkbox
              label={role}
              className="font-medium"
              checked={chosen.includes(role)}
              onCheckedChange={on => onChoose(role, on)}
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-${role} ${id}-error`}
            />
            <p id={`${id}-${role}`} className="mt-0.5 pl-6 text-muted text-xs">
              {info}
            </p>
          </li>
        ))}
      </ul>
      <p id={`${id}-error`} aria-live="polite" className="mt-1.5 text-danger text-xs empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
