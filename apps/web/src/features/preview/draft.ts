import { keepDraft } from '../../lib/drafts.ts'

/** A text that was changed and not saved, and the version it was made of. */
export interface Draft {
  text: string
  versionno: number
}

/** Writing down two megabytes with each letter would be felt. */
const pauseMs = 400

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
  return {
    keep: (draft: () => Draft) => {
      wanted = draft
      timer ??= setTimeout(write, pauseMs)
    },
    forget,
    /** What was typed just before one leaves is kept too. */
    stop: () => {
      write()
      window.removeEventListener('pagehide', write)
    },
  }
}
