import type { CallError } from '@plinth/contract/errors'
import { verifyEmail } from '@plinth/contract/recovery'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ask } from '../../lib/api.ts'
import { useCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { incompleteLink, mayPass, useFollowLink } from './follow-link.ts'
import { Outcome } from './Outcome.tsx'
import { Waiting } from './Waiting.tsx'

/** `token` is undefined when the address was cut off on its way. */
export function VerifyEmail({ token }: { token: string | undefined }) {
  return token ? <Verification token={token} /> : <Failed msg={incompleteLink} />
}

function Verification({ token }: { token: string }) {
  const follow = useCallback(async () => (await ask(verifyEmail, { token }))[1], [token])
  const { error, again } = useFollowLink(`verify-email:${token}`, follow)
  if (error === undefined) return <Waiting label="Verifying your e-mail address" />
  if (error) return <Failed {...error} onAgain={mayPass(error) ? again : undefined} />
  return (
    <Outcome tone="success" title="Verified!" actions={<WaysOn />}>
      <p>You have successfully verified the account.</p>
    </Outcome>
  )
}

type FailedProps = Pick<CallError, 'msg'> & { errcode?: CallError['errcode']; onAgain?: (() => void) | undefined }

function Failed({ msg, errcode, onAgain }: FailedProps) {
  const actions = (
    <>
      {onAgain ? (
        <Button variant="primary" onClick={onAgain}>
          Try again
        </Button>
      ) : null}
      <WaysOn />
    </>
  )
  return (
    <Outcome tone="failure" title="Oops!" actions={actions}>
      <p>Something went wrong. Please try again.</p>
      <p className="text-text">{msg}</p>
      {errcode === 'LINK_DEAD' ? (
        <p>While your address is not verified, the top of every page offers to send a new link.</p>
      ) : null}
    </Outcome>
  )
}

function WaysOn() {
  const signedIn = useCredentials() !== undefined
  return (
    <>
      {signedIn ? (
        <Button asChild variant="primary">
          <Link to="/org">Go to Dashboard</Link>
        </Button>
      ) : null}
      <Button asChild variant={signedIn ? 'secondary' : 'primary'}>
        <Link to="/auth/signin">Sign In</Link>
      </Button>
    </>
  )
}
