import { useEffect, useState } from 'react'

/** True once `active` has stayed true for `delay` milliseconds. */
export function useDelayed(active: boolean, delay: number): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setDue(true), delay)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [active, delay])
  return due
}
