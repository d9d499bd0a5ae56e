import { disconnectProvider } from '@plinth/contract/sso'
import { ask } from '../../lib/api.ts'
import type { ProviderName } from '../../lib/sso-names.ts'
import { providers } from '../../lib/sso-providers.ts'
import type { User } from '../../lib/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { identitiesQuery, refresh } from './queries.ts'

type DisconnectDialogProps = { user: User; provider: ProviderName; onClose: () => void }

export function DisconnectDialog({ user, provider, onClose }: DisconnectDialogProps) {
  const { label } = providers[provider]

  async function send(password?: string) {
    const [, error] = await ask(disconnectProvider, { provider, password })
    // Somebody else disconnected it meanwhile, which is what was wanted.
    if (error && error.errcode !== 'NOT_FOUND') return error
    await refresh(identitiesQuery)
    toast.success(`${label} disconnected`)
    onClose()
    return null
  }

  return (
    <Dialog
      title={`Disconnect ${label}`}
      description={`Your account at ${label} no longer signs you in here. You can connect it again at any time.`}
      open
      onOpenChange={onClose}
    >
      <PasswordForm user={user} submitLabel="Disconnect" danger send={send} />
    </Dialog>
  )
}
