import { auditActions } from '@plinth/contract/audit'
import { userid as useridRule } from '@plinth/contract/fields'
import { useDebounced } from '../../lib/debounced.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import type { AuditFilter } from './audit-queries.ts'
import { actionWords } from './audit-words.ts'

/** What stands in the fields. */
export interface Typed {
  action: string
  person: string
  target: string
}

const searchDelayMs = 500
export const anything = { value: 'all', label: 'Everything' }
const actions = [anything, ...auditActions.map(action => ({ value: action, label: actionWords[action] }))]

/** Undefined while it is none. */
const useridIn = (person: string) => useridRule.safeParse(person.trim().toLowerCase()).data

/** What the server is asked for: a user id that is whole, and a target once one has stopped typing. */
export function useFilter(orgid: string, { action, person, target }: Typed): AuditFilter {
  const sought = useDebounced(target.trim(), searchDelayMs)
  const known = auditActions.find(name => name === action)
  const actorid = useridIn(person)
  return {
    orgid,
    ...(known ? { action: known } : {}),
    ...(actorid ? { actorid } : {}),
    ...(sought ? { target: sought } : {}),
  }
}

type AuditFiltersProps = { typed: Typed; onChange: (change: Partial<Typed>) => void }

const ids = { type: 'search', autoCapitalize: 'none', spellCheck: false } as const

export function AuditFilters({ typed, onChange }: AuditFiltersProps) {
  const isNobody = typed.person.trim() !== '' && !useridIn(typed.person)
  return (
    <>
      <Field label="What" className="w-full sm:w-56">
        <Select options={actions} value={typed.action} onValueChange={action => onChange({ action })} />
      </Field>
      <Field label="Who" hint={isNobody && 'Not a user id: everybody is shown.'} className="w-full sm:w-48">
        <Input
          {...ids}
          value={typed.person}
          placeholder="The whole user id"
          onChange={event => onChange({ person: event.target.value })}
        />
      </Field>
      <Field label="To whom" className="w-full sm:w-60">
        <Input
          {...ids}
          value={typed.target}
          maxLength={254}
          placeholder="User id, address or project id"
          onChange={event => onChange({ target: event.target.value })}
        />
      </Field>
    </>
  )
}
