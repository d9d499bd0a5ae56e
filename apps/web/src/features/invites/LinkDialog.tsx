import { useState } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

type LinkProps = { link: string; who: string }

/** For a link that the browser did not copy. */
export function LinkDialog({ link, who, onClose }: LinkProps & { onClose: () => void }) {
  return (
    <Dialog title="Invite link" description={`For ${who} alone.`} open onOpenChange={onClose}>
      <div className="flex items-end gap-2">
        <Field label="Link" className="min-w-0 flex-1">
          <Input readOnly value={link} className="font-mono text-xs" onFocus={event => event.target.select()} />
        </Field>
        <CopyButton value={link} size="md" />
      </div>
    </Dialog>
  )
}

/** Copies a link that is on no screen. */
export function CopyKnownLink({ link, who }: LinkProps) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <CopyButton value={link} label={`Copy the invite link for ${who}`} onRefused={() => setShown(true)} />
      {shown ? <LinkDialog {...{ link, who }} onClose={() => setShown(false)} /> : null}
    </>
  )
}
