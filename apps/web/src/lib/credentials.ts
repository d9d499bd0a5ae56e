import type { Credentials } from '@plinth/contract/login'
import { useSyncExternalStore } from 'react'
import { local } from './storage.ts'

const key = 'user-credentials'
const listeners = new Set<() => void>()

let lastText: string | null = null
let last: Credentials | undefined
let loggedOut = false
let ended = false

/** Who is signed in on this browser. The same object until it changes, as useSyncExternalStore asks. */
export function getCredentials(): Credentials | undefined {
  const text = local.getItem(key)
  if (text !== lastText) {
    const before = last
    lastText = text
    last = parsed(text)
    ended = before !== undefined && last === undefined && !loggedOut
  }
  return last
}

export function setCredentials(credentials: Credentials): void {
  loggedOut = false
  local.setItem(key, JSON.stringify(credentials))
  publish()
}

/** What the server says of the one who is signed in; the header shows it. */
export function noteEmail({ userid, email }: { userid: string; email: string }): void {
  const credentials = getCredentials()
  if (credentials?.userid === userid && credentials.email !== email) setCredentials({ ...credentials, email })
}

/** Leaves a later sign-in by somebody else alone: only the token that was found dead is dropped. */
export function dropToken(token: string): void {
  if (getCredentials()?.accesstoken === token) clear()
}

export function logOut(): void {
  loggedOut = true
  clear()
}

/** Whether the user left on purpose just now: then there is no place to come back to. Answers once. */
export function takeLoggedOut(): boolean {
  const was = loggedOut
  loggedOut = false
  return was
}

/** Whether this page lost its session without the user leaving here: it was ended elsewhere, or has run out. */
export const hasEnded = () => getCredentials() === undefined && ended

/** Also hears the other tabs, which share the storage, and a page that the Back button brings back to life. */
export function subscribeCredentials(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCredentials = () => useSyncExternalStore(subscribeCredentials, getCredentials)

function clear(): void {
  local.removeItem(key)
  publish()
}

function publish(): void {
  for (const listener of listeners) listener()
}

function parsed(text: string | null): Credentials | undefined {
  try {
    const value = JSON.parse(text ?? 'null')
    return typeof value?.accesstoken === 'string' && value.accesstoken ? value : undefined
  } catch {
    return undefined
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', event => {
    if (event.key === key || event.key === null) publish()
  })
  window.addEventListener('pageshow', event => {
    if (event.persisted) publish()
  })
}
