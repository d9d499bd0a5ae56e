import type { ReceivedInvite } from '@plinth/contract/invites'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Inviter } from './Inviter.tsx'
import { useAcceptInvite, useDeclineInvite } from './queries.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** `onGone` is called when the line has gone because it was answered here. */
type InviteLineProps = { invite: ReceivedInvite; onGone: () => void }

export function InviteLine({ invite, onGone }: InviteLineProps) {
  const { id, orgname, role, expiresat } = invite
  const accept = useAcceptInvite()
  const decline = useDeclineInvite()
  const answered = useRef(false)
  useEffect(() => () => (answered.current ? onGone() : undefined), [onGone])

  function send({ mutate }: typeof accept | typeof decline): void {
    answered.current = true
    mutate(id)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar name={orgname} shape="square" uppercase />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere text-sm">
          <Link to="/org-invite" search={{ id }} className="rounded-sm font-medium hover:underline">
            {orgname}
          </Link>
        </p>
        <p className="wrap-anywhere text-muted text-xs">
          <Inviter {...invite} /> as {role.join(', ')}, open until {day.format(expiresat)}
        </p>
      </div>
      <div className="ml-auto flex gap-2">
        <Button
          size="sm"
          aria-label={`Decline the invite to ${orgname}`}
          pending={decline.isPending}
          aria-disabled={accept.isPending}
          onClick={() => send(decline)}
        >
          Decline
        </Button>
        <Button
          size="sm"
          variant="primary"
          aria-label={`Accept the invite to ${orgname}`}
          pending={accept.isPending}
          aria-disabled={decline.isPending}
          onClick={() => send(accept)}
        >
          Accept
        </Button>
      </div>
    </li>
  )
}
