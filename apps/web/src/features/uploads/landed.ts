import type { Store } from '../../lib/file-client.ts'

/** The folder that something goes to. */
export interface Target {
  store: Store
  folderid: string
}

const landed = new Set<(target: Target) => void>()

/** Calls `listener` with the folder for each file that has arrived. Answers how to stop. */
export function onLanded(listener: (target: Target) => void): () => void {
  landed.add(listener)
  return () => void landed.delete(listener)
}

export function tellLanded(target: Target): void {
  for (const listener of landed) listener(target)
}
