import { zodResolver } from '@hookform/resolvers/zod'
import { passwordRules } from '@plinth/contract/fields'
import { signup } from '@plinth/contract/login'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { setCredentials } from '../../lib/credentials.ts'
import { pastedId } from '../../lib/pasted-id.ts'
import { showRefusal } from '../../lib/refusal.ts'
import type { SigninSearch } from '../../lib/signin-search.ts'
import { useridMessages, useUseridAvailability } from '../../lib/userid-availability.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordChecklist } from '../../ui/PasswordChecklist.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { toast } from '../../ui/toast.ts'
import { UseridField } from '../../ui/UseridField.tsx'
import { InviteNote } from './InviteNote.tsx'

const empty = { userid: '', name: '', email: '', password: '' }

export function SignupForm({ search }: { search: SigninSearch }) {
  const form = useForm({ resolver: zodResolver(signup.request), mode: 'onTouched', defaultValues: empty })
  const { errors, isSubmitting } = form.formState
  const { userid = '', password = '' } = useWatch({ control: form.control })
  const availability = useridMessages(useUseridAvailability(userid), userid)

  useEffect(() => form.setFocus('userid'), [form])

  const submit = form.handleSubmit(async values => {
    const [credentials, error] = await ask(signup, { ...values, inviteid: search['invite-token'] })
    // The guard of this page sees the credentials and leads on to where the user wanted to go.
    if (credentials) return setCredentials(credentials)
    showRefusal(form, error, { USERID_TAKEN: 'userid', EMAIL_TAKEN: 'email' })
    toast.error('Sign up failed', { description: error.msg })
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <h1 className="font-semibold text-xl">Sign up</h1>
      <InviteNote search={search} />
      <UseridField {...form.register('userid', pastedId)} availability={availability} error={errors.userid?.message} />
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      <div className="grid gap-2">
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <PasswordChecklist password={password} rules={passwordRules} />
      </div>
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        Sign up
      </Button>
    </form>
  )
}
