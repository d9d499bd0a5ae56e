import { zodResolver } from '@hookform/resolvers/zod'
import type { CallError } from '@plinth/contract/errors'
import { confirmTotp } from '@plinth/contract/two-factor'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

type CodeFormProps = {
  submitLabel: string
  hint?: string
  danger?: boolean
  /** Answers what went wrong, if anything did. */
  send: (code: string) => Promise<CallError | null>
  children?: ReactNode
}

/** Asks for a code of the authenticator app. */
export function CodeForm({ submitLabel, hint, danger = false, send, children }: CodeFormProps) {
  const form = useForm({ resolver: zodResolver(confirmTotp.request), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus('code'), [form])

  const submit = form.handleSubmit(async ({ code }) => {
    const error = await send(code)
    if (error && !showRefusal(form, error)) form.setError('code', { message: error.msg }, { shouldFocus: true })
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        {children}
        <Field label="Code" hint={hint} error={errors.code?.message}>
          <Input
            {...form.register('code', { setValueAs: (typed: string) => typed.replace(/\s/g, '') })}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono tracking-wider"
          />
        </Field>
      </div>
      <DialogFooter>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isSubmitting}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
