import type { ResponseOf } from '@plinth/contract/call'
import type { searchUsers } from '@plinth/contract/invites'
import type { OrgRole } from '@plinth/contract/permissions'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Person } from '../../ui/Person.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { CopyKnownLink } from './LinkDialog.tsx'
import { useInviteUser } from './queries.ts'

type FoundPersonProps = {
  orgid: string
  role: OrgRole
  person: ResponseOf<typeof searchUsers>['users'][number]
  /** Of the invite that was sent just now. */
  link: string | undefined
  onInvited: (link: string) => void
}

export function FoundPerson({ orgid, role, person, link, onInvited }: FoundPersonProps) {
  const { userid, name, ismember, isinvited } = person
  const invite = useInviteUser()
  const send = () => invite.mutate({ orgid, userid, role: [role] }, { onSuccess: sent => onInvited(sent.link) })
  const reason = ismember
    ? `${name} belongs to the organization already.`
    : isinvited
      ? `${name} has an invite that waits for an answer.`
      : undefined
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-1">
      <Person id={userid} name={name}>
        <span className="font-mono">{userid}</span>
      </Person>
      <span className="flex shrink-0 items-center gap-2">
        {ismember ? <Badge>Member</Badge> : isinvited ? <Badge tone="accent">Invited</Badge> : null}
        {link && !ismember ? <CopyKnownLink link={link} who={userid} /> : null}
        <Tooltip content={reason}>
          <Button
            size="sm"
            aria-label={`Invite ${name} (${userid})`}
            aria-description={reason}
            aria-disabled={reason !== undefined}
            pending={invite.isPending}
            onClick={send}
          >
            Invite
          </Button>
        </Tooltip>
      </span>
    </li>
  )
}
