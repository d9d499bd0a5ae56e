import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './database/backend.ts'

/**
 * Between the steps of long work. SQLite answers within the process, so without this nothing else would get a turn: no request is
 * even read while one step follows the other.
 */
export const breathe = () => new Promise<void>(resolve => setImmediate(resolve))

/**
 * Does long work in the background step by step, until a step answers false. On SQLite, where everybody waits while a step writes,
 * it rests as long as it worked; so steps are to be short. On PostgreSQL others write beside it.
 */
export async function inSteps({ engine }: { engine: Engine }, step: () => Promise<boolean>): Promise<void> {
  for (let more = true; more; ) {
    const began = performance.now()
    more = await step()
    await (engine === 'sqlite' && more ? pause(performance.now() - began) : breathe())
  }
}
