import type { Config } from '@plinth/platform/config'
import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { findOrg } from '../orgs/orgs.repository.ts'
import type { AccountTables } from '../tables.ts'
import { findInviteByToken, hashToken } from './invites.repository.ts'

/** Where only invited people may sign up, it takes the link of an open invite to that very address. */
export async function letIn(
  db: Queries<AccountTables>,
  { signup }: Config,
  { inviteid, email }: { inviteid?: string; email: string },
): Promise<void> {
  if (signup === 'open') return
  const invite = inviteid ? await findInviteByToken(db, hashToken(inviteid)) : undefined
  const open = invite?.status === 'pending' && invite.expiresat > Date.now() && invite.email === email
  if (!open || !(await findOrg(db, invite.orgid))) throw new Refusal('SIGNUP_CLOSED')
}
