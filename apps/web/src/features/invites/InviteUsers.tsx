import type { OrgRole } from '@plinth/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import { useDraftText } from '../../lib/drafts.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FoundPerson } from './FoundPerson.tsx'
import { Part } from './Part.tsx'
import { peopleQuery, shortestSearch } from './queries.ts'

const searchDelayMs = 500

type InviteUsersProps = { orgid: string; role: OrgRole }

export function InviteUsers({ orgid, role }: InviteUsersProps) {
  const [typed, setTyped] = useDraftText(`invite-search:${orgid}`)
  /** Told once by the server, so they are kept while the form is open. */
  const [links, setLinks] = useState<Record<string, string>>({})
  const search = useDebounced(typed.trim(), searchDelayMs)
  const { data: found, error, isPlaceholderData } = useQuery(peopleQuery(orgid, search))
  const asked = search.length >= shortestSearch
  const people = asked && !error ? found : undefined
  const hint = typed.trim().length === 1 ? 'Type at least two letters.' : undefined
  return (
    <Part
      title="People with an account"
      description="Search by the beginning of a user id or name, or by whole e-mail address."
    >
      <Field label="Find people" hideLabel hint={hint} className="max-w-lg">
        <Input
          type="search"
          value={typed}
          maxLength={254}
          autoComplete="off"
          placeholder="User id, name or e-mail"
          onChange={event => setTyped(event.target.value)}
        />
      </Field>
      <p role="status" className="text-muted text-sm empty:hidden">
        {people && !isPlaceholderData ? counted(people.length) : ''}
      </p>
      {asked && error ? (
        <Notice tone="danger" role="alert">
          {error.msg}
        </Notice>
      ) : null}
      {people && people.length > 0 ? (
        <ul aria-label="People found" className="max-w-2xl divide-y rounded-lg border bg-surface">
          {people.map(person => (
            <FoundPerson
              key={person.userid}
              {...{ orgid, role, person }}
              link={links[person.userid]}
              onInvited={link => setLinks(now => ({ ...now, [person.userid]: link }))}
            />
          ))}
        </ul>
      ) : null}
    </Part>
  )
}

function counted(count: number): string {
  if (count === 0) return 'Nobody with an account matches. You can invite them by e-mail below.'
  return count === 1 ? '1 person found' : `${count} people found`
}
