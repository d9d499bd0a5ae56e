import { zodResolver } from '@hookform/resolvers/zod'
import { addPasskey, startPasskey } from '@plinth/contract/passkeys'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { showRefusal } from '../../lib/refusal.ts'
import type { User } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { deviceName } from './device-name.ts'
import { PasswordField } from './PasswordField.tsx'
import { passkeysQuery, refresh } from './queries.ts'

export function AddPasskeyDialog({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Add a passkey"
      description="Your browser asks you where to keep it: on this device, on your phone or on a security key."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>Add passkey</Button>}
    >
      <AddPasskeyForm user={user} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const fields = addPasskey.request.pick({ name: true }).extend(startPasskey.request.shape)

function AddPasskeyForm({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { name: deviceName(navigator.userAgent), password: undefined },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ name, password }) => {
    const failed = (message: string) => form.setError('root', { message })
    const [start, refused] = await ask(startPasskey, { password })
    if (refused) return void (showRefusal(form, refused, { WRONG_PASSWORD: 'password' }) || failed(refused.msg))
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
        <PasswordField user={user} {...form.register('password')} error={errors.password?.message} />
        <FormError message={errors.root?.message} />
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Add passkey
        </Button>
      </DialogFooter>
    </form>
  )
}
