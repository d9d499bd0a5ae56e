import type { CallError } from '@plinth/contract/errors'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

type PasswordFormProps = { userid: string; send: (password: string) => Promise<CallError | null> }

/** Somebody at an unlocked screen must not be able to lock its owner out. */
export function PasswordForm({ userid, send }: PasswordFormProps) {
  const form = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus('password'), [form])

  const submit = form.handleSubmit(async ({ password }) => {
    const error = await send(password)
    if (error && !showRefusal(form, error)) form.setError('password', { message: error.msg }, { shouldFocus: true })
  })
  return (
    <form onSubmit={submit} noValidate>
      <input hidden readOnly autoComplete="username" value={userid} />
      <Field label="Password" hint="To be sure that it is you." error={errors.password?.message}>
        <PasswordInput
          {...form.register('password', { required: 'Enter your password.' })}
          autoComplete="current-password"
        />
      </Field>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  )
}
