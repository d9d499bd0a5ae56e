import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** For `useForm`: somebody else's change shows in the form too, unless one is typing. */
export const followOthers = { resetOptions: { keepDirtyValues: true } }

/**
 * Called as the form is sent. What it answers takes what the server then has: the form begins anew from that, so that others'
 * changes show again. What was typed into the field meanwhile stays, and is not saved yet.
 */
export function whenSaved<T extends FieldValues, O>(form: UseFormReturn<T, unknown, O>, field: FieldPath<T>) {
  const sent = form.getValues(field)
  return (saved: DefaultValues<T>) =>
    form.reset(saved, { keepDirtyValues: false, keepValues: form.getValues(field) !== sent })
}
