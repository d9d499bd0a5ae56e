import { zodResolver } from '@hookform/resolvers/zod'
import { createAccessToken, tokenScopes } from '@plinth/contract/access-tokens'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { dayOf, lifetimes, scopes } from './token-choices.ts'

type Values = { name: string; scope: (typeof tokenScopes)[number]; days: number }

const radio = 'mt-0.5 size-4 shrink-0 accent-accent'

export function CreateTokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const form = useForm<Values>({
    resolver: zodResolver(createAccessToken.request),
    defaultValues: { name: '', scope: 'read', days: 30 },
  })
  const { errors, isSubmitting } = form.formState
  const days = useWatch({ control: form.control, name: 'days' })

  const submit = form.handleSubmit(async values => {
    const [created, error] = await ask(createAccessToken, values)
    if (created) return onCreated(created.token)
    if (!showRefusal(form, error)) form.setError('root', { message: error.msg })
  })

  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        <Field label="Name" hint="What will use it, such as: nightly backup." error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium text-sm">What it may do</legend>
          {tokenScopes.map(scope => (
            <label key={scope} className="flex gap-2.5 rounded-md border p-3 text-sm has-checked:border-accent">
              <input type="radio" value={scope} {...form.register('scope')} className={radio} />
              <span>
                <span className="block font-medium">{scopes[scope].label}</span>
                <span className="text-muted">{scopes[scope].means}</span>
              </span>
            </label>
          ))}
          <p className="text-muted text-xs">No token can touch the account itself: password, sessions and tokens.</p>
        </fieldset>
        <Field
          label="Expires after"
          hint={`It ends on ${dayOf(Date.now() + days * 86_400_000)}.`}
          error={errors.days?.message}
        >
          {control => (
            <Controller
              control={form.control}
              name="days"
              render={({ field: { value, onChange, ref } }) => (
                <Select
                  {...control}
                  ref={ref}
                  options={lifetimes}
                  value={String(value)}
                  onValueChange={picked => onChange(Number(picked))}
                />
              )}
            />
          )}
        </Field>
        <FormError message={errors.root?.message} />
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Create token
        </Button>
      </DialogFooter>
    </form>
  )
}
