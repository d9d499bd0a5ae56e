import { zodResolver } from '@hookform/resolvers/zod'
import type { Credentials } from '@plinth/contract/login'
import { signinTwoFactor } from '@plinth/contract/two-factor'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'

type CodeStepProps = {
  kind: 'totp' | 'recovery'
  ticket: string
  onDone: (credentials: Credentials) => void
  /** The first step has to be done again; the sentence says so. */
  onDead: (why: string) => void
}

const texts = {
  totp: { label: 'Code', hint: 'The 6 digits that your authenticator app shows now.' },
  recovery: { label: 'Recovery code', hint: 'One of those that you saved. It works once.' },
}

const codeOnly = signinTwoFactor.request.pick({ code: true })

export function CodeStep({ kind, ticket, onDone, onDead }: CodeStepProps) {
  const form = useForm({ resolver: zodResolver(codeOnly), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus('code'), [form])

  const submit = form.handleSubmit(async ({ code }) => {
    const [credentials, error] = await ask(signinTwoFactor, { ticket, code })
    if (credentials) return onDone(credentials)
    if (error.errcode === 'SIGNIN_EXPIRED') return onDead(error.msg)
    if (!showRefusal(form, error, { WRONG_CODE: 'code' })) form.setError('code', { message: error.msg })
    form.setFocus('code', { shouldSelect: true })
  })
  const code = form.register('code', {
    setValueAs: (typed: string) => typed.replace(/\s/g, ''),
    // The code of an app is complete with its sixth digit: nobody needs to press a button then.
    onChange: event => {
      if (kind === 'totp' && /^\d{6}$/.test(String(event.target.value).replace(/\s/g, ''))) void submit()
    },
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field {...texts[kind]} error={errors.code?.message}>
        <Input
          {...code}
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono tracking-widest"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        Sign in
      </Button>
    </form>
  )
}
