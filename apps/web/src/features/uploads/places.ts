import { mostNumbered, nameBeside } from '@plinth/contract/names-beside'
import type { Upload } from './upload.ts'

/** Where it can be. Kept beside others, it has the first name that was free. */
export function* placesOf({ path, sentAs }: Pick<Upload, 'path' | 'sentAs'>): Generator<string> {
  yield path
  if (sentAs !== 'keepboth') return
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  // As the server writes it: a name is cut by its bytes.
  const name = path.slice(folder.length).normalize('NFC')
  for (let number = 2; number < mostNumbered; number++) yield folder + nameBeside(name, `${number}`, false)
}
