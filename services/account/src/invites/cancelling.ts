import { may, mayGrant, type OrgRole } from '@plinth/contract/permissions'
import type { Tx } from '@plinth/platform/database/database'
import { record } from '../audit/audit.repository.ts'
import { inviteTold } from '../org-events.ts'
import type { AccountTables } from '../tables.ts'
import { findUser, userOf } from '../users.repository.ts'
import { deleteToken, endInvite, type Invite, openLinksOf, openSentBy, openTo, rolesOf } from './invites.repository.ts'

/** In the audit log, and to those who see it. */
export async function noteAndTell(
  tx: Tx<AccountTables>,
  actorid: string,
  action: 'invite.resend' | 'invite.cancel',
  { orgid, userid, email }: Invite,
): Promise<void> {
  const target = userid ?? email ?? ''
  await record(tx, { orgid, actorid, action, target })
  inviteTold(tx, orgid, (await findUser(tx, target))?.userid)
}

export async function cancelInvite(tx: Tx<AccountTables>, actorid: string, invite: Invite): Promise<void> {
  await endInvite(tx, invite.inviteid, 'cancelled')
  await noteAndTell(tx, actorid, 'invite.cancel', invite)
}

interface Loss {
  orgid: string
  userid: string
  /** What they still are. */
  role: readonly OrgRole[]
  /** Who takes the rest away. */
  actorid: string
}

/**
 * An invite is as good as the right of whoever sent it, and a link as that of whoever took it: otherwise somebody could let
 * themselves in again under another name. So what goes beyond the roles that are left ends with the others.
 */
export async function endInvitesBeyond(tx: Tx<AccountTables>, { orgid, userid, role, actorid }: Loss): Promise<void> {
  const isBeyond = (invite: Pick<Invite, 'role'>) => !may(role, 'org.invite') || !mayGrant(role, rolesOf(invite))
  for (const invite of (await openSentBy(tx, orgid, userid)).filter(isBeyond)) await cancelInvite(tx, actorid, invite)
  for (const { tokenhash } of (await openLinksOf(tx, orgid, userid)).filter(isBeyond)) await deleteToken(tx, tokenhash)
}

/** Whoever goes does not come back by one that is still open to them, such as to an address that was not theirs when they joined. */
export async function endInvitesTo(
  tx: Tx<AccountTables>,
  { orgid, userid, actorid }: Omit<Loss, 'role'>,
): Promise<void> {
  const user = await userOf(tx, userid)
  for (const invite of await openTo(tx, orgid, user)) await cancelInvite(tx, actorid, invite)
}
