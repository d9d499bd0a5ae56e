import {
  connectGithub,
  connectGoogle,
  disconnectProvider,
  ghssoSignin,
  ghssoSignup,
  gssoSignin,
  gssoSignup,
  listIdentities,
  listProviders,
} from '@plinth/contract/sso'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { visitorOf } from '../login/visitor.ts'
import { createConnections } from './connections.service.ts'
import { createProviders } from './providers.ts'
import { createSso } from './sso.service.ts'

export function ssoRoutes(platform: Platform, bind: Bind) {
  const providers = createProviders(platform)
  const sso = createSso(platform, providers)
  const connections = createConnections(platform, providers)

  bind(listProviders, () => sso.listProviders())
  bind(gssoSignin, (arrival, { request, reply }) => sso.signin('google', arrival, visitorOf(request, reply)))
  bind(ghssoSignin, (arrival, { request, reply }) => sso.signin('github', arrival, visitorOf(request, reply)))
  bind(gssoSignup, (input, { request, reply }) => sso.signup('google', input, visitorOf(request, reply)))
  bind(ghssoSignup, (input, { request, reply }) => sso.signup('github', input, visitorOf(request, reply)))

  bind(listIdentities, (_input, { actor }) => connections.list(actor.userid))
  bind(connectGoogle, ({ password = '', ...arrival }, { actor, request }) =>
    done(connections.connect('google', arrival, { ...actor, password, address: request.ip })),
  )
  bind(connectGithub, ({ password = '', ...arrival }, { actor, request }) =>
    done(connections.connect('github', arrival, { ...actor, password, address: request.ip })),
  )
  bind(disconnectProvider, ({ provider, password = '' }, { actor }) =>
    done(connections.disconnect(provider, { userid: actor.userid, password })),
  )
}
