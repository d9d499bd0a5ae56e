import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CreateTokenForm } from './CreateTokenForm.tsx'
import { NewToken } from './NewToken.tsx'
import { accessTokensQuery, refresh } from './queries.ts'

export function CreateTokenDialog() {
  const [open, setOpen] = useState(false)
  const [token, setToken] = useState<string>()

  // The list is asked for only now: it would take this button, and with it the token, off the page.
  const change = (now: boolean) => {
    setOpen(now)
    if (now || token === undefined) return
    setToken(undefined)
    void refresh(accessTokensQuery)
  }
  return (
    <Dialog
      title={token ? 'Your new access token' : 'Create an access token'}
      role={token ? 'alertdialog' : 'dialog'}
      open={open}
      onOpenChange={change}
      trigger={<Button variant="primary">Create token</Button>}
    >
      {token ? <NewToken token={token} onDone={() => change(false)} /> : <CreateTokenForm onCreated={setToken} />}
    </Dialog>
  )
}
