import type { CallError } from '@plinth/contract/errors'
import type { Credentials } from '@plinth/contract/login'
import { signinPasskey, startPasskeySignin } from '@plinth/contract/passkeys'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { showPasskey } from '../../lib/passkeys.ts'
import { Button } from '../../ui/Button.tsx'

type PasskeyButtonProps = {
  label: string
  /** Of the first step, where there was one. */
  ticket?: string
  onDone: (credentials: Credentials) => void
  onDead?: (why: string) => void
}

/** Signs in with a passkey: instead of a password, or as the second step after it. */
export function PasskeyButton({ label, ticket, onDone, onDead }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function signIn(): Promise<string | undefined> {
    const [start, refused] = await ask(startPasskeySignin, { ticket })
    if (refused) return sentenceOf(refused)
    const [response, message] = await showPasskey(start.options)
    if (message !== null) return message
    const [credentials, error] = await ask(signinPasskey, { ticket: start.ticket, response })
    if (error) return sentenceOf(error)
    onDone(credentials)
  }
  function sentenceOf({ errcode, msg }: CallError): string {
    if (errcode === 'SIGNIN_EXPIRED') onDead?.(msg)
    return msg
  }
  async function click() {
    setPending(true)
    setFailure(undefined)
    setFailure(await signIn())
    setPending(false)
  }
  return (
    <div className="grid gap-2">
      <Button size="lg" pending={pending} onClick={() => void click()}>
        <Fingerprint aria-hidden />
        {label}
      </Button>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {failure}
      </p>
    </div>
  )
}
