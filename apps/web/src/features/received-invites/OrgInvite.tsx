import type { ReceivedInvite } from '@plinth/contract/invites'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rememberOrg } from '../../lib/last-org.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { WayOn } from './InviteEndings.tsx'
import { Inviter } from './Inviter.tsx'
import { InviteScreen, InviteWaiting } from './InviteScreen.tsx'
import { useAcceptInvite, useDeclineInvite, useReceivedInvites } from './queries.ts'

/** The invitation card of the invite with the id, or else of the newest. */
export function OrgInvite({ id }: { id: string | undefined }) {
  const { data: invites, error, isFetching, refetch } = useReceivedInvites()
  // The list loses it as soon as it is answered, which is before the page goes on.
  const [answered, setAnswered] = useState<ReceivedInvite>()
  if (!invites) {
    if (!error) return <InviteWaiting />
    return (
      <>
        <h1 className="sr-only">Invitation</h1>
        <ErrorState
          title="Failed to get the invites"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </>
    )
  }
  const invite = answered ?? (id === undefined ? invites[0] : invites.find(each => each.id === id))
  if (!invite) return <NoInvite others={invites.length} />
  return <Card key={invite.id} {...{ invite }} onAnswered={setAnswered} />
}

function NoInvite({ others }: { others: number }) {
  const actions = (
    <>
      <WayOn primary={others === 0} />
      {others > 0 ? (
        <Button asChild variant="primary">
          <Link to="/org-invite">Show the newest invite</Link>
        </Button>
      ) : null}
    </>
  )
  return (
    <InviteScreen title={others > 0 ? 'This invite is no longer open' : 'No pending invites'} actions={actions}>
      <p>
        {others > 0
          ? 'It was answered, cancelled or has expired. Others wait for your answer.'
          : 'Nobody waits for your answer. An invite that you expected may have been cancelled or have expired.'}
      </p>
    </InviteScreen>
  )
}

type CardProps = {
  invite: ReceivedInvite
  /** Given undefined, the answer was refused. */
  onAnswered: (invite: ReceivedInvite | undefined) => void
}

function Card({ invite, onAnswered }: CardProps) {
  const { id, orgid, orgname, role } = invite
  const navigate = useNavigate()
  const accept = useAcceptInvite(() => {
    // Which leads on to the one that was open last: now the one that was joined.
    rememberOrg(orgid)
    return navigate({ to: '/org' })
  })
  const reject = useDeclineInvite(() => navigate({ to: '/org' }))
  const busy = accept.isPending || reject.isPending
  const answer = ({ mutate }: typeof accept | typeof reject) => {
    onAnswered(invite)
    mutate(id, { onError: () => onAnswered(undefined) })
  }

  const actions = (
    <>
      <Button pending={reject.isPending} aria-disabled={busy} onClick={() => answer(reject)}>
        Reject Invite
      </Button>
      <Button variant="primary" pending={accept.isPending} aria-disabled={busy} onClick={() => answer(accept)}>
        Accept Invite
      </Button>
    </>
  )
  return (
    <section aria-label="Invitation" className="rounded-xl border bg-surface p-6">
      <InviteScreen name={orgname} title="You are invited to join an organization" actions={actions}>
        <p className="wrap-anywhere font-semibold text-lg text-text">{orgname}</p>
        <p>on Plinth, as {role.join(', ')}</p>
        <p className="wrap-anywhere">
          <Inviter {...invite} />
        </p>
      </InviteScreen>
    </section>
  )
}
