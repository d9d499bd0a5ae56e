import { zodResolver } from '@hookform/resolvers/zod'
import { editProjectName } from '@plinth/contract/projects'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { useKeepTyped } from '../../lib/drafts.ts'
import { followOthers, whenSaved } from '../../lib/follow-others.ts'
import { changeProjectHere } from '../../lib/projects.ts'
import { showRefusal } from '../../lib/refusal.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { SettingForm } from '../../ui/SettingForm.tsx'
import { toast } from '../../ui/toast.ts'
import type { Place } from './queries.ts'

type NameFormProps = Place & { projectname: string; readOnly: boolean }

export function NameForm({ orgid, projectid, projectname, readOnly }: NameFormProps) {
  const form = useForm({
    resolver: zodResolver(editProjectName.request),
    values: { orgid, projectid, projectname },
    ...followOthers,
  })
  useKeepTyped(readOnly ? undefined : `project-name:${orgid}/${projectid}`, form, 'projectname', projectname)
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async values => {
    const beginAnew = whenSaved(form, 'projectname')
    const [changed, error] = await ask(editProjectName, values)
    if (error) {
      showRefusal(form, error)
      return void toast.error('Project name could not be updated.', { description: error.msg })
    }
    beginAnew({ orgid, ...changed })
    changeProjectHere(orgid, projectid, { projectname: changed.projectname })
    toast.success('Project Name Updated Successfully.')
  })
  return (
    <SettingForm
      title="Project name"
      description="Shown to everybody in the project. The id stays as it is."
      update="Update the name"
      readOnly={readOnly}
      pending={isSubmitting}
      onSubmit={submit}
    >
      <Field
        label="Name"
        error={errors.projectname?.message}
        hint={readOnly ? 'Only an owner of the project can change the name.' : isDirty ? 'Not saved yet.' : undefined}
      >
        <Input {...form.register('projectname')} autoComplete="off" readOnly={readOnly} />
      </Field>
    </SettingForm>
  )
}
