import type { FsObject } from '@plinth/contract/file-fields'
import { useSyncExternalStore } from 'react'
import type { Store } from './file-client.ts'

/** What somebody wants to share: the list asks, whoever makes links answers. */
interface Wanted {
  store: Store
  object: Pick<FsObject, 'objid' | 'objtype' | 'objname'>
}

let wanted: Wanted | undefined
const listeners = new Set<() => void>()

function set(next: Wanted | undefined): void {
  wanted = next
  for (const listener of listeners) listener()
}

export const askToShare = (store: Store, { objid, objtype, objname }: Wanted['object']) =>
  set({ store, object: { objid, objtype, objname } })

export const endSharing = () => set(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useWantedShare = () => useSyncExternalStore(subscribe, () => wanted)
