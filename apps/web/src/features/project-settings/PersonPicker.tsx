import type { ResponseOf } from '@plinth/contract/call'
import type { listProjectCandidates } from '@plinth/contract/project-users'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { candidatesQuery, type Place } from './queries.ts'

type Candidate = ResponseOf<typeof listProjectCandidates>['users'][number]

type PersonPickerProps = Place & {
  label: string
  value: string | undefined
  onPick: (userid: string) => void
  /** Why somebody cannot be picked. */
  refused: (candidate: Candidate) => string | undefined
} & Pick<ComponentProps<typeof Combobox>, 'id' | 'aria-describedby' | 'aria-invalid' | 'className'>

const searchDelayMs = 500

/** Somebody of the organisation, found by the beginning of user id or name. */
export function PersonPicker({ orgid, projectid, label, value, onPick, refused, ...field }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), searchDelayMs)
  const { data = [], error, isFetching } = useQuery(candidatesQuery({ orgid, projectid }, search))
  const options = data.map(candidate => {
    const reason = refused(candidate)
    return {
      value: candidate.userid,
      label: candidate.userid,
      note: <Note name={candidate.name} reason={reason} />,
      icon: <Avatar name={candidate.userid} size="sm" uppercase />,
      disabled: reason !== undefined,
    }
  })
  const waiting = isFetching || search !== typed.trim()
  return (
    <Combobox
      {...field}
      {...{ label, options }}
      wide
      {...(value ? { value } : {})}
      onValueChange={onPick}
      placeholder="Choose a person"
      searchPlaceholder="User id or name"
      emptyText={error?.msg ?? (waiting ? 'Searching...' : 'Nobody in the organization matches.')}
      search={typed}
      onSearchChange={setTyped}
      filter={false}
    />
  )
}

function Note({ name, reason }: { name: string; reason: string | undefined }) {
  return (
    <span className="flex max-w-36 gap-1">
      <span className="truncate">{name}</span>
      {reason ? <span className="shrink-0">· {reason}</span> : null}
    </span>
  )
}
