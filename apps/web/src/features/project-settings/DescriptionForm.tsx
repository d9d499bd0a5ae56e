import { zodResolver } from '@hookform/resolvers/zod'
import { editProjectMeta } from '@plinth/contract/projects'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { useKeepTyped } from '../../lib/drafts.ts'
import { followOthers, whenSaved } from '../../lib/follow-others.ts'
import { oneLine } from '../../lib/one-line.ts'
import { changeProjectHere } from '../../lib/projects.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Field } from '../../ui/Field.tsx'
import { SettingForm } from '../../ui/SettingForm.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import type { Place } from './queries.ts'

type DescriptionFormProps = Place & { description: string; readOnly: boolean }

export function DescriptionForm({ orgid, projectid, description, readOnly }: DescriptionFormProps) {
  const form = useForm({
    resolver: zodResolver(editProjectMeta.request),
    values: { orgid, projectid, meta: { description } },
    ...followOthers,
  })
  const draft = `project-description:${orgid}/${projectid}`
  useKeepTyped(readOnly ? undefined : draft, form, 'meta.description', description)
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async values => {
    const beginAnew = whenSaved(form, 'meta.description')
    const [changed, error] = await ask(editProjectMeta, values)
    if (error) {
      showRefusal(form, error)
      return void toast.error('The description could not be updated.', { description: error.msg })
    }
    beginAnew({ orgid, projectid, meta: { description: changed.meta.description ?? '' } })
    changeProjectHere(orgid, projectid, { meta: changed.meta })
    toast.success('Description updated.')
  })
  return (
    <SettingForm
      title="Description"
      description="What the project is for, in a sentence or two."
      update="Update the description"
      readOnly={readOnly}
      pending={isSubmitting}
      onSubmit={submit}
    >
      <Field
        label="Description"
        hideLabel
        error={errors.meta?.description?.message}
        hint={isDirty ? 'Not saved yet.' : undefined}
      >
        <Textarea {...form.register('meta.description', oneLine)} readOnly={readOnly} />
      </Field>
    </SettingForm>
  )
}
