import { zodResolver } from '@hookform/resolvers/zod'
import { signin } from '@plinth/contract/login'
import { type SecondStep, secondStep } from '@plinth/contract/two-factor'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { setCredentials } from '../../lib/credentials.ts'
import { showRefusal } from '../../lib/refusal.ts'
import type { SigninSearch } from '../../lib/signin-search.ts'
import { useSignupClosed } from '../../lib/sso-providers.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { InviteNote } from './InviteNote.tsx'

type SigninFormProps = { search: SigninSearch; onSecondStep: (needed: SecondStep) => void }

export function SigninForm({ search, onSecondStep }: SigninFormProps) {
  const { userid = '' } = search
  const closed = useSignupClosed(search)
  const form = useForm({ resolver: zodResolver(signin.request), defaultValues: { userid, password: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus(userid ? 'password' : 'userid'), [form, userid])

  const submit = form.handleSubmit(async values => {
    const [credentials, error] = await ask(signin, values)
    // The guard of this page sees the credentials and leads on to where the user wanted to go.
    if (credentials) return setCredentials(credentials)
    const needed = error.errcode === 'TWO_FACTOR_NEEDED' && secondStep.safeParse(error.errdata.data).data
    if (needed) return onSecondStep(needed)
    if (!showRefusal(form, error, { WRONG_CREDENTIALS: 'password' })) form.setError('root', { message: error.msg })
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <h1 className="font-semibold text-xl">Sign in</h1>
      <InviteNote search={search} />
      <Field label="User id or e-mail" error={errors.userid?.message}>
        <Input {...form.register('userid')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <FormError message={errors.root?.message} />
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        Sign in
      </Button>
      <p className="flex flex-wrap justify-between gap-2 text-sm">
        {closed ? null : (
          <span className="text-muted">
            New to Plinth?{' '}
            <Link to="/auth/signup" search={search} className="font-medium text-accent hover:underline">
              Sign up
            </Link>
          </span>
        )}
        <Link to="/auth/forgot-password" search={search} className="text-muted hover:text-text hover:underline">
          Forgot password?
        </Link>
      </p>
    </form>
  )
}
