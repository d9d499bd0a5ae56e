import { confirmTotp, disableTotp, renewRecoveryCodes, signinTwoFactor, startTotp } from '@plinth/contract/two-factor'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { visitorOf } from '../login/visitor.ts'
import { createTwoFactor } from './two-factor.service.ts'

export function twoFactorRoutes(platform: Platform, bind: Bind) {
  const twoFactor = createTwoFactor(platform)

  bind(signinTwoFactor, ({ ticket, code }, { request, reply }) =>
    twoFactor.signin(ticket, code, visitorOf(request, reply)),
  )
  bind(startTotp, ({ password = '' }, { actor }) => twoFactor.start(actor.userid, password))
  bind(confirmTotp, ({ code }, { actor }) => twoFactor.confirm(actor.userid, code))
  bind(renewRecoveryCodes, ({ code }, { actor }) => twoFactor.renewRecoveryCodes(actor.userid, code))
  bind(disableTotp, async ({ code }, { actor }) => {
    await twoFactor.disable(actor.userid, code)
    return {}
  })
}
