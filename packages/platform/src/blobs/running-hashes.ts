import { createHashing, type Hashing } from './hashing.ts'

const MOST = 256

interface Running {
  hashing: Hashing
  /** What is hashed so far: how many bytes, and whatever else the store recognises them by. */
  state: string
}

/** Hashes of uploads between two appends, so that finishing need not read everything again. Another node has none and does. */
export function createRunningHashes() {
  const running = new Map<string, Running>()

  function forget(uploadid: string): void {
    running.get(uploadid)?.hashing.forget()
    running.delete(uploadid)
  }

  return {
    forget,

    /** The hash of just what is stored, a new one for nothing, or undefined. It is the caller's from then on. */
    take(uploadid: string, state: string, empty: boolean): Hashing | undefined {
      const known = running.get(uploadid)
      if (known?.state === state) {
        running.delete(uploadid)
        return known.hashing
      }
      forget(uploadid)
      return empty ? createHashing() : undefined
    },

    put(uploadid: string, hashing: Hashing | undefined, state: string): void {
      if (!hashing) return
      running.set(uploadid, { hashing, state })
      const [oldest] = running.keys()
      if (running.size > MOST && oldest) forget(oldest)
    },
  }
}
