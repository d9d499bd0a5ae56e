import type { Tx } from '@plinth/platform/database/database'
import { publish } from '@plinth/platform/events'
import type { AccountTables } from './tables.ts'

/** Tells everybody in an organisation that its name, people or invites changed. */
export function orgChanged(tx: Tx<AccountTables>, orgid: string, what: 'org' | 'users' | 'invites'): void {
  publish(tx, { topic: `org:${orgid}`, event: { type: 'org.changed', data: { orgid, what } } })
}

/** Tells one person that the list of their organisations, or their roles in one, changed. */
export function orgsChanged(tx: Tx<AccountTables>, userid: string, orgid: string): void {
  publish(tx, { topic: `user:${userid}`, event: { type: 'orgs.changed', data: { orgid } } })
}

/** Tells those who manage the invites, and the invited person if there is an account, that an invite came or went. */
export function inviteTold(tx: Tx<AccountTables>, orgid: string, userid: string | undefined): void {
  orgChanged(tx, orgid, 'invites')
  if (userid) publish(tx, { topic: `user:${userid}`, event: { type: 'invites.changed', data: { userid } } })
}
