/**
 * What the browser keeps for the site. Where it keeps nothing, because somebody has forbidden it that, or has no room left, what
 * is kept here lasts as long as the page: enough to sign in and work.
 */
function createStorage(name: 'localStorage' | 'sessionStorage') {
  const own = new Map<string, string>()

  /** Merely to ask for it can be refused. */
  function tried<T>(work: (kept: Storage) => T): T | undefined {
    try {
      return work(globalThis[name])
    } catch {
      return undefined
    }
  }

  return {
    getItem: (key: string) => own.get(key) ?? tried(kept => kept.getItem(key)) ?? null,
    setItem(key: string, text: string): void {
      own.set(key, text)
      tried(kept => {
        kept.setItem(key, text)
        own.delete(key)
      })
    },
    removeItem(key: string): void {
      own.delete(key)
      tried(kept => kept.removeItem(key))
    },
    keys: () => [...new Set([...own.keys(), ...(tried(kept => Object.keys(kept)) ?? [])])],
  }
}

export const local = createStorage('localStorage')
export const session = createStorage('sessionStorage')
