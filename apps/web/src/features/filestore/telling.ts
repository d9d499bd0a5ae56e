import { toast, toastWithUndo } from '../../ui/toast.ts'
import type { Outcome } from './batch.ts'
import { type Item, named } from './items.ts'

/** What a screen reader and the eye hear after something was done to many: what worked with Undo, what did not with why. */
interface Told {
  /** 'moved', 'deleted'. */
  done: string
  /** Behind it: 'to Plans'. */
  where?: string
  /** 'moved', as in 'could not be moved'. */
  participle: string
  undo?: (() => void) | undefined
  /** What else there is to know of what worked. */
  note?: string | undefined
}

export function tellOutcome(
  { done, failed }: Outcome<Item>,
  { done: verb, where, participle, undo, note }: Told,
): void {
  if (done.length > 0) {
    const text = [verb, named(done), where].filter(Boolean).join(' ')
    if (undo) toastWithUndo(`${text}.`, undo)
    else toast.success(`${text}.`, { description: note })
  }
  if (failed.length === 0) return
  const what = named(failed.map(({ item }) => item))
  toast.error(`${what} could not be ${participle}.`, { description: failed[0]?.error.msg })
}

const slowMs = 1_000
let jobs = 0

/** A toast that counts while many things are done, for those who would wonder otherwise. Answers how to report and to end it. */
export function countAloud(verb: string, total: number, stop: AbortController) {
  const id = `files-${++jobs}`
  const begun = Date.now()
  let telling: ReturnType<typeof setTimeout> | undefined
  return {
    onProgress: (finished: number) => {
      if (Date.now() - begun < slowMs) return
      const description = `${finished.toLocaleString('en')} of ${total.toLocaleString('en')}`
      const tell = () =>
        void toast.loading(verb, { id, description, action: { label: 'Cancel', onClick: () => stop.abort() } })
      clearTimeout(telling)
      // One answer for the rest may end all in this moment: then there is nothing to tell.
      telling = setTimeout(tell)
    },
    end: () => {
      clearTimeout(telling)
      // A toast comes with the next turn. Dismissed before that, it would come all the same, and stay.
      setTimeout(() => toast.dismiss(id))
    },
  }
}
