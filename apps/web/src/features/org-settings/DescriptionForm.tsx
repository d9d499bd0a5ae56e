import { zodResolver } from '@hookform/resolvers/zod'
import { editOrgMeta, type Org } from '@plinth/contract/orgs'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { useKeepTyped } from '../../lib/drafts.ts'
import { followOthers, whenSaved } from '../../lib/follow-others.ts'
import { oneLine } from '../../lib/one-line.ts'
import { changeOrgHere } from '../../lib/orgs.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Field } from '../../ui/Field.tsx'
import { SettingForm } from '../../ui/SettingForm.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

export function DescriptionForm({ org: { orgid, orgmeta }, readOnly }: { org: Org; readOnly: boolean }) {
  const { description = '' } = orgmeta
  const form = useForm({
    resolver: zodResolver(editOrgMeta.request),
    values: { orgid, orgmeta: { description } },
    ...followOthers,
  })
  useKeepTyped(readOnly ? undefined : `org-description:${orgid}`, form, 'orgmeta.description', description)
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async values => {
    const beginAnew = whenSaved(form, 'orgmeta.description')
    const [changed, error] = await ask(editOrgMeta, values)
    if (error) {
      showRefusal(form, error)
      return void toast.error('The description could not be updated.', { description: error.msg })
    }
    beginAnew({ orgid, orgmeta: { description: changed.orgmeta.description ?? '' } })
    changeOrgHere(orgid, { orgmeta: changed.orgmeta })
    toast.success('Description updated.')
  })
  return (
    <SettingForm
      title="Description"
      description="What the organization is for, in a sentence or two."
      update="Update the description"
      readOnly={readOnly}
      pending={isSubmitting}
      onSubmit={submit}
    >
      <Field
        label="Description"
        hideLabel
        error={errors.orgmeta?.description?.message}
        hint={isDirty ? 'Not saved yet.' : undefined}
      >
        <Textarea {...form.register('orgmeta.description', oneLine)} readOnly={readOnly} />
      </Field>
    </SettingForm>
  )
}
