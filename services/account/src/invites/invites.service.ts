import { randomBytes } from 'node:crypto'
import type { InputOf } from '@plinth/contract/call'
import type { listPendingInvites, SentInvite } from '@plinth/contract/invites'
import { mayGrant, type OrgRole } from '@plinth/contract/permissions'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { record } from '../audit/audit.repository.ts'
import { createLimits } from '../limits.ts'
import { membersAmong, rolesIn } from '../members/members.repository.ts'
import { inviteTold } from '../org-events.ts'
import { findOrg } from '../orgs/orgs.repository.ts'
import type { AccountTables } from '../tables.ts'
import { findUser, type User, userOf } from '../users.repository.ts'
import { cancelInvite, noteAndTell } from './cancelling.ts'
import { invitationMail } from './invites.mails.ts'
import {
  deleteTokens,
  expireInvites,
  findInvite,
  hasExpiredInvites,
  hashToken,
  type Invite,
  insertInvite,
  insertToken,
  pendingTo,
  renewInvite,
  rolesOf,
  searchPeople,
  sentInvites,
} from './invites.repository.ts'

const openFor = 7 * 24 * 3_600_000
const mostFound = 10
const place = z.tuple([z.number(), z.string()])

/** Whom an invite is for: somebody with an account, or an address that may or may not have one. */
type Invited = Pick<Invite, 'userid' | 'email'>

export function createInvites(platform: Platform) {
  const { config, db, jobs, mail } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)

  jobs.every('invites.expire', 3_600_000, () => expireInvites(tables))

  /** Few to one address: whoever has an account can turn these mails off, others would have to let their mailbox be filled. */
  async function countMail(actorid: string, { email }: Invited): Promise<void> {
    await limits.take('inviteByAccount', actorid)
    if (email) await limits.take('inviteToOne', `${actorid} ${email}`)
  }

  /** A new secret for the invite. Only its hash is kept, so the link is told here and never again. */
  async function newLink(tx: Tx<AccountTables>, inviteid: string, madeby: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await insertToken(tx, { inviteid, tokenhash: hashToken(token), madeby })
    return `${config.publicUrl}/auth/verify-invite?token=${token}`
  }

  async function mailLink(tx: Tx<AccountTables>, { orgid, email, userid }: Invite, invitedby: string, link: string) {
    const org = await findOrg(tx, orgid)
    const invited = userid ? await findUser(tx, userid) : undefined
    // Somebody with an account sees the invite in the app at once; a mail only goes to those who want to hear of news.
    if (invited && !invited.notifications) return
    const to = invited?.email ?? email ?? ''
    await mail.send(tx, invitationMail({ to, orgname: org?.orgname ?? orgid, invitedby, link }))
  }

  async function inviterOf(tx: Tx<AccountTables>, actorid: string): Promise<User> {
    const inviter = await userOf(tx, actorid)
    if (!inviter.emailverified) throw new Refusal('EMAIL_UNVERIFIED')
    return inviter
  }

  /** Asked inside the transaction: the role may have been taken away since the request was let in. */
  async function refuseAboveOwn(tx: Tx<AccountTables>, actorid: string, orgid: string, role: OrgRole[]) {
    if (!mayGrant((await rolesIn(tx, orgid, actorid)) ?? [], role)) throw new Refusal('ROLE_ABOVE_OWN')
  }

  /** Whoever has the link can sign up with the address that it is for, so it is for those who could have sent it themselves. */
  const refuseLink = (tx: Tx<AccountTables>, actorid: string, invite: Invite) =>
    refuseAboveOwn(tx, actorid, invite.orgid, rolesOf(invite))

  /** Whoever only says that an address is theirs would be invited in the place of its owner. */
  async function provenOwnerOf(email: string): Promise<User[]> {
    const user = await findUser(tables, email.toLowerCase())
    return user?.emailverified ? [user] : []
  }

  const isInvited = async (db: Queries<AccountTables>, orgid: string, { userid, email }: User) =>
    (await pendingTo(db, orgid, [userid], [email])).length > 0

  async function send(actorid: string, orgid: string, role: OrgRole[], invited: Invited) {
    await countMail(actorid, invited)
    return tables.transaction(async tx => {
      const inviter = await inviterOf(tx, actorid)
      await refuseAboveOwn(tx, actorid, orgid, role)
      const known = await findUser(tx, invited.userid ?? invited.email ?? '')
      if (invited.userid && !known) throw new Refusal('NO_SUCH_USER')
      if (known && (await rolesIn(tx, orgid, known.userid))) throw new Refusal('ALREADY_MEMBER')
      // One person, one invite, whether it went to the user id or to the address.
      if (known && (await isInvited(tx, orgid, known))) throw new Refusal('INVITE_PENDING')
      await expireInvites(tx, { orgid, ...invited })
      const invite: Invite = {
        inviteid: randomBytes(12).toString('base64url'),
        orgid,
        isexternal: invited.userid ? 0 : 1,
        ...invited,
        role: role.join(','),
        invitedby: actorid,
        status: 'pending',
        createdat: Date.now(),
        expiresat: Date.now() + openFor,
        answeredat: null,
      }
      await insertInvite(tx, invite)
      const link = await newLink(tx, invite.inviteid, actorid)
      await mailLink(tx, invite, inviter.name, link)
      await record(tx, {
        orgid,
        actorid,
        action: 'invite.send',
        target: invited.userid ?? invited.email ?? '',
        data: { role },
      })
      inviteTold(tx, orgid, known?.userid)
      return { id: invite.inviteid, link }
    })
  }

  async function pending(tx: Tx<AccountTables>, inviteid: string): Promise<Invite> {
    const invite = await findInvite(tx, inviteid)
    if (invite?.status !== 'pending' || invite.expiresat <= Date.now()) throw new Refusal('INVITE_DEAD')
    return invite
  }

  return {
    inviteEmail: (actorid: string, orgid: string, email: string, role: OrgRole[]) =>
      send(actorid, orgid, role, { userid: null, email }),
    inviteUser: (actorid: string, orgid: string, userid: string, role: OrgRole[]) =>
      send(actorid, orgid, role, { userid, email: null }),

    async canInvite(orgid: string, userid: string): Promise<boolean> {
      const user = await findUser(tables, userid)
      if (!user || (await rolesIn(tables, orgid, userid))) return false
      return !(await isInvited(tables, orgid, user))
    },

    async search(actorid: string, orgid: string, searchkey: string) {
      await limits.take('searchByAccount', actorid)
      const people = searchkey.includes('@')
        ? await provenOwnerOf(searchkey)
        : await searchPeople(tables, searchkey, mostFound)
      const waiting = await pendingTo(
        tables,
        orgid,
        people.map(({ userid }) => userid),
        people.map(({ email }) => email),
      )
      const members = await membersAmong(
        tables,
        orgid,
        people.map(({ userid }) => userid),
      )
      return people.map(({ userid, name, email }) => ({
        userid,
        name,
        ismember: members.has(userid),
        isinvited: waiting.some(invite => invite.userid === userid || invite.email === email),
      }))
    },

    async sent({ orgid, isexternal, limit, cursor }: InputOf<typeof listPendingInvites>, history: boolean) {
      const after = cursor ? decodeCursor(cursor, place) : null
      // Whoever looks finds it among the past ones at once; the job marks those that nobody looks at.
      if (!after && (await hasExpiredInvites(tables, orgid))) {
        await expireInvites(tables, { orgid, userid: null, email: null })
      }
      const rows = await sentInvites(tables, { orgid, isexternal, history, after, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        invites: rows.slice(0, limit).map(shown),
        cursor: last ? encodeCursor([last.createdat, last.inviteid]) : null,
      }
    },

    async resend(actorid: string, inviteid: string) {
      const found = await findInvite(tables, inviteid)
      if (!found) throw new Refusal('INVITE_DEAD')
      await countMail(actorid, found)
      return tables.transaction(async tx => {
        const inviter = await inviterOf(tx, actorid)
        const invite = await findInvite(tx, inviteid)
        // One that ran out can be sent again; one that was answered or cancelled is over.
        if (invite?.status !== 'pending') throw new Refusal('INVITE_DEAD')
        await refuseLink(tx, actorid, invite)
        await renewInvite(tx, inviteid, { expiresat: Date.now() + openFor, invitedby: actorid })
        await deleteTokens(tx, inviteid)
        const link = await newLink(tx, inviteid, actorid)
        await mailLink(tx, invite, inviter.name, link)
        await noteAndTell(tx, actorid, 'invite.resend', invite)
        return { id: inviteid, link }
      })
    },

    async copyLink(actorid: string, inviteid: string) {
      return tables.transaction(async tx => {
        await refuseLink(tx, actorid, await pending(tx, inviteid))
        return { id: inviteid, link: await newLink(tx, inviteid, actorid) }
      })
    },

    async cancel(actorid: string, inviteid: string): Promise<void> {
      await tables.transaction(async tx => {
        await cancelInvite(tx, actorid, await pending(tx, inviteid))
      })
    },
  }
}

function shown({ inviteid, orgid: _, isexternal, role, status, expiresat, ...invite }: Invite): SentInvite {
  return {
    id: inviteid,
    isexternal: isexternal === 1,
    role: rolesOf({ role }),
    status: status === 'pending' && expiresat <= Date.now() ? 'expired' : status,
    expiresat,
    ...invite,
  }
}
