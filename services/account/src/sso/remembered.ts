const day = 86_400_000

/**
 * Loads when first asked, once for all who ask meanwhile. What was found serves for a day; a failure serves for ten seconds,
 * so that a provider that is down is not asked by everybody who opens the sign-in screen.
 */
export function remembered<T>(load: () => Promise<T>): () => Promise<T> {
  let last: { value: Promise<T>; until: number } | undefined

  return () => {
    if (last && Date.now() < last.until) return last.value
    const loading = { value: load(), until: Number.POSITIVE_INFINITY }
    const keepFor = (ms: number) => () => {
      loading.until = Date.now() + ms
    }
    loading.value.then(keepFor(day), keepFor(10_000))
    last = loading
    return loading.value
  }
}
