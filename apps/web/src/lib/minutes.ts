import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minutes = 0

function tick(): void {
  minutes += 1
  for (const listener of listeners) listener()
}

/** One clock for all that is on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Draws the component anew each minute: what was just now is not just now for ever. */
export const useEachMinute = () => useSyncExternalStore(subscribe, () => minutes)
