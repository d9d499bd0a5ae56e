import type { CallError } from '@plinth/contract/errors'
import { userInfo } from '@plinth/contract/profile'
import { changePasswordEmail } from '@plinth/contract/recovery'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { ask } from '../../lib/api.ts'
import { getCredentials } from '../../lib/credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { incompleteLink, mayPass } from './follow-link.ts'
import { Outcome } from './Outcome.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { Waiting } from './Waiting.tsx'

/** `token` is undefined when the address was cut off on its way. */
export function ResetPassword({ token }: { token: string | undefined }) {
  return token ? <Reset token={token} /> : <DeadLink msg={incompleteLink} />
}

type Step = 'checking' | 'form' | 'done' | CallError

function Reset({ token }: { token: string }) {
  const [step, setStep] = useState<Step>('checking')
  const check = useCallback(() => {
    const stop = new AbortController()
    void ask(changePasswordEmail, { id: token }, stop.signal).then(([, error]) => {
      if (!stop.signal.aborted) setStep(error ?? 'form')
    })
    return () => stop.abort()
  }, [token])
  useEffect(check, [check])
  const finish = async () => {
    // The reset ended every session of the account. If that of this browser was one of them, asking shows it and drops it,
    // before there is a link to the sign-in page, which would send whoever is still signed in to their organisations.
    if (getCredentials()) await ask(userInfo, {})
    setStep('done')
  }

  if (step === 'checking') return <Waiting label="Checking the link" />
  if (step === 'done') return <Done />
  if (step === 'form') return <ResetPasswordForm token={token} onDone={finish} onDead={setStep} />
  if (!mayPass(step)) return <DeadLink msg={step.msg} />
  const again = () => {
    setStep('checking')
    check()
  }
  return (
    <Outcome
      tone="failure"
      title="Oops!"
      actions={
        <Button variant="primary" onClick={again}>
          Try again
        </Button>
      }
    >
      <p>Something went wrong. Please try again.</p>
      <p className="text-text">{step.msg}</p>
    </Outcome>
  )
}

function Done() {
  const actions = (
    <Button asChild variant="primary">
      <Link to="/auth/signin">Sign in</Link>
    </Button>
  )
  return (
    <Outcome tone="success" title="Password successfully reset" actions={actions}>
      <p>You were signed out everywhere. Sign in with the new password.</p>
    </Outcome>
  )
}

function DeadLink({ msg }: { msg: string }) {
  const actions = (
    <>
      <Button asChild variant="primary">
        <Link to="/auth/forgot-password">Ask for a new link</Link>
      </Button>
      <Button asChild>
        <Link to="/auth/signin">Back to sign in</Link>
      </Button>
    </>
  )
  return (
    <Outcome tone="failure" title="This link does not work" actions={actions}>
      <p>{msg}</p>
    </Outcome>
  )
}
