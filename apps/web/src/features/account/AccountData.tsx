import { zodResolver } from '@hookform/resolvers/zod'
import { requestEmailChange } from '@plinth/contract/recovery'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ask } from '../../lib/api.ts'
import { dropDraft, readDraft, useKeepDraft } from '../../lib/drafts.ts'
import { showRefusal } from '../../lib/refusal.ts'
import type { User } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

const draft = 'account-email'

export function AccountData({ user }: { user: User }) {
  const { form, editing, edit, cancel, submit, sentTo } = useEmailForm(user.email)
  const { errors, isSubmitting } = form.formState
  const editButton = useEditFocus(editing, () => form.setFocus('email'))
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title="Account Data"
        action={
          editing ? (
            <span className="flex gap-2">
              <Button onClick={cancel}>Cancel</Button>
              <Button type="submit" variant="primary" pending={isSubmitting}>
                Save
              </Button>
            </span>
          ) : (
            <Button ref={editButton} onClick={edit}>
              Edit
            </Button>
          )
        }
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Username">
            {control => (
              <Tooltip content="Username can not be changed!">
                <Input {...control} readOnly value={user.userid} className="font-mono" />
              </Tooltip>
            )}
          </Field>
          <Field label="E-mail" error={errors.email?.message} hint={emailHint(user, sentTo)}>
            <Input
              {...form.register('email')}
              type="email"
              // What is typed into it after it was sent would go away with Save.
              readOnly={!editing || isSubmitting}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        </div>
        <div>
          <ChangePasswordDialog user={user} />
        </div>
      </Card>
    </form>
  )
}

function emailHint({ email, emailverified }: User, sentTo: string | undefined): string {
  if (sentTo && sentTo !== email)
    return `Follow the link that was sent to ${sentTo}: only then does the address change.`
  return emailverified ? 'Verified' : 'Not verified yet'
}

function useEmailForm(email: string) {
  const [kept] = useState(() => readDraft<{ email: string }>(draft))
  const [editing, setEditing] = useState(kept !== undefined)
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({ resolver: zodResolver(requestEmailChange.request), defaultValues: kept ?? { email } })
  useKeepDraft(draft, form)
  useEffect(() => {
    if (!editing) form.reset({ email })
  }, [form, editing, email])

  const cancel = () => {
    dropDraft(draft)
    setEditing(false)
  }
  const submit = form.handleSubmit(async wanted => {
    if (wanted.email === email) return cancel()
    const [, error] = await ask(requestEmailChange, wanted)
    if (error) {
      showRefusal(form, error, { EMAIL_TAKEN: 'email' })
      return void toast.error('Updating Roles Failed!', { description: error.msg })
    }
    cancel()
    setSentTo(wanted.email)
    // Section 8 asks for the look of an error: nothing has changed yet, and something is left to do.
    toast.error('A verification link was sent to the new e-mail.', {
      description: 'It must be verified to apply the change.',
    })
  })
  return { form, editing, edit: () => setEditing(true), cancel, submit, sentTo }
}

/** Edit leads into the field; Cancel and Save, which then go away, lead back to Edit. */
function useEditFocus(editing: boolean, intoField: () => void) {
  const editButton = useRef<HTMLButtonElement>(null)
  const was = useRef(editing)
  useEffect(() => {
    if (was.current === editing) return
    was.current = editing
    if (editing) intoField()
    else editButton.current?.focus()
  })
  return editButton
}
