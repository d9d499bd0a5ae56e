import { zodResolver } from '@hookform/resolvers/zod'
import { changePasswordEmail } from '@plinth/contract/recovery'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { showRefusal } from '../../lib/refusal.ts'
import type { SigninSearch } from '../../lib/signin-search.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { Outcome } from './Outcome.tsx'
import { waitSentence } from './wait-sentence.ts'

/** `search` is what the sign-in screen was opened with, and gets back. */
export function ForgotPassword({ search }: { search: SigninSearch }) {
  const [typed, setTyped] = useState(search.userid ?? '')
  const [sent, setSent] = useState(false)
  if (!sent) {
    return (
      <ForgotPasswordForm
        search={search}
        userid={typed}
        onSent={userid => {
          setTyped(userid)
          setSent(true)
        }}
      />
    )
  }
  const actions = (
    <>
      <Button asChild variant="primary">
        <Link to="/auth/signin" search={search}>
          Back to sign in
        </Link>
      </Button>
      <Button onClick={() => setSent(false)}>No mail came</Button>
    </>
  )
  return (
    <Outcome tone="mail" title="Check your mail" actions={actions}>
      <p>
        If there is an account for <strong className="font-medium text-text">{typed}</strong>, a mail is on its way. Its
        link works once, for one hour.
      </p>
    </Outcome>
  )
}

type FormProps = { search: SigninSearch; userid: string; onSent: (userid: string) => void }

function ForgotPasswordForm({ search, userid, onSent }: FormProps) {
  const form = useForm({ resolver: zodResolver(changePasswordEmail.request), defaultValues: { userid } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus('userid'), [form])

  const submit = form.handleSubmit(async values => {
    const [, error] = await ask(changePasswordEmail, values)
    if (!error) return onSent(values.userid ?? '')
    showRefusal(form, error)
    toast.error('Forgot password failed', {
      description: error.retryAfter ? waitSentence(error.retryAfter) : error.msg,
    })
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h1 className="font-semibold text-xl">Forgot password</h1>
        <p className="text-muted">We send you a mail with a link that sets a new one.</p>
      </div>
      <Field label="User id or e-mail" error={errors.userid?.message}>
        <Input {...form.register('userid')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        Send link
      </Button>
      <p className="text-sm">
        <Link to="/auth/signin" search={search} className="text-muted hover:text-text hover:underline">
          Back to sign in
        </Link>
      </p>
    </form>
  )
}
