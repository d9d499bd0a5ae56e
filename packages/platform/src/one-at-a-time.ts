/** Runs the work once at a time. A call during a run leads to one more run after it, and waits for that one. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function start(): Promise<void> {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }

  function startNext(): Promise<void> {
    next = undefined
    return start()
  }

  return () => {
    if (next) return next
    if (!running) return start()
    next = running.then(startNext, startNext)
    return next
  }
}
