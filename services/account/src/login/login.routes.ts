import { isUseridValid, logout, signin, signup } from '@plinth/contract/login'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createEnding } from './ending.ts'
import { createLogin } from './login.service.ts'
import { visitorOf } from './visitor.ts'

export function loginRoutes(platform: Platform, bind: Bind) {
  const login = createLogin(platform)
  const ending = createEnding(platform)

  bind(signup, (input, { request, reply }) => login.signup(input, visitorOf(request, reply)))
  bind(signin, (input, { request, reply }) => login.signin(input, visitorOf(request, reply)))
  bind(isUseridValid, async ({ userid }) => ({ valid: await login.isUseridFree(userid) }))
  bind(logout, async (_input, { actor }) => {
    await ending.session(actor.userid, actor.sessionid)
    return {}
  })
}
