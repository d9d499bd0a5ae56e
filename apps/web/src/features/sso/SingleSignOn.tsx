import type { SecondStep } from '@plinth/contract/two-factor'
import type { ReactNode } from 'react'
import type { SigninSearch } from '../../lib/signin-search.ts'
import { providerNames } from '../../lib/sso-names.ts'
import { providers, useProviders, useSignupClosed } from '../../lib/sso-providers.ts'
import { Button } from '../../ui/Button.tsx'
import { ProviderMark } from '../../ui/ProviderMark.tsx'
import { SignupClosed } from '../../ui/SignupClosed.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { NewcomerForm } from './NewcomerForm.tsx'
import { useSingleSignOn } from './use-single-sign-on.ts'

type SingleSignOnProps = {
  search: SigninSearch
  onSecondStep: (needed: SecondStep) => void
  /** The way in without a provider. */
  children: ReactNode
}

/** The form, the providers' buttons under it, and in their place what somebody new has to fill in. */
export function SingleSignOn({ search, onSecondStep, children }: SingleSignOnProps) {
  const { newcomer, startOver, ...flow } = useSingleSignOn(onSecondStep)
  const closed = useSignupClosed(search)
  if (newcomer && closed) {
    return (
      <SignupClosed>
        <Button onClick={startOver}>Use another way in</Button>
      </SignupClosed>
    )
  }
  if (newcomer) return <NewcomerForm newcomer={newcomer} inviteid={search['invite-token']} onStartOver={startOver} />
  return (
    <div className="grid gap-4">
      {children}
      <ProviderButtons {...flow} />
    </div>
  )
}

function ProviderButtons({ waiting, sending, failure, begin }: Omit<ReturnType<typeof useSingleSignOn>, 'startOver'>) {
  const data = useProviders()
  const offered = providerNames.flatMap(name => (data?.[name] ? [{ name, ...data[name] }] : []))
  // Without a secure connection the browser has no hash function for the challenge.
  if (offered.length === 0 || !window.isSecureContext) return null
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      {offered.map(({ name, authorizeurl }) => (
        <Button key={name} size="lg" pending={sending === name} onClick={() => void begin(name, authorizeurl)}>
          <ProviderMark provider={name} />
          Continue with {providers[name].label}
        </Button>
      ))}
      <p role="status" className="text-center text-muted text-sm empty:hidden">
        {waiting && `Go on in the window of ${providers[waiting].label}.`}
      </p>
      {failure && <FailureNotice {...failure} />}
    </div>
  )
}
