import { disableTotp, renewRecoveryCodes } from '@plinth/contract/two-factor'
import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { refreshUser, useUser } from '../../lib/user.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { CodeForm } from './CodeForm.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'
import { SetUpTotp } from './SetUpTotp.tsx'
import { useStay } from './use-stay.ts'

export function TwoFactor() {
  const [open, setOpen] = useState<'set up' | 'renew' | 'turn off'>()
  const info = useUser()
  const user = info.data
  const close = () => {
    setOpen(undefined)
    void refreshUser()
  }
  return (
    <Section
      title="Two-factor sign-in"
      description="After the password, sign-in asks for a code from an app on your phone. Who knows only the password stays out."
    >
      {info.error && !user ? <LoadFailed title="Getting User Info Failed!" list={info} /> : null}
      {!info.error && !user ? <Skeleton className="h-15 rounded-lg" /> : null}
      {user ? (
        <div className="flex min-h-15 flex-wrap items-center justify-between gap-3 rounded-lg border bg-surface px-4 py-3">
          <p className="flex items-center gap-2 font-medium text-sm">
            Authenticator app
            <Badge tone={user.twofactor ? 'success' : 'neutral'} dot={user.twofactor}>
              {user.twofactor ? 'on' : 'off'}
            </Badge>
          </p>
          {user.twofactor ? (
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
              <Button onClick={() => setOpen('turn off')}>Turn off</Button>
            </span>
          ) : (
            <Button onClick={() => setOpen('set up')}>Set up</Button>
          )}
        </div>
      ) : null}
      {user && open === 'set up' ? <SetUpTotp user={user} onClose={close} /> : null}
      {open === 'renew' ? <Renew onClose={close} /> : null}
      {open === 'turn off' ? <TurnOff onClose={close} /> : null}
    </Section>
  )
}

function Renew({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const { close, stayFor } = useStay(onClose)
  const send = async (code: string) => {
    const [answer, error] = await stayFor(ask(renewRecoveryCodes, { code }))
    if (answer) setCodes(answer.recoverycodes)
    return error
  }
  return (
    <Dialog
      title="New recovery codes"
      description={codes ? undefined : 'The codes that you have now stop working.'}
      role={codes ? 'alertdialog' : 'dialog'}
      open
      onOpenChange={close}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <CodeForm submitLabel="Make new codes" hint="The 6 digits that your authenticator app shows now." send={send} />
      )}
    </Dialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const send = async (code: string) => {
    const [, error] = await ask(disableTotp, { code })
    if (error) return error
    toast.success('Two-factor sign-in is off')
    onClose()
    return null
  }
  return (
    <Dialog
      title="Turn off two-factor sign-in"
      description="The password alone signs you in again. The recovery codes stop working."
      open
      onOpenChange={onClose}
    >
      <CodeForm danger submitLabel="Turn off" hint="From your authenticator app, or a recovery code." send={send} />
    </Dialog>
  )
}
