import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Offline is what the browser calls so: a server that does not answer is an error of the call, not of the connection. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
