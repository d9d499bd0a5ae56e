import type { SentInvite } from '@plinth/contract/invites'
import { Send, X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CopyLink } from './CopyLink.tsx'
import { invitedWho } from './columns.tsx'
import { useCancelInvite, useResendInvite } from './queries.ts'

type PendingActionsProps = { orgid: string; invite: SentInvite }

export function PendingActions({ orgid, invite }: PendingActionsProps) {
  const [asking, setAsking] = useState(false)
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
          <IconButton size="sm" label={`Cancel the invite to ${who}`} onClick={() => setAsking(true)}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
      {asking ? <CancelDialog {...{ orgid, invite }} onClose={() => setAsking(false)} /> : null}
    </span>
  )
}

function CancelDialog({ orgid, invite, onClose }: PendingActionsProps & { onClose: () => void }) {
  const cancel = useCancelInvite(orgid)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      description={
        <>
          The invite to <strong className="font-medium text-text">{invitedWho(invite)}</strong> ends, and the links that
          were sent or copied stop working.
        </>
      }
      confirmLabel="Cancel invite"
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate(invite, { onSettled: onClose })}
    />
  )
}
