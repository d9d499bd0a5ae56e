import type { ResponseOf } from '@plinth/contract/call'
import type { isInviteValid } from '@plinth/contract/invites'
import { useNavigate } from '@tanstack/react-router'
import { rememberOrg } from '../../lib/last-org.ts'
import { useOrgs } from '../../lib/orgs.ts'
import { useUser } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { AlreadyMember, OtherUser } from './InviteEndings.tsx'
import { InviteScreen, InviteWaiting } from './InviteScreen.tsx'
import { useAcceptLink, useDeclineLink } from './queries.ts'

type LinkAnswerProps = {
  token: string
  invite: ResponseOf<typeof isInviteValid>
  userid: string
  onLogout: () => void
}

/** The invite of a link, for somebody who is signed in. */
export function LinkAnswer({ token, invite, userid, onLogout }: LinkAnswerProps) {
  const { orgid, orgname, email, invitedby } = invite
  const navigate = useNavigate()
  const user = useUser()
  const orgs = useOrgs()
  const accept = useAcceptLink(() => {
    // Which leads on to the one that was open last: now the one that was joined.
    rememberOrg(orgid)
    return navigate({ to: '/org' })
  })
  const reject = useDeclineLink(() => navigate({ to: '/org' }))
  const refusal = accept.error?.errcode ?? reject.error?.errcode
  const busy = accept.isPending || reject.isPending

  if (user.isPending || orgs.isPending) return <InviteWaiting />
  // One for a user id tells no address; then only the server knows.
  const isOther = user.data !== undefined && email !== '' && user.data.email !== email
  if (isOther || refusal === 'INVITE_OTHER_USER') return <OtherUser {...{ orgname, userid, email, onLogout }} />
  const isMember = !busy && orgs.data?.some(org => org.orgid === orgid)
  if (isMember || refusal === 'ALREADY_MEMBER') return <AlreadyMember {...{ orgid, orgname }} />

  const actions = (
    <>
      <Button pending={reject.isPending} aria-disabled={busy} onClick={() => reject.mutate(token)}>
        Reject
      </Button>
      <Button variant="primary" pending={accept.isPending} aria-disabled={busy} onClick={() => accept.mutate(token)}>
        Accept
      </Button>
      <Button variant="ghost" className="basis-full" onClick={onLogout}>
        Logout &amp; Sign in again
      </Button>
    </>
  )
  return (
    <InviteScreen name={orgname} title={`You're invited to join ${orgname}!`} actions={actions}>
      <p>Invited by {invitedby}</p>
      <p>
        You are signed in as <strong className="font-medium text-text">{userid}</strong>.
      </p>
    </InviteScreen>
  )
}
