import { useSyncExternalStore } from 'react'
import { getCredentials, subscribeCredentials } from '../../lib/credentials.ts'
import type { Item } from './items.ts'

/** What Ctrl+X or Ctrl+C took, until it is pasted or something else is taken. */
export interface Taken {
  mode: 'cut' | 'copy'
  fsid: string
  items: readonly Item[]
}

let taken: Taken | undefined
const listeners = new Set<() => void>()

export function take(next: Taken | undefined): void {
  taken = next
  for (const listener of listeners) listener()
}

export const takenNow = () => taken

// What one person took is not for the next one on the same browser.
let userid = getCredentials()?.userid
subscribeCredentials(() => {
  const now = getCredentials()?.userid ?? userid
  if (now !== userid) take(undefined)
  userid = now
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What can be pasted into this filestore. A file of another one cannot. */
export function useTaken(fsid: string): Taken | undefined {
  const now = useSyncExternalStore(subscribe, takenNow)
  return now?.fsid === fsid ? now : undefined
}
