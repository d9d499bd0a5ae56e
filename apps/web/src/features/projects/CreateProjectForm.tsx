import { zodResolver } from '@hookform/resolvers/zod'
import { createProject } from '@plinth/contract/projects'
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
import { addCreatedProject } from './created-project.ts'
import { projectidMessages, useProjectidAvailability } from './projectid-availability.ts'

const empty = { projectid: '', projectname: '', meta: { description: '' } }

export function CreateProjectForm({ orgid, onCreated }: { orgid: string; onCreated: () => void }) {
  const navigate = useNavigate()
  const draft = `create-project:${orgid}`
  const form = useForm({
    resolver: zodResolver(createProject.request),
    mode: 'onTouched',
    defaultValues: { ...(readDraft<typeof empty>(draft) ?? empty), orgid },
  })
  useKeepDraft(draft, form)
  const { errors, isSubmitting } = form.formState
  const { projectid = '' } = useWatch({ control: form.control })
  const availability = useProjectidAvailability(orgid, projectid)
  const messages = projectidMessages(availability, projectid)

  const submit = form.handleSubmit(async values => {
    if (availability === 'invalid') {
      return form.setError('projectid', { message: 'Please enter a valid project id.' }, { shouldFocus: true })
    }
    const [created, error] = await ask(createProject, values)
    if (error) {
      showRefusal(form, error, { PROJECTID_TAKEN: 'projectid' })
      return void toast.error(`Uh oh! Something went wrong. ${error.msg}`)
    }
    form.reset({ ...empty, orgid })
    dropDraft(draft)
    addCreatedProject({ ...values, ...created })
    toast.success('Successfully Created Project.')
    onCreated()
    await navigate({
      to: '/org/$orgId/project/$projectId/overview',
      params: { orgId: orgid, projectId: created.projectid },
    })
  })

  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4">
        <Field
          label="Project Id"
          hint={messages.hint ?? 'This is a unique id for your project.'}
          success={messages.success}
          error={errors.projectid?.message ?? messages.error}
        >
          <Input
            {...form.register('projectid', pastedId)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Project Name" hint="This is its display name." error={errors.projectname?.message}>
          <Input {...form.register('projectname')} autoComplete="off" />
        </Field>
        <Field label="Description" optional error={errors.meta?.description?.message}>
          <Textarea {...form.register('meta.description', oneLine)} />
        </Field>
      </div>
      <DialogFooter>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Create Project
        </Button>
      </DialogFooter>
    </form>
  )
}
