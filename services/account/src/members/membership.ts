import { Refusal } from '@plinth/platform/errors'
import type { Membership, Platform } from '@plinth/platform/service'
import { orgidOfInvite } from '../invites/invites.repository.ts'
import type { AccountTables } from '../tables.ts'
import { isTotpOn } from '../two-factor/two-factor.repository.ts'
import { memberOf, orgidsOf } from './members.repository.ts'

/** What decides whether somebody may: their roles in the organisation that a request names, by its id or that of an invite to it. */
export function createMembership({ db }: Platform): Membership {
  const tables = db.withTables<AccountTables>()

  return {
    async rolesOf({ permission }, { userid }, input) {
      const orgid = typeof input.orgid === 'string' ? input.orgid : await orgidOfInvite(tables, String(input.id))
      const member = orgid === undefined ? null : await memberOf(tables, orgid, userid)
      // Whoever will not turn it on must still be able to leave.
      const locked = member?.requirestwofactor && permission !== 'org.leave' && !(await isTotpOn(tables, userid))
      if (locked) throw new Refusal('TWO_FACTOR_REQUIRED')
      return member?.role ?? null
    },
    topicsOf: async userid => (await orgidsOf(tables, userid)).map(orgid => `org:${orgid}`),
  }
}
