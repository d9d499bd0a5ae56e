import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
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
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (isDirty) keepDraft(name, values)
        },
      }),
    [name, form],
  )
}
