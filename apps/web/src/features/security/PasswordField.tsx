import type { ComponentProps } from 'react'
import type { User } from '../../lib/user.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & { user: User; error: string | undefined }

/** Somebody at an unlocked screen must not be able to let themselves in, or its owner out. */
export function PasswordField({ user, error, ...input }: PasswordFieldProps) {
  if (!user.haspassword) return null
  return (
    <>
      <input hidden readOnly autoComplete="username" value={user.userid} />
      <Field label="Password" hint="To be sure that it is you." error={error}>
        <PasswordInput {...input} autoComplete="current-password" />
      </Field>
    </>
  )
}
