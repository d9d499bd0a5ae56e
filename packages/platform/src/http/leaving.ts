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
  http.addHook('onRequest', async ({ url }) => {
    if (!probes.has(url)) lastCame = performance.now()
  })
  http.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close')
  })
  // An answer whose head went out before that said nothing of it; a browser would hold the connection open, and us with it.
  http.addHook('onResponse', async () => {
    if (closing) setImmediate(() => http.server.closeIdleConnections())
  })

  async function leave(): Promise<void> {
    leaving = true
    const told = performance.now()
    const isQuiet = () => performance.now() - Math.max(told, lastCame) > quietMs
    while (!isQuiet() && performance.now() - told < patienceMs) await wait(50)
  }

  return { isLeaving: () => leaving, leave }
}
