import { zodResolver } from '@hookform/resolvers/zod'
import { ghssoSignup, type SsoNewcomer } from '@plinth/contract/sso'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { setCredentials } from '../../lib/credentials.ts'
import { pastedId } from '../../lib/pasted-id.ts'
import { showRefusal } from '../../lib/refusal.ts'
import type { ProviderName } from '../../lib/sso-names.ts'
import { providers } from '../../lib/sso-providers.ts'
import { useridMessages, useUseridAvailability } from '../../lib/userid-availability.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { UseridField } from '../../ui/UseridField.tsx'

type NewcomerFormProps = {
  newcomer: SsoNewcomer & { provider: ProviderName }
  inviteid?: string
  onStartOver: () => void
}

const fields = ghssoSignup.request.pick({ userid: true, name: true, email: true })
const blame = { USERID_TAKEN: 'userid', EMAIL_TAKEN: 'email', GITHUB_TOKEN_MISSING_EMAIL_AT: 'email' } as const

/** The provider has said who it is; what is missing is how they want to be called here. */
export function NewcomerForm({ newcomer, inviteid, onStartOver }: NewcomerFormProps) {
  const { provider, ticket, name, email, suggestion } = newcomer
  const { label, signup } = providers[provider]
  const [asksEmail, setAsksEmail] = useState(email === null)
  const form = useForm({
    resolver: zodResolver(fields),
    mode: 'onTouched',
    defaultValues: { userid: suggestion, name, email: undefined },
  })
  const { errors, isSubmitting } = form.formState
  const { userid = '' } = useWatch({ control: form.control })
  const availability = useridMessages(useUseridAvailability(userid), userid)

  useEffect(() => form.setFocus('userid', { shouldSelect: true }), [form])

  const submit = form.handleSubmit(async values => {
    const [credentials, error] = await signup({ ticket, inviteid, ...values })
    if (credentials) return setCredentials(credentials)
    const missing = error.errcode === 'GITHUB_TOKEN_MISSING_EMAIL_AT'
    if (missing) setAsksEmail(true)
    else toast.error('Sign up failed', { description: error.msg })
    if (error.errcode === 'SSO_EXPIRED') return onStartOver()
    showRefusal(form, error, blame)
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-1">
        <h1 className="font-semibold text-xl">Choose a user id</h1>
        <p className="wrap-anywhere text-muted text-sm">
          You are new here. From now on you sign in with {label}
          {email ? ` as ${email}` : ''}.
        </p>
      </div>
      <UseridField {...form.register('userid', pastedId)} availability={availability} error={errors.userid?.message} />
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      {asksEmail && (
        <Field
          label="E-mail"
          hint={`${label} named no verified address. A mail asks you to verify this one.`}
          error={errors.email?.message}
        >
          <Input
            {...form.register('email', { setValueAs: (typed?: string) => typed || undefined })}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        Sign up
      </Button>
      <Button variant="ghost" onClick={onStartOver}>
        Use another way in
      </Button>
    </form>
  )
}
