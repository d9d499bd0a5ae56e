import { randomUUID } from 'node:crypto'
import type { Database } from '@plinth/platform/database/database'
import type { FileTables } from '../tables.ts'
import { extendHold, insertHold, removeHold } from './holds.repository.ts'

const minute = 60_000
const HELD_MS = 10 * minute

/** No content is swept while the work goes on. The signal tells it to stop if that cannot be promised any more. */
export async function whileNothingIsSwept<Result>(
  database: Database,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const db = database.withTables<FileTables>()
  const holdid = randomUUID()
  const lost = new AbortController()
  const renew = async () => {
    const held = await extendHold(db, holdid, { now: Date.now(), expiresat: Date.now() + HELD_MS })
    if (!held) lost.abort(new Error('The database did not answer for too long, so contents may be gone. Start again.'))
  }
  await insertHold(db, holdid, Date.now() + HELD_MS)
  // A try that fails is made up for by the next.
  const renewal = setInterval(() => renew().catch(() => {}), minute)
  try {
    const result = await work(lost.signal)
    await renew()
    lost.signal.throwIfAborted()
    return result
  } finally {
    clearInterval(renewal)
    await removeHold(db, holdid, Date.now()).catch(() => {})
  }
}
