import type { CallError } from '@plinth/contract/errors'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '../../lib/refusal.ts'
import type { User } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { PasswordField } from './PasswordField.tsx'

type PasswordFormProps = {
  user: User
  submitLabel?: string
  danger?: boolean
  /** Answers what went wrong, if anything did. There is no password where the user has none. */
  send: (password?: string) => Promise<CallError | string | null>
  children?: ReactNode
}

/** Before the ways to sign in change. Somebody who never had a password only confirms. */
export function PasswordForm({ user, submitLabel = 'Continue', danger = false, send, children }: PasswordFormProps) {
  const form = useForm<{ password?: string }>({ defaultValues: user.haspassword ? { password: '' } : {} })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus('password'), [form])

  const submit = form.handleSubmit(async ({ password }) => {
    const error = await send(password)
    if (typeof error === 'string') return form.setError('root', { message: error })
    if (error && !showRefusal(form, error, { WRONG_PASSWORD: 'password' }))
      form.setError('root', { message: error.msg })
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        <PasswordField
          user={user}
          {...form.register('password', { required: user.haspassword && 'Enter your password.' })}
          error={errors.password?.message}
        />
        <FormError message={errors.root?.message} />
        {children}
      </div>
      <DialogFooter>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isSubmitting}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
