import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { CreateTokenForm } from './CreateTokenForm.tsx'
import { NewToken } from './NewToken.tsx'
import { accessTokensQuery, refresh } from './queries.ts'

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>()
  const close = () => {
    onClose()
    if (token !== undefined) void refresh(accessTokensQuery)
  }
  return (
    <Dialog
      title={token ? 'Your new access token' : 'Create an access token'}
      role={token ? 'alertdialog' : 'dialog'}
      open
      onOpenChange={close}
    >
      {token ? <NewToken token={token} onDone={close} /> : <CreateTokenForm onCreated={setToken} />}
    </Dialog>
  )
}
