import type { SecondStep as Needed } from '@plinth/contract/two-factor'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { PasskeyButton } from '../../../features/second-step/PasskeyButton.tsx'
import { SecondStep } from '../../../features/second-step/SecondStep.tsx'
import { SigninForm } from '../../../features/session/SigninForm.tsx'
import { SingleSignOn } from '../../../features/sso/SingleSignOn.tsx'
import { setCredentials } from '../../../lib/credentials.ts'
import { whyNoPasskeys } from '../../../lib/passkeys.ts'
import { loadProviders } from '../../../lib/sso-providers.ts'
import { Notice } from '../../../ui/Notice.tsx'

export const Route = createFileRoute('/auth/_signedout/signin')({
  staticData: { title: 'Sign in' },
  loader: loadProviders,
  component: SigninScreen,
})

function SigninScreen() {
  const search = Route.useSearch()
  const ended = useLocation({ select: ({ state }) => state.ended === true })
  const [needed, setNeeded] = useState<Needed>()
  const [why, setWhy] = useState<string>()

  function startOver(reason?: string): void {
    setNeeded(undefined)
    setWhy(reason)
  }
  if (needed) return <SecondStep {...needed} onDone={setCredentials} onStartOver={startOver} />
  return (
    <SingleSignOn search={search} onSecondStep={setNeeded}>
      {why ? (
        <Notice tone="warning" role="alert">
          {why}
        </Notice>
      ) : null}
      {ended && !why ? <SessionEnded /> : null}
      <SigninForm search={search} onSecondStep={setNeeded} />
      {whyNoPasskeys() ? null : <PasskeyButton label="Sign in with a passkey" onDone={setCredentials} />}
    </SingleSignOn>
  )
}

/** Nobody is thrown out without a word. Which of them it was, the server does not say. */
function SessionEnded() {
  return (
    <Notice title="Your session has ended" role="alert">
      It was ended in another tab or on another device, the password was changed, or it was not used for 30 days. Sign
      in to go on where you were.
    </Notice>
  )
}
