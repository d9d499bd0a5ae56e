import { apiBase } from '@plinth/contract/call'
import { userInfo } from '@plinth/contract/profile'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Secret } from './Secret.tsx'

export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const example = `curl -H "Authorization: Bearer ${token}" ${window.location.origin}${apiBase}${userInfo.path}`
  return (
    <>
      <div className="grid gap-4">
        <Notice tone="warning">Copy it now: it is shown this once and never again.</Notice>
        <Secret label="Access token" value={token} />
        <Secret label="Try it" value={example} />
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </DialogFooter>
    </>
  )
}
