import type { SentInvite } from '@plinth/contract/invites'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { invitedWho } from './columns.tsx'
import { useCancelInvite } from './queries.ts'

type CancelDialogProps = { orgid: string; invite: SentInvite; onClose: () => void }

/** Belongs to the list, not to the row: what others send moves rows to other pages, and the question must not go with one. */
export function CancelDialog({ orgid, invite, onClose }: CancelDialogProps) {
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
