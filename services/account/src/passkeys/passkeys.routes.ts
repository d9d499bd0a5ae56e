import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signinPasskey,
  startPasskey,
  startPasskeySignin,
} from '@plinth/contract/passkeys'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { visitorOf } from '../login/visitor.ts'
import { createPasskeys } from './passkeys.service.ts'

export function passkeyRoutes(platform: Platform, bind: Bind) {
  const passkeys = createPasskeys(platform)

  bind(listPasskeys, (_input, { actor }) => passkeys.list(actor.userid))
  bind(startPasskey, ({ password = '' }, { actor }) => passkeys.start(actor.userid, password))
  bind(addPasskey, (input, { actor }) => passkeys.add(actor.userid, input))
  bind(removePasskey, async ({ passkeyid }, { actor }) => {
    await passkeys.remove(actor.userid, passkeyid)
    return {}
  })
  bind(startPasskeySignin, ({ ticket }, { request }) => passkeys.startSignin(ticket, request.ip))
  bind(signinPasskey, (input, { request, reply }) => passkeys.signin(input, visitorOf(request, reply)))
}
