import type { ResponseOf } from '@plinth/contract/call'
import type { isInviteValid, listReceivedInvites } from '@plinth/contract/invites'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { record } from '../audit/audit.repository.ts'
import { insertMember } from '../members/members.repository.ts'
import { inviteTold, orgChanged, orgsChanged } from '../org-events.ts'
import { findOrg } from '../orgs/orgs.repository.ts'
import type { AccountTables } from '../tables.ts'
import { findUser, type User, userOf } from '../users.repository.ts'
import {
  endInvite,
  findInvite,
  findInviteByToken,
  hashToken,
  type Invite,
  receivedInvites,
  rolesOf,
} from './invites.repository.ts'

/** The invited person's side of an invite. */
export function createAnswers({ db }: Platform) {
  const tables = db.withTables<AccountTables>()

  /** The invite that somebody wants to answer: by link or by id, but always as the person it was meant for. */
  function answered(invite: Invite | undefined, user: User, byLink: boolean): Invite {
    if (invite?.status !== 'pending' || invite.expiresat <= Date.now()) throw new Refusal('INVITE_DEAD')
    const meant = invite.userid === user.userid || (invite.email === user.email && (byLink || user.emailverified === 1))
    // Without the link one does not learn that somebody else's invite exists.
    if (!meant) throw new Refusal(byLink ? 'INVITE_OTHER_USER' : 'INVITE_DEAD')
    return invite
  }

  const byId = (id: string) => ({ byLink: false, find: (tx: Tx<AccountTables>) => findInvite(tx, id) })
  const byToken = (token: string) => ({
    byLink: true,
    find: (tx: Tx<AccountTables>) => findInviteByToken(tx, hashToken(token)),
  })

  async function accept(userid: string, { byLink, find }: ReturnType<typeof byId>): Promise<{ orgid: string }> {
    return tables.transaction(async tx => {
      const user = await userOf(tx, userid)
      const invite = answered(await find(tx), user, byLink)
      const { orgid, inviteid, isexternal } = invite
      if (!(await findOrg(tx, orgid))) throw new Refusal('INVITE_DEAD')
      const role = rolesOf(invite)
      await endInvite(tx, inviteid, 'accepted')
      await insertMember(tx, { orgid, userid, name: user.name, role, isexternal: isexternal === 1 })
      await record(tx, { orgid, actorid: userid, action: 'invite.accept', target: userid, data: { role } })
      orgsChanged(tx, userid, orgid)
      orgChanged(tx, orgid, 'users')
      inviteTold(tx, invite.orgid, userid)
      return { orgid }
    })
  }

  async function decline(userid: string, { byLink, find }: ReturnType<typeof byId>): Promise<void> {
    await tables.transaction(async tx => {
      const user = await userOf(tx, userid)
      const invite = answered(await find(tx), user, byLink)
      await endInvite(tx, invite.inviteid, 'declined')
      await record(tx, { orgid: invite.orgid, actorid: userid, action: 'invite.decline', target: userid })
      inviteTold(tx, invite.orgid, userid)
    })
  }

  return {
    async preview(token: string): Promise<ResponseOf<typeof isInviteValid>> {
      const invite = await findInviteByToken(tables, hashToken(token))
      if (invite?.status !== 'pending' || invite.expiresat <= Date.now()) throw new Refusal('INVITE_DEAD')
      const { orgid, email, invitedby } = invite
      const [org, inviter] = await Promise.all([findOrg(tables, orgid), findUser(tables, invitedby)])
      if (!org) throw new Refusal('INVITE_DEAD')
      return {
        orgid,
        orgname: org.orgname,
        invitedby: inviter?.name ?? invitedby,
        // Of somebody who was invited by their user id, whoever sent it need not know it.
        email: email ?? '',
      }
    },

    async received(userid: string): Promise<ResponseOf<typeof listReceivedInvites>> {
      const { email, emailverified } = await userOf(tables, userid)
      const rows = await receivedInvites(tables, userid, emailverified ? email : null)
      return {
        invites: rows.map(({ inviteid, role, ...invite }) => ({
          id: inviteid,
          role: rolesOf({ role }),
          ...invite,
        })),
      }
    },

    acceptById: (userid: string, id: string) => accept(userid, byId(id)),
    acceptByToken: (userid: string, token: string) => accept(userid, byToken(token)),
    declineById: (userid: string, id: string) => decline(userid, byId(id)),
    declineByToken: (userid: string, token: string) => decline(userid, byToken(token)),
  }
}
