import { Link } from '@tanstack/react-router'
import { useCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { InviteScreen } from './InviteScreen.tsx'

type FailedProps = { msg: string; onAgain?: (() => void) | undefined; pending?: boolean }

export function Failed({ msg, onAgain, pending = false }: FailedProps) {
  const actions = (
    <>
      {onAgain ? (
        <Button variant="primary" onClick={onAgain} pending={pending}>
          Try again
        </Button>
      ) : null}
      <WayOn primary={!onAgain} />
    </>
  )
  return (
    <InviteScreen title="Invite Verification failed, try again or contact the org admin!" actions={actions}>
      <p role="alert">{msg}</p>
    </InviteScreen>
  )
}

/** `email` is empty where the invite was for a user id. */
type OtherUserProps = { orgname: string; userid: string; email: string; onLogout: () => void }

/** A link works only for the person it was sent to. */
export function OtherUser({ orgname, userid, email, onLogout }: OtherUserProps) {
  const actions = (
    <>
      <Button variant="primary" onClick={onLogout}>
        Logout &amp; Sign in again
      </Button>
      <WayOn />
    </>
  )
  return (
    <InviteScreen name={orgname} title="This invite is for another user" actions={actions}>
      <p>
        {email ? (
          <>
            The invite to {orgname} was sent to <strong className="font-medium text-text">{email}</strong>.{' '}
          </>
        ) : null}
        You are signed in as <strong className="font-medium text-text">{userid}</strong>.{' '}
        {email ? 'Sign in with that address to answer it.' : 'Sign in as the user it was sent to, to answer it.'}
      </p>
    </InviteScreen>
  )
}

export function AlreadyMember({ orgid, orgname }: { orgid: string; orgname: string }) {
  const actions = (
    <Button asChild variant="primary">
      <Link to="/org/$orgId" params={{ orgId: orgid }}>
        Go to {orgname}
      </Link>
    </Button>
  )
  return (
    <InviteScreen name={orgname} title={`You belong to ${orgname} already`} actions={actions}>
      <p>There is nothing left to answer.</p>
    </InviteScreen>
  )
}

export function WayOn({ primary = false }: { primary?: boolean }) {
  const signedIn = useCredentials() !== undefined
  return (
    <Button asChild variant={primary ? 'primary' : 'secondary'}>
      {signedIn ? <Link to="/org">Go to your organizations</Link> : <Link to="/auth/signin">Go to sign-in</Link>}
    </Button>
  )
}
