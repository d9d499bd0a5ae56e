import { zodResolver } from '@hookform/resolvers/zod'
import type { CallError } from '@plinth/contract/errors'
import { passwordRules } from '@plinth/contract/fields'
import { resetPassword } from '@plinth/contract/recovery'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordChecklist } from '../../ui/PasswordChecklist.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { toast } from '../../ui/toast.ts'

const resolver = zodResolver(resetPassword.request.pick({ password: true }))

type ResetPasswordFormProps = { token: string; onDone: () => Promise<void>; onDead: (error: CallError) => void }

export function ResetPasswordForm({ token, onDone, onDead }: ResetPasswordFormProps) {
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const { password = '' } = useWatch({ control: form.control })

  useEffect(() => form.setFocus('password'), [form])

  const submit = form.handleSubmit(async values => {
    const [, error] = await ask(resetPassword, { id: token, ...values })
    if (!error) return onDone()
    showRefusal(form, error)
    toast.error('Reset password failed', { description: error.msg })
    if (error.errcode === 'LINK_DEAD') onDead(error)
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h1 className="font-semibold text-xl">Reset password</h1>
        <p className="text-muted">Saving it signs you out everywhere.</p>
      </div>
      <div className="grid gap-2">
        <Field label="New password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <PasswordChecklist password={password} rules={passwordRules} />
      </div>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        Save New Password
      </Button>
    </form>
  )
}
