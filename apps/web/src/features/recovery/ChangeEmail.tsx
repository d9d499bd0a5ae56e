import type { CallError } from '@plinth/contract/errors'
import { applyEmailChange } from '@plinth/contract/recovery'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ask } from '../../lib/api.ts'
import { getCredentials, setCredentials, useCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { incompleteLink, mayPass, useFollowLink } from './follow-link.ts'
import { Outcome } from './Outcome.tsx'
import { Waiting } from './Waiting.tsx'

interface ChangeEmailProps {
  token: string | undefined
  /** Whom the link was sent to. */
  userid: string | undefined
  /** Leads to the sign-in screen, and from there back here. */
  onLogout: () => void
}

export function ChangeEmail({ token, ...link }: ChangeEmailProps) {
  const credentials = useCredentials()
  // Signed out, in this tab or another: the guard of the page is about to lead away.
  if (!credentials) return <Waiting label="Leading to sign-in" />
  const { userid } = credentials
  if (!token) return <Failed {...link} me={userid} msg={incompleteLink} />
  return <Change key={userid} {...link} token={token} me={userid} />
}

type ChangeProps = Omit<ChangeEmailProps, 'token'> & { me: string }

function Change({ token, ...props }: ChangeProps & { token: string }) {
  const follow = useCallback(() => apply(token), [token])
  const { error, again } = useFollowLink(`change-email:${props.me}:${token}`, follow)
  const email = useCredentials()?.email
  if (error === undefined) return <Waiting label="Verifying your new e-mail address" />
  if (error) return <Failed {...props} msg={error.msg} onAgain={mayPass(error) ? again : undefined} />
  return (
    <Outcome tone="success" title="Your Email has been verified!" actions={<ToDashboard primary />}>
      <p>The address of your account is now {email}.</p>
    </Outcome>
  )
}

async function apply(token: string): Promise<CallError | null> {
  const sentAs = getCredentials()
  const [changed, error] = await ask(applyEmailChange, { token })
  if (error) return error
  // Somebody else may have signed in meanwhile in another tab; theirs is not the address that changed.
  if (sentAs && getCredentials()?.accesstoken === sentAs.accesstoken) setCredentials({ ...sentAs, ...changed })
  return null
}

type FailedProps = ChangeProps & { msg: string; onAgain?: (() => void) | undefined }

function Failed({ userid, me, msg, onLogout, onAgain }: FailedProps) {
  const actions = (
    <>
      {onAgain ? <Button onClick={onAgain}>Try again</Button> : null}
      <Button variant="primary" onClick={onLogout}>
        Logout and Sign In again
      </Button>
      <ToDashboard />
    </>
  )
  if (userid && userid !== me) {
    return (
      <Outcome tone="failure" title="This link is for another user" actions={actions}>
        <p>
          You are signed in as <strong className="font-medium text-text">{me}</strong>. Log in as{' '}
          <strong className="font-medium text-text">{userid.slice(0, 50)}</strong> and try again.
        </p>
      </Outcome>
    )
  }
  return (
    <Outcome tone="failure" title="Oops!" actions={actions}>
      <p>Invite Verification failed, try again or contact the org admin!</p>
      <p className="text-text">{msg}</p>
    </Outcome>
  )
}

function ToDashboard({ primary = false }: { primary?: boolean }) {
  return (
    <Button asChild variant={primary ? 'primary' : 'secondary'}>
      <Link to="/org">Go to Dashboard</Link>
    </Button>
  )
}
