import {
  applyEmailChange,
  changePassword,
  changePasswordEmail,
  requestEmailChange,
  resetPassword,
  sendVerificationLink,
  verifyEmail,
} from '@plinth/contract/recovery'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createRecovery } from './recovery.service.ts'

export function recoveryRoutes(platform: Platform, bind: Bind) {
  const recovery = createRecovery(platform)

  bind(verifyEmail, ({ token }) => done(recovery.verifyEmail(token)))
  bind(sendVerificationLink, (_input, { actor, request }) => done(recovery.sendVerificationLink(actor, request.ip)))
  bind(changePasswordEmail, ({ userid, id }, { request }) =>
    done(id === undefined ? recovery.requestReset(userid ?? '', request.ip) : recovery.checkResetLink(id)),
  )
  bind(resetPassword, ({ id, password }) => done(recovery.resetPassword(id, password)))
  bind(changePassword, ({ oldpassword, newpassword }, { actor }) =>
    done(recovery.changePassword(actor, oldpassword, newpassword)),
  )
  bind(requestEmailChange, ({ email }, { actor, request }) =>
    done(recovery.requestEmailChange(actor, email, request.ip)),
  )
  bind(applyEmailChange, ({ token }, { actor }) => recovery.applyEmailChange(actor, token))
}
