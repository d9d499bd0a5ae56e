import { may, type ProjectRole } from '@plinth/contract/permissions'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { standingIn } from '../projects/project-users.repository.ts'
import { effectiveRoles } from '../projects/projects.policy.ts'
import type { Place } from '../projects/projects.repository.ts'
import type { AccountTables } from '../tables.ts'
import { isTotpOn } from '../two-factor/two-factor.repository.ts'

async function standingOf(db: Queries<AccountTables>, place: Place, userid: string) {
  const standing = await standingIn(db, place, userid)
  const roles = standing ? effectiveRoles(standing.inOrg, standing.inProject) : []
  if (roles.length === 0) throw new Refusal('NOT_FOUND')
  return { roles, requirestwofactor: standing?.requirestwofactor }
}

/** What somebody may act as in a project that is there, strongest first. */
export async function rolesInProject(db: Queries<AccountTables>, place: Place, userid: string): Promise<ProjectRole[]> {
  return (await standingOf(db, place, userid)).roles
}

/** Of the caller, for what outlasts the call: whether it is open to them may have changed since they were let in. */
export async function rolesStill(db: Queries<AccountTables>, place: Place, userid: string): Promise<ProjectRole[]> {
  const { roles, requirestwofactor } = await standingOf(db, place, userid)
  if (requirestwofactor && !(await isTotpOn(db, userid))) throw new Refusal('TWO_FACTOR_REQUIRED')
  return roles
}

/** Asked inside the transaction: the caller's roles, or the project, may have gone since the call was let in. */
export async function refuseUnlessManager(tx: Tx<AccountTables>, place: Place, actorid: string): Promise<void> {
  if (!may(await rolesInProject(tx, place, actorid), 'filestore.manage')) throw new Refusal('FORBIDDEN')
}
