/** Wakes listeners by channel. Carries no data: whoever is woken reads the database. */
export interface Signals {
  send(channel: string): void
  on(channel: string, listener: () => void): () => void
  close(): Promise<void>
}

/** The listeners of this process. On SQLite there are no others. */
export function createLocalSignals() {
  const listeners = new Map<string, Set<() => void>>()

  function send(channel: string): void {
    for (const listener of listeners.get(channel) ?? []) listener()
  }

  function on(channel: string, listener: () => void): () => void {
    const others = listeners.get(channel) ?? new Set()
    listeners.set(channel, others.add(listener))
    return () => others.delete(listener)
  }

  return { send, on, close: async () => listeners.clear(), channels: () => listeners.keys() }
}
