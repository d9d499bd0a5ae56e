import { sendVerificationLink } from '@plinth/contract/recovery'
import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { refreshUser, useUser } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { waitSentence } from './wait-sentence.ts'

export function UnverifiedBanner() {
  const { data: user } = useUser()
  const [sending, setSending] = useState(false)
  if (!user || user.emailverified) return null

  const send = async () => {
    setSending(true)
    await resend()
    setSending(false)
  }
  return (
    <div className="mb-5">
      <Notice
        tone="warning"
        role="status"
        action={
          <Button size="sm" pending={sending} onClick={send}>
            Resend
          </Button>
        }
      >
        Open the link that we sent to <strong className="font-medium">{user.email}</strong>: until this address is
        verified, you cannot invite others.
      </Notice>
    </div>
  )
}

async function resend(): Promise<void> {
  const [, error] = await ask(sendVerificationLink, {})
  if (!error) toast.success('Email Sent succesfully')
  else if (error.errcode === 'EMAIL_VERIFIED_ALREADY') await refreshUser()
  else if (error.retryAfter) toast.error('Too many tries', { description: waitSentence(error.retryAfter) })
  else toast.error('Something went wrong!', { description: error.msg })
}
