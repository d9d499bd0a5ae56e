import type { ReceivedInvite } from '@plinth/contract/invites'

/** The name says who it is, the user id says which of those with that name. */
export function Inviter({ invitername, invitedby }: Pick<ReceivedInvite, 'invitername' | 'invitedby'>) {
  return (
    <>
      Invited by {invitername} (<span className="font-mono">{invitedby}</span>)
    </>
  )
}
