import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { getCredentials } from './credentials.ts'

const prefix = 'draft:'

/** One's own, so that the next person in this tab does not find it. */
const keyOf = (form: string) => `${prefix}${getCredentials()?.userid ?? ''}:${form}`

/** What was typed into the form before the user had to sign in again. Never for a form with a password. */
export function readDraft<T>(form: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Answers whether there was room for it. */
export function keepDraft(form: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const dropDraft = (form: string) => sessionStorage.removeItem(keyOf(form))

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** One text that is kept in this tab, through closed dialogs and other screens, until it is emptied. */
export function useDraftText(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft<string>(name) ?? '')
  const keep = (now: string) => {
    setText(now)
    if (now) sessionStorage.setItem(keyOf(name), JSON.stringify(now))
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
          if (isDirty) sessionStorage.setItem(keyOf(name), JSON.stringify(values))
        },
      }),
    [name, form],
  )
}
