import type { SentInvite } from '@plinth/contract/invites'
import { Send, X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { CopyLink } from './CopyLink.tsx'
import { invitedWho } from './columns.tsx'
import { useResendInvite } from './queries.ts'

type PendingActionsProps = { orgid: string; invite: SentInvite; onCancel: (invite: SentInvite) => void }

export function PendingActions({ orgid, invite, onCancel }: PendingActionsProps) {
  const resend = useResendInvite(orgid)
  const who = invitedWho(invite)
  return (
    <span className="inline-flex items-center gap-0.5">
      <IconButton
        size="sm"
        label={`Resend the invite to ${who}`}
        pending={resend.isPending}
        onClick={() => resend.mutate(invite)}
      >
        <Send aria-hidden />
      </IconButton>
      {invite.status === 'expired' ? null : (
        <>
          <CopyLink id={invite.id} who={who} />
          <IconButton size="sm" label={`Cancel the invite to ${who}`} onClick={() => onCancel(invite)}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </span>
  )
}
