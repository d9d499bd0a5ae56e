import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'

/**
 * What a request has read can be a moment ahead of the disk. No answer leaves before the disk has it, so that nobody has ever been
 * told what a loss of power can take back.
 */
export function answerWhatIsSafe(http: FastifyInstance, db: Pick<Database, 'allSafe'>): void {
  http.addHook('onSend', (_request, _reply, payload, done) => {
    const safe = db.allSafe()
    if (safe) safe.then(() => done(null, payload), done)
    else done(null, payload)
  })
}
