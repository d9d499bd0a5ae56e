import { zodResolver } from '@hookform/resolvers/zod'
import { createOrg } from '@plinth/contract/orgs'
import { useNavigate } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { dropDraft, readDraft, useKeepDraft } from '../../lib/drafts.ts'
import { oneLine } from '../../lib/one-line.ts'
import { pastedId } from '../../lib/pasted-id.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { orgidMessages, useOrgidAvailability } from './orgid-availability.ts'
import { addCreatedOrg } from './queries.ts'

const draft = 'create-org'
const empty = { orgid: '', orgname: '', orgmeta: { description: '' } }

export function CreateOrgForm({ onCreated }: { onCreated: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(createOrg.request),
    mode: 'onTouched',
    defaultValues: readDraft<typeof empty>(draft) ?? empty,
  })
  useKeepDraft(draft, form)
  const { errors, isSubmitting } = form.formState
  const { orgid = '' } = useWatch({ control: form.control })
  const availability = useOrgidAvailability(orgid)
  const messages = orgidMessages(availability, orgid)

  const submit = form.handleSubmit(async values => {
    if (availability === 'invalid') {
      return form.setError('orgid', { message: 'Please enter a valid org id.' }, { shouldFocus: true })
    }
    const [created, error] = await ask(createOrg, values)
    if (error) {
      showRefusal(form, error, { ORGID_TAKEN: 'orgid' })
      return void toast.error('Failed to create org', { description: error.msg })
    }
    form.reset(empty)
    dropDraft(draft)
    addCreatedOrg({ ...values, ...created })
    toast.success('Org created successfully')
    onCreated()
    await navigate({ to: '/org/$orgId', params: { orgId: created.orgid } })
  })

  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        <Field
          label="Organization Id"
          hint={messages.hint ?? 'This is a unique id for your Organization.'}
          success={messages.success}
          error={errors.orgid?.message ?? messages.error}
        >
          <Input {...form.register('orgid', pastedId)} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Organization Name" hint="This is your public display name." error={errors.orgname?.message}>
          <Input {...form.register('orgname')} autoComplete="organization" />
        </Field>
        <Field label="Description" optional error={errors.orgmeta?.description?.message}>
          <Textarea {...form.register('orgmeta.description', oneLine)} />
        </Field>
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Create Org
        </Button>
      </DialogFooter>
    </form>
  )
}
