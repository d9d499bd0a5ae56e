import { toast } from '../../ui/toast.ts'
import { take, type UploadSource } from './finding.ts'
import type { Target } from './landed.ts'
import { want } from './wanted.ts'

/** With the panel, which would be missed later. */
const load = () => Promise.all([import('./uploads.ts'), import('./UploadPanel.tsx')])

/** The one way in. Call it while the drop is being handled: a moment later the browser shows it to nobody. */
export async function startUpload(source: UploadSource, target: Target): Promise<void> {
  const find = take(source)
  const loaded = await load().catch(() => undefined)
  if (!loaded) {
    const description = 'The server could not be reached. Check the connection, or load the page anew, and try again.'
    return void toast.error('Nothing was uploaded.', { description })
  }
  want()
  await loaded[0].addFound(find(), target)
}
