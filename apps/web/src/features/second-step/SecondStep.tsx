import type { Credentials } from '@plinth/contract/login'
import type { SecondStep as Needed } from '@plinth/contract/two-factor'
import { useState } from 'react'
import { whyNoPasskeys } from '../../lib/passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

interface SecondStepProps extends Needed {
  onDone: (credentials: Credentials) => void
  /** The first step has to be done again; the sentence says why, where the user did not choose it. */
  onStartOver: (why?: string) => void
}

const link = 'font-medium text-accent text-sm hover:underline'

/** What a sign-in asks for after the password: a code of the app, a recovery code or a passkey. */
export function SecondStep({ ticket, methods, onDone, onStartOver }: SecondStepProps) {
  const [kind, setKind] = useState<'totp' | 'recovery'>(methods.includes('totp') ? 'totp' : 'recovery')
  const other = kind === 'totp' ? 'recovery' : 'totp'
  const passkey = methods.includes('passkey') && !whyNoPasskeys()
  return (
    <div className="grid gap-4">
      <h1 className="font-semibold text-xl">One more step</h1>
      {methods.includes(kind) ? <CodeStep key={kind} {...{ kind, ticket, onDone }} onDead={onStartOver} /> : null}
      {passkey ? <PasskeyButton {...{ ticket, onDone }} onDead={onStartOver} label="Use a passkey" /> : null}
      {methods.includes('passkey') && !passkey ? <p className="text-muted text-sm">{whyNoPasskeys()}</p> : null}
      <p className="flex flex-wrap justify-between gap-2">
        {methods.includes(other) && methods.includes(kind) ? (
          <button type="button" className={link} onClick={() => setKind(other)}>
            {other === 'recovery' ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>
        ) : null}
        <Button variant="ghost" size="sm" className="-mr-2.5 ml-auto" onClick={() => onStartOver()}>
          Start over
        </Button>
      </p>
    </div>
  )
}
