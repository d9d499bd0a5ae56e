import { draftsBelow, dropDraft } from '../lib/drafts.ts'
import { shortName } from '../lib/names.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from './toast.ts'

/** What somebody has typed into a file there and not saved is only here, and its screen is closed to them. */
export function handOutTexts(place: string): void {
  for (const [form, { name, text }] of draftsBelow<{ name: string; text: string }>(`file:${place}`)) {
    const save = () => {
      saveFile(name, 'text/plain', text)
      dropDraft(form)
    }
    toast.warning(`Your changes to ${shortName(name)} are not saved.`, {
      id: form,
      description: 'Download your text to keep it.',
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Download', onClick: save },
    })
  }
}
