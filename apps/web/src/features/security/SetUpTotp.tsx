import type { CallError } from '@plinth/contract/errors'
import { confirmTotp, startTotp } from '@plinth/contract/two-factor'
import { useCallback, useEffect, useState } from 'react'
import { ask } from '../../lib/api.ts'
import type { User } from '../../lib/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Secret } from './Secret.tsx'
import { useStay } from './use-stay.ts'

type Step = { secret: string; uri: string } | { recoverycodes: string[] }

/** Password, then the app, then the recovery codes. */
export function SetUpTotp({ user, onClose }: { user: User; onClose: () => void }) {
  const [step, setStep] = useState<Step>()
  const { close, stayFor } = useStay(onClose)
  const codes = step && 'recoverycodes' in step

  const start = useCallback(async (password?: string) => {
    const [started, error] = await ask(startTotp, { password })
    if (started) setStep(started)
    return error
  }, [])
  const confirm = async (code: string) => {
    const [answer, error] = await stayFor(ask(confirmTotp, { code }))
    if (answer) setStep(answer)
    return error
  }

  return (
    <Dialog
      title={codes ? 'Two-factor sign-in is on' : 'Set up two-factor sign-in'}
      role={codes ? 'alertdialog' : 'dialog'}
      open
      onOpenChange={close}
    >
      {step === undefined && user.haspassword ? <PasswordForm user={user} send={start} /> : null}
      {step === undefined && !user.haspassword ? <StartAtOnce start={start} /> : null}
      {step && 'secret' in step ? (
        <CodeForm submitLabel="Turn on" hint="The 6 digits that the app shows now." send={confirm}>
          <AppInstructions {...step} />
        </CodeForm>
      ) : null}
      {codes ? <RecoveryCodes codes={step.recoverycodes} onDone={onClose} /> : null}
    </Dialog>
  )
}

function AppInstructions({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <p className="text-sm">
        Scan this with an authenticator app on your phone, or give the app the secret. Then enter the code that it
        shows.
      </p>
      <div className="grid justify-items-center gap-4">
        <QrCode value={uri} label="QR code for the authenticator app" />
        <div className="w-full">
          <Secret label="Secret" value={secret} />
        </div>
      </div>
    </>
  )
}

/** There is no password to ask for. */
function StartAtOnce({ start }: { start: () => Promise<CallError | null> }) {
  const [error, setError] = useState<CallError | null>(null)
  useEffect(() => void start().then(setError), [start])
  if (!error) return <Spinner />
  return <ErrorState title="Two-factor sign-in could not be set up" message={error.msg} />
}
