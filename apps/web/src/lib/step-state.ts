import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getCredentials } from './credentials.ts'

const kept = new Map<string, unknown>()

/** State that is there again when Back or Forward lead to the page once more: it belongs to the step, where useState begins anew. */
export function useStepState<T>(name: string, initial: T): [value: T, set: (value: T) => void] {
  const step = useLocation({ select: ({ state }) => state.__TSR_key })
  // One's own, so that the next person in this tab does not find it.
  const key = `${getCredentials()?.userid} ${step} ${name}`
  const [value, setValue] = useState(() => (kept.get(key) as T | undefined) ?? initial)
  useEffect(() => void kept.set(key, value), [key, value])
  return [value, setValue]
}
