import { Refusal } from '@plinth/platform/errors'
import type { FastifyReply } from 'fastify'

/** Whoever an archive is for. */
export interface Taker {
  /** Whose archives are counted together: a person's, or those of a network where nobody is known. */
  who: string
  refuseShutOut(): Promise<void>
}

/** So long a right that was found counts. */
export const freshMs = 1_000

/** Each holds some megabytes for as long as it is read, however slowly. */
const MOST_ARCHIVES = 32
const againMs = 20_000

/** Of the archives under way. Each node counts its own: what one takes is the room of its node. */
export function createRoom() {
  const taken = new Map<string, number>()

  function giveBack(who: string): void {
    const left = (taken.get(who) ?? 0) - 1
    if (left > 0) taken.set(who, left)
    else taken.delete(who)
  }

  return {
    /** Until the answer is over. */
    take({ raw }: Pick<FastifyReply, 'raw'>, who: string): void {
      const before = taken.get(who) ?? 0
      if (before >= MOST_ARCHIVES) throw new Refusal('TOO_MANY_TRIES', { retryAfterMs: againMs })
      taken.set(who, before + 1)
      raw.once('close', () => giveBack(who))
    },
  }
}

/** An archive may take days to go out. Whoever is shut out meanwhile gets nothing that was not on its way. */
export async function* whileAllowed<Entry>(
  entries: AsyncIterable<Entry>,
  { refuseShutOut }: Taker,
): AsyncGenerator<Entry> {
  let foundat = Date.now()
  for await (const entry of entries) {
    if (Date.now() - foundat >= freshMs) {
      await refuseShutOut()
      foundat = Date.now()
    }
    yield entry
  }
}
