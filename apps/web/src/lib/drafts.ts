import { useEffect, useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { getCredentials } from './credentials.ts'
import { session } from './storage.ts'

const prefix = 'draft:'

let userid = ''

/** One's own, so that the next person in this tab does not find it. So is what is written down as the session ends. */
function keyOf(form: string): string {
  userid = getCredentials()?.userid ?? userid
  return `${prefix}${userid}:${form}`
}

/** What was typed into the form before the user had to sign in again. Never for a form with a password. */
export function readDraft<T>(form: string): T | undefined {
  try {
    return JSON.parse(session.getItem(keyOf(form)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** All whose form's name begins so, with that name. */
export function draftsBelow<T>(beginning: string): [form: string, draft: T][] {
  const own = keyOf('')
  const forms = session
    .keys()
    .filter(key => key.startsWith(own + beginning))
    .map(key => key.slice(own.length))
  return forms.flatMap(form => {
    const draft = readDraft<T>(form)
    return draft === undefined ? [] : [[form, draft]]
  })
}

export const keepDraft = (form: string, value: unknown) => session.setItem(keyOf(form), JSON.stringify(value))

export const dropDraft = (form: string) => session.removeItem(keyOf(form))

export function dropAllDrafts(): void {
  for (const key of session.keys()) if (key.startsWith(prefix)) session.removeItem(key)
}

/** One text that is kept in this tab, through closed dialogs and other screens, until it is emptied. */
export function useDraftText(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft<string>(name) ?? '')
  const keep = (now: string) => {
    setText(now)
    if (now) keepDraft(name, now)
    else dropDraft(name)
  }
  return [text, keep]
}

/** Keeps what is typed in this tab until the form is sent. */
export function useKeepDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // Also what is the same as at first again: otherwise what was erased would come back.
        callback: ({ values, type }) => {
          if (type === 'change') keepDraft(name, values)
        },
      }),
    [name, form],
  )
}

/**
 * For the form of one setting, which shows what is `saved`: what was typed over it and not sent stands there again after a look
 * elsewhere, a reload or another sign-in. There is no name where nothing can be typed.
 */
export function useKeepTyped<T extends FieldValues, O>(
  name: string | undefined,
  form: UseFormReturn<T, unknown, O>,
  field: FieldPath<T>,
  saved: string,
): void {
  useEffect(() => {
    const kept = name === undefined ? undefined : readDraft<FieldPathValue<T, FieldPath<T>>>(name)
    if (kept !== undefined) form.setValue(field, kept, { shouldDirty: true })
  }, [name, form, field])

  useEffect(() => {
    if (name === undefined) return
    const keep = () => {
      const typed = form.getValues(field)
      if (typed === saved) dropDraft(name)
      else keepDraft(name, typed)
    }
    keep()
    return form.subscribe({ formState: { values: true }, callback: keep })
  }, [name, form, field, saved])
}
