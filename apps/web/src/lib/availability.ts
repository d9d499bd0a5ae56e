import { useEffect, useState } from 'react'

export type Availability = 'initial' | 'loading' | 'valid' | 'invalid' | 'error'

/** Whether the id is free; undefined when the question could not be asked. */
type Check = (id: string, signal: AbortSignal) => Promise<boolean | undefined>

const debounceMs = 500

/** Asks whether an id is free, once typing has paused. `id` is undefined while it is not well formed. */
export function useAvailability(id: string | undefined, check: Check): Availability {
  const [known, setKnown] = useState<{ id: string; is: Availability }>()

  useEffect(() => {
    if (id === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const free = await check(id, stop.signal)
      if (!stop.signal.aborted) setKnown({ id, is: free === undefined ? 'error' : free ? 'valid' : 'invalid' })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, check])

  if (id === undefined) return 'initial'
  return known?.id === id ? known.is : 'loading'
}
