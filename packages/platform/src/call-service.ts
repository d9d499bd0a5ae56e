import { type Ask, createClient } from '@plinth/contract/client'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { ServiceKeys } from './service-keys.ts'

/** What a token between services is for. A token for anything else does not serve. */
export const serviceAudience = 'services'

/**
 * Asks another service, as the contract's client does: it answers a pair and never throws. As one of our own services, or with
 * a person's token in that person's name.
 */
export type CallService = (service: string, persontoken?: string) => Ask

/**
 * One service calls another by the contract alone. In one process the request does not go through a socket; where the other runs
 * elsewhere it does. Nothing else differs: the same route, the same checks, the same answer.
 */
export function createCallService(
  { config, serviceKeys }: { config: Config; serviceKeys: ServiceKeys },
  { http, here }: { http: Pick<FastifyInstance, 'inject'>; here: string[] },
): CallService {
  return (service, persontoken) => async (call, request, signal) => {
    const token = persontoken ?? (await serviceKeys.sign(serviceAudience, {}))
    const ask = here.includes(service)
      ? createClient({ origin: 'http://here', token: () => token, send: withoutSocket(http) })
      : createClient({ origin: config.serviceUrls[service] ?? config.publicUrl, token: () => token })
    return ask(call, request, signal)
  }
}

function withoutSocket(http: Pick<FastifyInstance, 'inject'>): typeof fetch {
  return async (url, init) => {
    const { pathname, search } = new URL(String(url))
    const answer = await http.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body ? { payload: String(init.body) } : {}),
    })
    return new Response(answer.body, { status: answer.statusCode })
  }
}
