import { useEffect, useRef, useState } from 'react'
import type { ProviderName } from '../../lib/sso-names.ts'
import { askProvider, popUpSentences } from '../../lib/sso-pop-up.ts'
import { providers } from '../../lib/sso-providers.ts'
import type { User } from '../../lib/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { identitiesQuery, refresh } from './queries.ts'

type ConnectDialogProps = { user: User; provider: ProviderName; authorizeurl: string; onClose: () => void }

/** The password first, then the provider's window: one click leads to it, so that the browser lets it open. */
export function ConnectDialog({ user, provider, authorizeurl, onClose }: ConnectDialogProps) {
  const { label, connect } = providers[provider]
  const [waiting, setWaiting] = useState(false)
  const current = useRef<AbortController>(undefined)

  useEffect(() => () => current.current?.abort(), [])

  async function send(password?: string) {
    setWaiting(true)
    const own = new AbortController()
    current.current = own
    const outcome = await askProvider(provider, authorizeurl, own.signal)
    setWaiting(false)
    if (outcome === 'abandoned') return null
    if (typeof outcome === 'string') return popUpSentences[outcome](label)
    const [, error] = await connect(outcome.arrival, password)
    if (error) return error
    await refresh(identitiesQuery)
    toast.success(`${label} connected`)
    onClose()
    return null
  }

  return (
    <Dialog
      title={`Connect ${label}`}
      description={`From then on your account at ${label} signs you in here as ${user.userid}.`}
      open
      onOpenChange={onClose}
    >
      <PasswordForm user={user} submitLabel={`Continue with ${label}`} send={send}>
        <p role="status" className="text-muted text-sm empty:hidden">
          {waiting ? `Go on in the window of ${label}.` : null}
        </p>
      </PasswordForm>
    </Dialog>
  )
}
