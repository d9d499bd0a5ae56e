import { type OrgRole, type ProjectRole, projectRoleOf, projectRoles } from '@plinth/contract/permissions'

/** Each role once, strongest first. */
export const strongestFirst = (roles: readonly ProjectRole[]): ProjectRole[] =>
  projectRoles.map(({ role }) => role).filter(role => roles.includes(role))

/** What somebody may act as in a project: by their role in the organisation, and by belonging to the project. */
export const effectiveRoles = (inOrg: readonly OrgRole[], inProject: readonly ProjectRole[]): ProjectRole[] =>
  strongestFirst([...inOrg.flatMap(role => projectRoleOf[role] ?? []), ...inProject])

/** Owners and Admins of an organisation, whether they belong to a project or not. */
export const seesEveryProject = (inOrg: readonly OrgRole[]) => effectiveRoles(inOrg, []).length > 0
