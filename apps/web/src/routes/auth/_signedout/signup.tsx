import type { SecondStep as Needed } from '@plinth/contract/two-factor'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { SecondStep } from '../../../features/second-step/SecondStep.tsx'
import { SignupForm } from '../../../features/session/SignupForm.tsx'
import { SingleSignOn } from '../../../features/sso/SingleSignOn.tsx'
import { setCredentials } from '../../../lib/credentials.ts'
import { loadProviders, useSignupClosed } from '../../../lib/sso-providers.ts'
import { SignupClosed } from '../../../ui/SignupClosed.tsx'
import { toast } from '../../../ui/toast.ts'

export const Route = createFileRoute('/auth/_signedout/signup')({
  staticData: { title: 'Sign up' },
  loader: loadProviders,
  component: SignupScreen,
})

function SignupScreen() {
  const search = Route.useSearch()
  const closed = useSignupClosed(search)
  const [needed, setNeeded] = useState<Needed>()

  function startOver(why?: string): void {
    setNeeded(undefined)
    if (why) toast.warning(why)
  }
  // Whoever has an account already may come in through a provider's button here too.
  if (needed) return <SecondStep {...needed} onDone={setCredentials} onStartOver={startOver} />
  return (
    <SingleSignOn search={search} onSecondStep={setNeeded}>
      {closed ? <SignupClosed /> : <SignupForm search={search} />}
    </SingleSignOn>
  )
}
