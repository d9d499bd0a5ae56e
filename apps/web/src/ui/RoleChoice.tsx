import { useId } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { Tooltip } from './Tooltip.tsx'

export type RoleOption = {
  role: string
  info: string
  /** Why it cannot be chosen. */
  refused?: string | undefined
}

type RoleChoiceProps = {
  roles: readonly RoleOption[]
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
        {roles.map(({ role, info, refused }) => (
          <li key={role} className="px-3 py-2.5">
            <Tooltip content={refused} align="start">
              <span className="inline-flex">
                <Checkbox
                  label={role}
                  className={refused ? 'font-medium text-faint' : 'font-medium'}
                  checked={chosen.includes(role)}
                  onCheckedChange={on => onChoose(role, on)}
                  disabled={Boolean(refused)}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={`${id}-${role} ${id}-error`}
                />
              </span>
            </Tooltip>
            <p id={`${id}-${role}`} className="mt-0.5 pl-6 text-muted text-xs">
              {info} {refused && <span className="pointer-fine:sr-only">{refused}</span>}
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
