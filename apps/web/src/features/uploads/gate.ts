import { take, type UploadSource } from './finding.ts'
import type { Target } from './landed.ts'
import { want } from './wanted.ts'

/** The one way in. Call it while the drop is being handled: a moment later the browser shows it to nobody. */
export async function startUpload(source: UploadSource, target: Target): Promise<void> {
  const find = take(source)
  want()
  const { addFound } = await import('./uploads.ts')
  await addFound(find(), target)
}
