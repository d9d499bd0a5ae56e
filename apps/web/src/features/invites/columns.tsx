import type { SentInvite } from '@plinth/contract/invites'
import type { PagedColumn } from '../../ui/PagedTable.tsx'
import { Person } from '../../ui/Person.tsx'
import { Time } from '../../ui/Time.tsx'

type Column = PagedColumn<SentInvite>

/** Whom the invite is for: the user id, or the address where nobody has that yet. */
export const invitedWho = ({ userid, email }: SentInvite) => userid ?? email ?? ''

export const whoColumn: Column = {
  id: 'who',
  header: 'Who',
  width: 24,
  cell: invite => <Person id={invitedWho(invite)} name={invitedWho(invite)} />,
}

export const roleColumn: Column = {
  id: 'role',
  header: 'Role',
  width: 11,
  cell: ({ role }) => <span title={role.join(', ')}>{role.join(', ')}</span>,
}

export const invitedByColumn: Column = {
  id: 'invitedby',
  header: 'Invited by',
  width: 15,
  roomy: true,
  cell: ({ invitedby }) => (
    <span className="font-mono text-xs" title={invitedby}>
      {invitedby}
    </span>
  ),
}

export const sentColumn: Column = {
  id: 'sent',
  header: 'Sent',
  width: 17,
  roomy: true,
  cell: ({ createdat }) => <Time at={createdat} />,
}
