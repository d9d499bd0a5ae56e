import type { OrgRole } from '@plinth/contract/permissions'
import { type FormEvent, useRef, useState } from 'react'
import { useDraftText } from '../../lib/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { readAddresses } from './addresses.ts'
import { Outcomes } from './Outcomes.tsx'
import { Part } from './Part.tsx'
import { refreshPending } from './queries.ts'
import { type Outcome, sendInvites } from './send-invites.ts'

type InviteByEmailProps = { orgid: string; role: OrgRole }

export function InviteByEmail({ orgid, role }: InviteByEmailProps) {
  const [text, setText] = useDraftText(`invite-addresses:${orgid}`)
  const [error, setError] = useState<string>()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const addresses = readAddresses(text)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    field.current?.focus()
    if (addresses.length === 0) return setError('Enter at least one e-mail address.')
    setSending(true)
    const done = await sendInvites({ orgid, role, addresses }, setOutcomes)
    setSending(false)
    setText(done.flatMap(({ address, failure }) => (failure ? [address] : [])).join('\n'))
    tell(done)
    await refreshPending(orgid, true)
  }
  return (
    <Part
      title="Other people, by e-mail"
      description="They get a mail with a link, and you can copy the link to hand it over yourself."
    >
      <form onSubmit={submit} noValidate className="grid max-w-lg gap-3">
        <Field label="E-mail addresses" error={error} hint="One or several, parted by commas, spaces or new lines.">
          <Textarea
            ref={field}
            value={text}
            readOnly={sending}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="ana@example.org, ben@example.org"
            onChange={event => {
              setError(undefined)
              setText(event.target.value)
            }}
          />
        </Field>
        <Button type="submit" variant="primary" pending={sending} className="justify-self-start">
          {addresses.length > 1 ? `Send ${addresses.length} invites` : 'Send invite'}
        </Button>
      </form>
      <Outcomes outcomes={outcomes} />
    </Part>
  )
}

function tell(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ failure }) => failure)
  const sent = outcomes.length - failed.length
  if (sent > 0) toast.success('Invite sent successfully', sent > 1 ? { description: `${sent} people invited.` } : {})
  if (failed.length === 0) return
  const description =
    outcomes.length === 1 ? failed[0]?.failure : `${failed.length} of ${outcomes.length} were not sent.`
  toast.error('Failed to send invitation', { description })
}
