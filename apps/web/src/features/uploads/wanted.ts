import { useSyncExternalStore } from 'react'

/** Says that uploads outlive this page, so that the next one looks for them. Who never uploads loads nothing of it. */
const key = 'plinth-uploads'

let wanted = typeof localStorage !== 'undefined' && localStorage.getItem(key) !== null
const listeners = new Set<() => void>()

export function setKept(kept: boolean): void {
  // Every write is told to all tabs; a look costs nothing.
  if (kept === (localStorage.getItem(key) !== null)) return
  if (kept) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}

export function want(): void {
  wanted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is, or was, something to upload: then the panel is loaded. */
export const useUploadsWanted = () => useSyncExternalStore(subscribe, () => wanted)
