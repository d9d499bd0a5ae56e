import { type CallError, type Errcode, fieldErrors } from '@plinth/contract/errors'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Which field an errcode speaks about, where the server's answer does not name it. */
type Blame<T extends FieldValues> = Partial<Record<Errcode, FieldPath<T>>>

/**
 * Shows a refused call at the fields it is about and puts the cursor into the first of them.
 * Answers whether there was any: what is about no field needs a place of its own.
 */
export function showRefusal<T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  error: CallError,
  blame: Blame<T> = {},
): boolean {
  const blamed = blame[error.errcode as Errcode]
  const messages = blamed ? { [blamed]: error.msg } : fieldErrors(error)
  const wrong = Object.keys(form.getValues()).flatMap(field =>
    Object.keys(messages).filter(name => name.split('.')[0] === field),
  )
  wrong.forEach((name, index) => {
    form.setError(name as FieldPath<T>, { type: 'server', message: messages[name] }, { shouldFocus: index === 0 })
  })
  return wrong.length > 0
}
