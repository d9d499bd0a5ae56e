import { useSyncExternalStore } from 'react'
import { getCredentials, subscribeCredentials } from '../../lib/credentials.ts'
import type { Store } from '../../lib/file-client.ts'
import { toast } from '../../ui/toast.ts'
import type { Item } from './items.ts'
import type { Target } from './moving.ts'

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

/** Whoever sees nothing happen is told why, unless there is nothing to paste. */
export function pasteInto(
  target: Target,
  { fsid }: Store,
  drop: (items: readonly Item[], target: Target, copies: boolean) => void,
): void {
  if (!taken) return
  if (taken.fsid !== fsid) {
    const description = 'Download it, and upload it here.'
    return void toast.error('What was taken from another filestore cannot be pasted.', { description })
  }
  const { items, mode } = taken
  if (mode === 'cut') take(undefined)
  drop(items, target, mode === 'copy')
}

/** What can be pasted into this filestore. A file of another one cannot. */
export function useTaken(fsid: string): Taken | undefined {
  const now = useSyncExternalStore(subscribe, takenNow)
  return now?.fsid === fsid ? now : undefined
}
