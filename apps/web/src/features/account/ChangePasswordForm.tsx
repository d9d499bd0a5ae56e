import { zodResolver } from '@hookform/resolvers/zod'
import { passwordRules } from '@plinth/contract/fields'
import { changePassword } from '@plinth/contract/recovery'
import { type FormEvent, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordChecklist } from '../../ui/PasswordChecklist.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { toast } from '../../ui/toast.ts'

export function ChangePasswordForm({ userid, onDone }: { userid: string; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(changePassword.request),
    defaultValues: { oldpassword: '', newpassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { newpassword = '' } = useWatch({ control: form.control })

  useEffect(() => form.setFocus('oldpassword'), [form])

  const send = form.handleSubmit(async values => {
    const [, error] = await ask(changePassword, values)
    if (error) {
      showRefusal(form, error, { WRONG_PASSWORD: 'oldpassword' })
      return void toast.error('Updating Roles Failed!', { description: error.msg })
    }
    toast.success('Password changed', { description: 'You are signed out everywhere else.' })
    onDone()
  })
  const submit = (event: FormEvent) => {
    // Portals keep React's tree: without this the form around the dialog would be sent too.
    event.stopPropagation()
    return send(event)
  }

  return (
    <form onSubmit={submit} noValidate>
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly autoComplete="username" value={userid} />
      <div className="grid gap-4">
        <Field label="Current Password" error={errors.oldpassword?.message}>
          <PasswordInput {...form.register('oldpassword')} autoComplete="current-password" />
        </Field>
        <div className="grid gap-2">
          <Field label="New Password" error={errors.newpassword?.message}>
            <PasswordInput {...form.register('newpassword')} autoComplete="new-password" />
          </Field>
          <PasswordChecklist password={newpassword} rules={passwordRules} />
        </div>
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  )
}
