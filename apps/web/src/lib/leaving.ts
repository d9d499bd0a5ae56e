import { useEffect } from 'react'

/** The browser asks whoever closes the tab, or loads it anew, as long as something would be lost by it. */
export function useAskBeforeUnload(unsafe: boolean): void {
  useEffect(() => {
    if (!unsafe) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsafe])
}
