import { dropDraft, keepDraft } from '../../lib/drafts.ts'

/** A text that was changed and not saved, and the version it was made of. */
export interface Draft {
  /** Of the file. */
  name: string
  text: string
  versionno: number
}

/** Writing down two megabytes with each letter would be felt. */
const pauseMs = 400

/** What is still to be written down, by its name. */
const waiting = new Map<string, () => void>()

/** Saved, or given up: what would be written down a moment later is not either. */
export function endDraft(name: string): void {
  waiting.get(name)?.()
  dropDraft(name)
}

/** Keeps the last of what it is given, a moment later, or at once when the page goes away. */
export function keepDraftSoon(name: string) {
  let wanted: (() => Draft) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (wanted) keepDraft(name, wanted())
    wanted = undefined
  }
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
    wanted = undefined
  }
  window.addEventListener('pagehide', write)
  waiting.set(name, forget)
  return {
    keep: (draft: () => Draft) => {
      wanted = draft
      timer ??= setTimeout(write, pauseMs)
    },
    /** What was typed just before one leaves is kept too. */
    stop: () => {
      write()
      waiting.delete(name)
      window.removeEventListener('pagehide', write)
    },
  }
}
