import { BlockList, isIPv6 } from 'node:net'
import { calls } from '@plinth/contract/calls'
import { openapi } from '@plinth/contract/openapi'
import { tusRequests } from '@plinth/contract/tus'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { Refusal } from '../errors.ts'
import type { Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { CallTimes } from './call-times.ts'

const inside = new BlockList()
inside.addSubnet('127.0.0.0', 8, 'ipv4')
inside.addSubnet('10.0.0.0', 8, 'ipv4')
inside.addSubnet('172.16.0.0', 12, 'ipv4')
inside.addSubnet('192.168.0.0', 16, 'ipv4')
inside.addAddress('::1', 'ipv6')
inside.addSubnet('fc00::', 7, 'ipv6')

const isInside = (address: string) => inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

interface Readiness {
  [part: string]: () => Promise<void>
}

interface Operated {
  log: Log
  readiness: Readiness
  isLeaving(): boolean
  times: CallTimes
  jobs: Pick<Jobs, 'hopeless'>
}

/** What operators and tools ask: alive, ready, measured, described. */
export function serveOperations(http: FastifyInstance, { log, readiness, isLeaving, times, jobs }: Operated) {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics, prefix: 'plinth_' })
  countHopeless(metrics, jobs)
  const document = JSON.stringify(openapi(calls, tusRequests))

  http.get('/healthz', async () => ({ status: 'ok' }))

  http.get('/readyz', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' })
    const parts = await Promise.all(
      Object.entries(readiness).map(async ([part, check]) => [part, await answers(part, check)]),
    )
    const ready = parts.every(([, answer]) => answer === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'failing', ...Object.fromEntries(parts) })
  })

  const answers = async (part: string, check: () => Promise<void>) =>
    check().then(
      () => 'ok',
      error => {
        log.error({ err: error, part }, 'not ready')
        return 'failing'
      },
    )

  // Numbers about the house are for those who run it: from this machine or its own network, never through a proxy. That may see
  // everybody come from its own network.
  http.get('/metrics', async (request, reply) => {
    if (request.headers['x-forwarded-for'] || !isInside(request.ip)) throw new Refusal('NOT_FOUND')
    return reply.type(metrics.contentType).send(`${await metrics.metrics()}\n${times.text()}`)
  })

  http.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
}

/** Something is to be mended by hand when this grows. */
function countHopeless(metrics: Registry, { hopeless }: Pick<Jobs, 'hopeless'>): void {
  new Counter({
    name: 'plinth_jobs_hopeless_total',
    help: 'Failures of jobs that had failed for most of a day already, by kind. The log tells of each.',
    labelNames: ['kind'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [kind, times] of hopeless) this.inc({ kind }, times)
    },
  })
}
