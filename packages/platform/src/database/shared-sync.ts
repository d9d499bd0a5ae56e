interface Running {
  /** The last write that it makes safe. */
  upTo: number
  done: Promise<void>
}

/**
 * Writes that become safe together. Whoever waits for theirs waits for a sync that began after it, and all who came while another
 * one ran share the next. `sync` makes safe all that was written before it was called; one that fails is told to `failed`.
 */
export function createSharedSync(sync: () => Promise<void>, failed: (error: unknown) => void) {
  let written = 0
  let safe = 0
  let running: Running | undefined
  let next: Promise<void> | undefined

  function begin(): Promise<void> {
    const upTo = written
    const done = sync().then(
      () => {
        safe = upTo
        running = undefined
      },
      // Nothing is known of what was written, so it never runs again, and nobody who waits is told that theirs is safe.
      error => {
        failed(error)
        throw error
      },
    )
    running = { upTo, done }
    return done
  }

  function allSafe(): Promise<void> | undefined {
    if (safe === written) return undefined
    if (!running) return begin()
    if (running.upTo === written) return running.done
    next ??= running.done.then(() => {
      next = undefined
      return allSafe()
    })
    return next
  }

  return {
    wrote: () => void written++,
    /** Resolves once all that was written until now is safe. Undefined where it is already. */
    allSafe,
  }
}
