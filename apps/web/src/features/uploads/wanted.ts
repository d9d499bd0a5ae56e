import { useSyncExternalStore } from 'react'
import { local } from '../../lib/storage.ts'
import { keptName, walkPrefix } from './kept-name.ts'

/** Uploads outlive their page, so the next one looks for them. Who never uploads loads nothing of it. */
let wanted = local.keys().some(key => key === keptName || key.startsWith(walkPrefix))
const listeners = new Set<() => void>()

export function setKept(kept: boolean): void {
  // Every write is told to all tabs; a look costs nothing.
  if (kept === (local.getItem(keptName) !== null)) return
  if (kept) local.setItem(keptName, '1')
  else local.removeItem(keptName)
}

export function want(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** A browser that was killed has lost the mark, which it writes down late, and not the database. */
export async function lookForKept(): Promise<void> {
  if (wanted) return
  // Not every browser can tell, and a private window may not.
  const databases = await indexedDB.databases?.().catch(() => [])
  if (!databases?.some(({ name }) => name === keptName)) return
  const { countKept } = await import('./keeping.ts')
  if ((await countKept()) > 0) want()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is, or was, something to upload: then the panel is loaded. */
export const useUploadsWanted = () => useSyncExternalStore(subscribe, () => wanted)
