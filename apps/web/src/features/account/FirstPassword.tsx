import { changePasswordEmail } from '@plinth/contract/recovery'
import { useMutation } from '@tanstack/react-query'
import { answer } from '../../lib/query.ts'
import type { User } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Nobody without a password can prove that they know it, so the link in a mail does instead. */
export function FirstPassword({ user, onDone }: { user: User; onDone: () => void }) {
  const send = useMutation({
    mutationFn: () => answer(changePasswordEmail, { userid: user.userid }),
    onSuccess: () => {
      toast.success('Email Sent succesfully', { description: `Follow the link in the mail to ${user.email}.` })
      onDone()
    },
    onError: error => void toast.error('Updating Roles Failed!', { description: error.msg }),
  })
  return (
    <>
      <p className="wrap-anywhere text-sm">
        You sign in with {user.ssotype === 'gsso' ? 'Google' : 'Github'} and have no password here yet. We send a link
        to <strong className="font-medium">{user.email}</strong>; follow it to set one. Signing in as you do now keeps
        working.
      </p>
      <DialogFooter>
        <Button variant="primary" pending={send.isPending} onClick={() => send.mutate()}>
          Send the link
        </Button>
      </DialogFooter>
    </>
  )
}
