import { ghssoSignin, ghssoSignup, gssoSignin, gssoSignup, listProviders } from '@plinth/contract/sso'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { visitorOf } from '../login/visitor.ts'
import { createSso } from './sso.service.ts'

export function ssoRoutes(platform: Platform, bind: Bind) {
  const sso = createSso(platform)

  bind(listProviders, () => sso.listProviders())
  bind(gssoSignin, (arrival, { request, reply }) => sso.signin('google', arrival, visitorOf(request, reply)))
  bind(ghssoSignin, (arrival, { request, reply }) => sso.signin('github', arrival, visitorOf(request, reply)))
  bind(gssoSignup, (input, { request, reply }) => sso.signup('google', input, visitorOf(request, reply)))
  bind(ghssoSignup, (input, { request, reply }) => sso.signup('github', input, visitorOf(request, reply)))
}
