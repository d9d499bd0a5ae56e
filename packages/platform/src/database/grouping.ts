import type { Database, Tx } from './database.ts'

type Transaction<Tables> = Database<Tables>['transaction']

interface Waiting<Tables> {
  /** Answers with what is left to do once all of the group is committed. */
  withOthers(tx: Tx<Tables>): Promise<() => void>
  alone(): void
}

/** More would hold up everybody else for longer than they should wait. */
const mostAtOnce = 8

/**
 * Small transactions that are asked for at the same moment, run as one. On SQLite there is one at a time anyway, and most of what a
 * small one costs is its beginning and its commit. Where one of them fails, all is undone and each runs by itself, so that it
 * fails alone.
 */
export function createGrouping<Tables>(transaction: Transaction<Tables>): Transaction<Tables> {
  const waiting: Waiting<Tables>[] = []

  async function run(group: Waiting<Tables>[]): Promise<void> {
    if (group.length === 1) return group[0]?.alone()
    try {
      const ends = await transaction(async tx => {
        const ends: (() => void)[] = []
        for (const { withOthers } of group) ends.push(await withOthers(tx))
        return ends
      })
      for (const end of ends) end()
    } catch {
      for (const { alone } of group) alone()
    }
  }

  /** After all that has arrived by now has been read. */
  function runSoon(): void {
    setImmediate(() => {
      const group = waiting.splice(0, mostAtOnce)
      if (waiting.length > 0) runSoon()
      void run(group)
    })
  }

  return work =>
    new Promise((resolve, reject) => {
      waiting.push({
        withOthers: async tx => {
          const result = await work(tx)
          return () => resolve(result)
        },
        alone: () => void transaction(work).then(resolve, reject),
      })
      if (waiting.length === 1) runSoon()
    })
}
