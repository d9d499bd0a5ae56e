import type { Store } from '../../lib/file-client.ts'
import { take, type UploadSource } from './finding.ts'
import { want } from './wanted.ts'

/** The folder that something goes to. */
export interface Target {
  store: Store
  folderid: string
}

/** The one way in. Call it while the drop is being handled: a moment later the browser shows it to nobody. */
export async function startUpload(source: UploadSource, target: Target): Promise<void> {
  const find = take(source)
  want()
  const { addFound } = await import('./uploads.ts')
  await addFound(find(), target)
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
