import { permissions } from '@plinth/contract/permissions'
import { Refusal } from '@plinth/platform/errors'
import { everyProjectTopic, projectTopic } from '@plinth/platform/project-events'
import type { Membership, Platform } from '@plinth/platform/service'
import { orgidOfInvite } from '../invites/invites.repository.ts'
import { projectsOf, standingIn } from '../projects/project-users.repository.ts'
import { effectiveRoles, seesEveryProject } from '../projects/projects.policy.ts'
import type { AccountTables } from '../tables.ts'
import { isTotpOn } from '../two-factor/two-factor.repository.ts'
import { memberOf, orgsAndRolesOf } from './members.repository.ts'

type Input = Record<string, unknown>

/**
 * What decides whether somebody may: their roles in the organisation that a request names, by its id or that of an invite to
 * it, or in the project that it names.
 */
export function createMembership({ db }: Platform): Membership {
  const tables = db.withTables<AccountTables>()

  async function inOrg(userid: string, input: Input) {
    const orgid = typeof input.orgid === 'string' ? input.orgid : await orgidOfInvite(tables, String(input.id))
    return orgid === undefined ? null : memberOf(tables, orgid, userid)
  }

  /** Whoever has no role in it does not learn whether there is such a project. */
  async function inProject(userid: string, { orgid, projectid }: Input) {
    const standing = await standingIn(tables, { orgid: String(orgid), projectid: String(projectid) }, userid)
    const role = standing ? effectiveRoles(standing.inOrg, standing.inProject) : []
    return standing && role.length > 0 ? { role, requirestwofactor: standing.requirestwofactor } : null
  }

  return {
    async rolesOf({ permission }, { userid }, input) {
      if (permission === 'anyone' || permission === 'self') return null
      const { scope } = permissions[permission]
      // Who may what in a filestore is said by its token, not here.
      if (scope === 'file') return null
      const member = await (scope === 'project' ? inProject : inOrg)(userid, input)
      // Whoever will not turn it on must still be able to leave.
      const leaving = permission === 'org.leave' || permission === 'project.leave'
      const locked = member?.requirestwofactor && !leaving && !(await isTotpOn(tables, userid))
      if (locked) throw new Refusal('TWO_FACTOR_REQUIRED')
      return member?.role ?? null
    },

    async topicsOf(userid) {
      const [orgs, projects] = await Promise.all([orgsAndRolesOf(tables, userid), projectsOf(tables, userid)])
      const seesAll = new Set(orgs.filter(({ role }) => seesEveryProject(role)).map(({ orgid }) => orgid))
      return [
        ...orgs.map(({ orgid }) => `org:${orgid}`),
        ...[...seesAll].map(everyProjectTopic),
        ...projects
          .filter(({ orgid }) => !seesAll.has(orgid))
          .map(({ orgid, projectid }) => projectTopic(orgid, projectid)),
      ]
    },
  }
}
