import { useState } from 'react'
import type { User } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { FirstPassword } from './FirstPassword.tsx'

export function ChangePasswordDialog({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Dialog title="Change Password" open={open} onOpenChange={setOpen} trigger={<Button>Set new password</Button>}>
      {user.haspassword ? (
        <ChangePasswordForm userid={user.userid} onDone={close} />
      ) : (
        <FirstPassword user={user} onDone={close} />
      )}
    </Dialog>
  )
}
