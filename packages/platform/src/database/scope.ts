import { AsyncLocalStorage } from 'node:async_hooks'

const scopes = new AsyncLocalStorage<{ open: boolean }>()

export async function insideTransaction<Result>(work: (scope: { open: boolean }) => Promise<Result>): Promise<Result> {
  const scope = { open: true }
  try {
    return await scopes.run(scope, work, scope)
  } finally {
    scope.open = false
  }
}

/**
 * A query beside the transaction that waits for it would wait for ever on SQLite's one connection, and on PostgreSQL once
 * the pool is used up. So it fails at once, in the first test that runs into it.
 */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) throw new Error('This query runs inside a transaction: use its tx, not the database')
}
