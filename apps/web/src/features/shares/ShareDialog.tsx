import type { FsObject } from '@plinth/contract/file-fields'
import { useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/names.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { ShareForm } from './ShareForm.tsx'
import { ShareList } from './ShareList.tsx'

type ShareDialogProps = Store & { object: Pick<FsObject, 'objid' | 'objtype' | 'objname'>; onClose: () => void }

/** Links to one file or folder: a new one, and those there are. */
export function ShareDialog({ orgid, projectid, fsid, object, onClose }: ShareDialogProps) {
  const store = { orgid, projectid, fsid }
  const [address, setAddress] = useState<string>()
  return (
    <Dialog
      title={`Share ${shortName(object.objname) || 'Files'}`}
      description="Whoever has the link can use it without an account."
      // A click beside it does not take away what is not shown again.
      role={address ? 'alertdialog' : 'dialog'}
      open
      onOpenChange={onClose}
    >
      {address ? (
        <MadeLink address={address} onAnother={() => setAddress(undefined)} />
      ) : (
        <ShareForm {...{ store, object }} onMade={setAddress} />
      )}
      <ShareList {...{ store }} objectid={object.objid} />
    </Dialog>
  )
}

function MadeLink({ address, onAnother }: { address: string; onAnother: () => void }) {
  return (
    <>
      <Field label="Link" hint="Copy it now. It is not shown again.">
        {control => (
          <span className="flex items-center gap-1">
            <Input
              {...control}
              value={address}
              readOnly
              autoFocus
              onFocus={({ target }) => target.select()}
              className="font-mono"
            />
            <CopyButton value={address} label="Copy link" size="md" />
          </span>
        )}
      </Field>
      <DialogFooter>
        <Button onClick={onAnother}>Create another link</Button>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  )
}
