import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { CreateTokenForm } from './CreateTokenForm.tsx'
import { NewToken } from './NewToken.tsx'
import { accessTokensQuery, refresh } from './queries.ts'

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>()
  // Also where nobody waited for the answer: what works has to stand in the list.
  const show = (created: string) => {
    setToken(created)
    void refresh(accessTokensQuery)
  }
  const close = () => {
    onClose()
    // It may have been used by now.
    if (token !== undefined) void refresh(accessTokensQuery)
  }
  return (
    <Dialog
      title={token ? 'Your new access token' : 'Create an access token'}
      role={token ? 'alertdialog' : 'dialog'}
      open
      onOpenChange={close}
    >
      {token ? <NewToken token={token} onDone={close} /> : <CreateTokenForm onCreated={show} />}
    </Dialog>
  )
}
