import { useRef } from 'react'

/** For a dialog whose answer is shown this once: whoever presses Escape meanwhile is shown it all the same. */
export function useStay(onClose: () => void) {
  const underway = useRef(false)
  return {
    close: () => {
      if (!underway.current) onClose()
    },
    stayFor: <T>(answer: Promise<T>): Promise<T> => {
      underway.current = true
      return answer.finally(() => {
        underway.current = false
      })
    },
  }
}
