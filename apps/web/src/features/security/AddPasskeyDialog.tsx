import { zodResolver } from '@hookform/resolvers/zod'
import { addPasskey, startPasskey } from '@plinth/contract/passkeys'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { deviceName } from './device-name.ts'
import { passkeysQuery, refresh } from './queries.ts'

export function AddPasskeyDialog() {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Add a passkey"
      description="Your browser asks you where to keep it: on this device, on your phone or on a security key."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>Add passkey</Button>}
    >
      <AddPasskeyForm onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const nameOnly = addPasskey.request.pick({ name: true })

function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(nameOnly), defaultValues: { name: deviceName(navigator.userAgent) } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ name }) => {
    const failed = (message: string) => form.setError('root', { message })
    const [start, refused] = await ask(startPasskey, {})
    if (refused) return failed(refused.msg)
    const [response, message] = await makePasskey(start.options)
    if (message !== null) return failed(message)
    const [, error] = await ask(addPasskey, { ticket: start.ticket, name, response })
    if (error) return void (showRefusal(form, error) || failed(error.msg))
    await refresh(passkeysQuery)
    toast.success('Passkey added')
    onDone()
  })

  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        <Field label="Name" hint="So that you know it again in the list." error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
        {errors.root?.message ? (
          <Notice tone="danger" role="alert">
            {errors.root.message}
          </Notice>
        ) : null}
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Add passkey
        </Button>
      </DialogFooter>
    </form>
  )
}
