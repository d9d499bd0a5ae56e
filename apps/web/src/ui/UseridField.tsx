import type { ComponentProps } from 'react'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

type UseridFieldProps = ComponentProps<typeof Input> & {
  /** What is known about the id that was typed. */
  availability: { hint?: string; success?: string; error?: string }
  error: string | undefined
}

export function UseridField({ availability, error, ...input }: UseridFieldProps) {
  return (
    <Field
      label="User id"
      hint={availability.hint ?? 'Others find you by it. It cannot be changed later.'}
      success={availability.success}
      error={error ?? availability.error}
    >
      <Input {...input} autoComplete="username" autoCapitalize="none" spellCheck={false} />
    </Field>
  )
}
