import { zodResolver } from '@hookform/resolvers/zod'
import { editOrgMeta, type Org } from '@plinth/contract/orgs'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { followOthers, whenSaved } from '../../lib/follow-others.ts'
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
  const { errors, isSubmitting } = form.formState
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
      <Field label="Description" hideLabel error={errors.orgmeta?.description?.message}>
        <Textarea {...form.register('orgmeta.description')} readOnly={readOnly} />
      </Field>
    </SettingForm>
  )
}
