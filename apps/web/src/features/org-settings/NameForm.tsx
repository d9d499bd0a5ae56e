import { zodResolver } from '@hookform/resolvers/zod'
import { editOrgName, type Org } from '@plinth/contract/orgs'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { useKeepTyped } from '../../lib/drafts.ts'
import { followOthers, whenSaved } from '../../lib/follow-others.ts'
import { changeOrgHere } from '../../lib/orgs.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { SettingForm } from '../../ui/SettingForm.tsx'
import { toast } from '../../ui/toast.ts'

export function NameForm({ org: { orgid, orgname }, readOnly }: { org: Org; readOnly: boolean }) {
  const form = useForm({ resolver: zodResolver(editOrgName.request), values: { orgid, orgname }, ...followOthers })
  useKeepTyped(readOnly ? undefined : `org-name:${orgid}`, form, 'orgname', orgname)
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async values => {
    const beginAnew = whenSaved(form, 'orgname')
    const [changed, error] = await ask(editOrgName, values)
    if (error) {
      showRefusal(form, error)
      return void toast.error('Org name could not be updated.', { description: error.msg })
    }
    beginAnew(changed)
    changeOrgHere(orgid, { orgname: changed.orgname })
    toast.success('Org Name Updated Successfully.')
  })
  return (
    <SettingForm
      title="Organization name"
      description="Shown to everybody in the organization, and to those who are invited."
      update="Update the name"
      readOnly={readOnly}
      pending={isSubmitting}
      onSubmit={submit}
    >
      <Field label="Name" error={errors.orgname?.message} hint={isDirty ? 'Not saved yet.' : undefined}>
        <Input {...form.register('orgname')} autoComplete="off" readOnly={readOnly} />
      </Field>
    </SettingForm>
  )
}
