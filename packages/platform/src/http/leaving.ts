import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** So long nobody must have come before a node believes that its load balancer sends nobody any more. */
const quietMs = 1_500
/** So long it waits for that at most: a balancer that asks no probes finds out when nobody listens. */
const patienceMs = 6_000

const probes = new Set(['/healthz', '/readyz', '/metrics'])

export interface Leaving {
  isLeaving(): boolean
  /** Says at /readyz that this node goes, and serves on until nobody comes any more. */
  leave(): Promise<void>
}

/**
 * How a server goes without failing anybody: whoever listens no more refuses the requests that are on their way to it, so
 * first the load balancer has to know. The last answer on a connection says so.
 */
export function prepareLeaving(http: FastifyInstance): Leaving {
  let leaving = false
  let closing = false
  let lastCame = 0
  http.addHook('preClose', async () => {
    leaving = true
    closing = true
  })
  http.addHook('onRequest', ({ url }, _reply, done) => {
    if (!probes.has(url)) lastCame = performance.now()
    done()
  })
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (leaving) reply.header('connection', 'close')
    done(null, payload)
  })
  // An answer whose head went out before that said nothing of it; a browser would hold the connection open, and us with it.
  http.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => http.server.closeIdleConnections())
    done()
  })

  async function leave(): Promise<void> {
    leaving = true
    const told = performance.now()
    const isQuiet = () => performance.now() - Math.max(told, lastCame) > quietMs
    while (!isQuiet() && performance.now() - told < patienceMs) await wait(50)
  }

  return { isLeaving: () => leaving, leave }
}
