import {
  acceptEmailInvite,
  acceptUserInvite,
  cancelEmailInvite,
  cancelUserInvite,
  canInviteUser,
  copyInviteLink,
  declineEmailInvite,
  declineUserInvite,
  inviteByEmail,
  inviteUser,
  isInviteValid,
  listInviteHistory,
  listPendingInvites,
  listReceivedInvites,
  resendInvite,
  searchUsers,
} from '@plinth/contract/invites'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createAnswers } from './answers.service.ts'
import { createInvites } from './invites.service.ts'

export function inviteRoutes(platform: Platform, bind: Bind) {
  const invites = createInvites(platform)
  const answers = createAnswers(platform)

  bind(inviteByEmail, ({ orgid, email, role }, { actor }) => invites.inviteEmail(actor.userid, orgid, email, role))
  bind(inviteUser, ({ orgid, userid, role }, { actor }) => invites.inviteUser(actor.userid, orgid, userid, role))
  bind(canInviteUser, async ({ orgid, userid }) => ({ valid: await invites.canInvite(orgid, userid) }))
  bind(searchUsers, async ({ orgid, searchkey }, { actor }) => ({
    users: await invites.search(actor.userid, orgid, searchkey),
  }))
  bind(listPendingInvites, input => invites.sent(input, false))
  bind(listInviteHistory, input => invites.sent(input, true))
  bind(resendInvite, ({ id }, { actor }) => invites.resend(actor.userid, id))
  bind(copyInviteLink, ({ id }, { actor }) => invites.copyLink(actor.userid, id))
  bind(cancelEmailInvite, ({ id }, { actor }) => done(invites.cancel(actor.userid, id)))
  bind(cancelUserInvite, ({ id }, { actor }) => done(invites.cancel(actor.userid, id)))
  bind(isInviteValid, ({ id }) => answers.preview(id))
  bind(listReceivedInvites, (_input, { actor }) => answers.received(actor.userid))
  bind(acceptEmailInvite, ({ id }, { actor }) => answers.acceptByToken(actor.userid, id))
  bind(declineEmailInvite, ({ id }, { actor }) => done(answers.declineByToken(actor.userid, id)))
  bind(acceptUserInvite, ({ id }, { actor }) => answers.acceptById(actor.userid, id))
  bind(declineUserInvite, ({ id }, { actor }) => done(answers.declineById(actor.userid, id)))
}
